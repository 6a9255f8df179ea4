import { listAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'

interface ListOptions extends ProductionOptions {
  readonly collection?: number
  readonly collections?: true
}

/** Lists clips, collections, or the entries of a collection. */
export async function run(call: Call<ListOptions>): Promise<void> {
  const { options, signal, terminal } = call
  const { api, prId } = await openProduction(call)
  if (options.collection !== undefined) {
    const input = { prId, id: options.collection, signal }
    const entries = await Array.fromAsync(listAll(api.collections.listCollectionEntries, input))
    return terminal.showTable(entries, [
      ['clip', entry => entry.mediaObjectId],
      ['annotation', entry => entry.id],
      ['kind', entry => entry.funnel ?? entry.objectType],
      ['label', entry => entry.name ?? entry.label],
    ])
  }
  if (options.collections) {
    const collections = await Array.fromAsync(listAll(api.collections.listCollections, { prId, signal }))
    return terminal.showTable(collections, [
      ['id', collection => collection.id],
      ['kind', collection => collection.objectType],
      ['title', collection => collection.title],
      ['parent', collection => collection.parentId],
    ])
  }
  const clips = await Array.fromAsync(listAll(api.media.listMediaObjects, { prId, signal }))
  terminal.showTable(clips, [
    ['id', clip => clip.id],
    ['type', clip => clip.type],
    ['seconds', clip => clip.durationSeconds?.toFixed(1)],
    ['created', clip => toTime(clip.created)],
    ['name', clip => clip.name],
  ])
}
