import { listAll } from '@rushes/client'
import { api } from '../../platform/reading/api.ts'

/** An annotation of a collection. */
export interface Entry {
  readonly annotationId: number
  /** Of the clip that it is, nothing where it is a part of one. */
  readonly moId: number | undefined
}

/** What a collection holds, in its order. */
export async function listEntries(prId: number, id: number): Promise<Entry[]> {
  const all = await Array.fromAsync(listAll(api.collections.listCollectionEntries, { prId, id }, 500))
  return all.map(entry => ({
    annotationId: entry.id,
    moId: entry.funnel === 'MediaObjectAnnotation' ? entry.mediaObjectId : undefined,
  }))
}
