import { searchAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'
import { writePosition } from './positions.ts'

/** Lists the comments of a clip in the order of the film. */
export async function run(call: Call<ProductionOptions, readonly [clip: string]>): Promise<void> {
  const moId = readId(call.args[0], 'clip')
  const { api, prId } = await openProduction(call)
  const clip = await api.media.getMediaObject({ prId, id: moId, signal: call.signal })
  const query = { fq: ['funnel:ReviewComment'], sort: 'start asc,id asc' }
  const found = searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query, signal: call.signal })
  const comments = await Array.fromAsync(found)
  call.terminal.showTable(comments, [
    ['id', comment => comment.id],
    ['at', comment => writePosition(clip, Number(comment.start))],
    ['author', comment => comment.authorName],
    ['reply to', comment => comment.relatedToId],
    ['comment', comment => comment.description],
  ])
}
