import { writeCondition } from '../../library/search/conditions.ts'
import { api } from '../../platform/reading/api.ts'
import { toParts } from './name-parts.ts'

/** A file as it is known by. */
type Named = Pick<File, 'name' | 'size'>

/** The clips of a production that have one of these files, by the files. */
export async function findSameClips<Item extends Named>(
  prId: number,
  files: readonly Item[],
): Promise<ReadonlyMap<Item, number>> {
  const clips = new Map<string, number>()
  for (const values of toParts(files.map(({ name }) => name))) {
    const fq = [writeCondition({ field: 'mediaObjectName', values, isExcluded: false })]
    const query = { fq, fl: ['mediaObjectId,mediaObjectName,mediaObjectSize'], rows: 1000 }
    const { results } = await api.annotations.searchMediaObjects({ prId, query })
    for (const { mediaObjectId, mediaObjectName, mediaObjectSize } of results) {
      const id = Number(mediaObjectId)
      const size = mediaObjectSize === undefined ? await readSize(prId, id) : Number(mediaObjectSize)
      clips.set(toKey({ name: String(mediaObjectName), size }), id)
    }
  }
  return new Map(
    files.flatMap(file => {
      const id = clips.get(toKey(file))
      return id === undefined ? [] : [[file, id] as const]
    }),
  )
}

/** What is not read as media has no size in the search. */
async function readSize(prId: number, id: number): Promise<number> {
  const { mediaObjectInstances = [] } = await api.media.getMediaObject({ prId, id })
  return mediaObjectInstances.find(({ type }) => type === 'RAW')?.size ?? 0
}

function toKey({ name, size }: Named): string {
  return `${size} ${name}`
}
