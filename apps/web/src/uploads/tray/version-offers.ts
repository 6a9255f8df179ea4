import { getKnown } from '../../frame/production.ts'
import { writeCondition } from '../../library/search/conditions.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { toParts } from '../files/name-parts.ts'
import { listEarlierNames } from '../files/version-names.ts'
import type { Upload } from '../uploads.ts'

/** A clip of which a file that has arrived is another version, as far as their names say so. */
export interface VersionOffer {
  readonly id: number
  readonly name: string
}

interface Known extends VersionOffer {
  readonly stackId: number | undefined
}

/** Of these uploads by their keys; of those that are versions already, none. `turn` changes whenever others may be. */
export function useVersionOffers(
  prId: number,
  arrived: readonly Upload[],
  turn: number,
): ReadonlyMap<string, VersionOffer> {
  const mayStack = getKnown(prId)?.held.has('LIBRARY_UPDATE_METADATA') === true
  const later = arrived.filter(({ fileName, versionOf, replaces, mediaObjectId }) => {
    return mayStack && mediaObjectId !== undefined && !versionOf && !replaces && listEarlierNames(fileName).length > 0
  })
  const found = useResource(signal => findOffers(prId, later, signal), [prId, turn, later.map(({ key }) => key).join()])
  return found.data ?? new Map()
}

async function findOffers(
  prId: number,
  later: readonly Upload[],
  signal: AbortSignal,
): Promise<Map<string, VersionOffer>> {
  if (later.length === 0) return new Map()
  const earlier = later.map(({ fileName }) => listEarlierNames(fileName))
  const own = later.map(({ fileName }) => fileName.slice(fileName.lastIndexOf('/') + 1))
  const clips: Known[] = []
  for (const values of toParts([...earlier.flat(), ...own])) {
    const fq = [writeCondition({ field: 'mediaObjectName', values, isExcluded: false })]
    const query = { fq, fl: ['mediaObjectId,mediaObjectName,versionStackId'], sort: 'created desc', rows: 500 }
    const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
    for (const { mediaObjectId, mediaObjectName, versionStackId } of results) {
      const stackId = versionStackId === undefined ? undefined : Number(versionStackId)
      clips.push({ id: Number(mediaObjectId), name: String(mediaObjectName), stackId })
    }
  }
  return new Map(
    later.flatMap(({ key, mediaObjectId }, index) => {
      // One that is in a stack is where somebody wanted it.
      if (clips.find(({ id }) => id === mediaObjectId)?.stackId !== undefined) return []
      const clip = earlier[index]
        ?.map(name => clips.find(known => known.name === name && known.id !== mediaObjectId))
        .find(known => known !== undefined)
      return clip ? [[key, clip] as const] : []
    }),
  )
}
