import { api } from '../../platform/reading/api.ts'
import { toSearch, type Wanted } from '../search/wanted.ts'

/** Words that are like those that found nothing. */
export async function findSimilar(wanted: Wanted, forgiving: string, signal: AbortSignal): Promise<string[]> {
  const query = {
    ...toSearch({ ...wanted, query: forgiving }),
    sort: 'score desc',
    rows: 5,
    hl: true,
    'hl.fl': ['mediaObjectName,description,merged_tags,authorName'],
    'hl.simple.pre': mark,
    'hl.simple.post': mark,
  }
  const { highlighting } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  const pieces = Object.values(highlighting).flatMap(fields => Object.values(fields).flat())
  const words = pieces.flatMap(piece => piece.split(mark).filter((_, index) => index % 2 === 1))
  return [...new Set(words.map(word => word.toLowerCase()))].slice(0, 3)
}

/** No text has it. */
const mark = '\u0001'
