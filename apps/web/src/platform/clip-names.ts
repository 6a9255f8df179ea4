import { api } from './reading/api.ts'

/** Ids that one call can name in its address. */
const idsOfCall = 500

/** The names of clips by their ids; those that are gone, or have none, are left out. */
export async function nameClips(
  prId: number,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)]
  const names = new Map<number, string>()
  for (let start = 0; start < wanted.length; start += idsOfCall) {
    const named = wanted.slice(start, start + idsOfCall)
    const query = {
      fq: [`mediaObjectId:(${named.join(' OR ')})`],
      rows: named.length,
      fl: ['mediaObjectId', 'mediaObjectName'],
    }
    const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
    for (const { mediaObjectId, mediaObjectName: name } of results) {
      if (typeof name === 'string') names.set(Number(mediaObjectId), name)
    }
  }
  return names
}
