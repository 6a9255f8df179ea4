import type { Client } from '@rushes/client'

/** Ids of what is in a production, oldest first; ids of tracks among them, and those that visitors appear under. */
export type Things = Readonly<
  Record<
    | 'clips'
    | 'instances'
    | 'tracks'
    | 'annotations'
    | 'collections'
    | 'roles'
    | 'categories'
    | 'savedSearches'
    | 'shares'
    | 'sharedWith'
    | 'sharedUsers'
    | 'files'
    | 'requests'
    | 'submissions'
    | 'descriptions'
    | 'thesauri'
    | 'entries',
    readonly number[]
  >
>

const toIds = (things: readonly { id?: unknown }[]) =>
  [...new Set(things.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])))].toSorted((a, b) => a - b)

export async function listThings(api: Client, prId: number): Promise<Things> {
  const query = { limit: 1000 }
  const clips = (await api.media.listMediaObjects({ prId, query })).items
  const instances = clips.flatMap(clip => clip.mediaObjectInstances ?? [])
  const shares = (await api.sharing.listShares({ prId, query })).items
  const sharedUsers = []
  for (const { id } of shares) sharedUsers.push(...(await api.sharing.listSharedUsers({ prId, id })).items)
  const { accountId = 0 } = await api.productions.getProduction({ prId })
  const thesauri = (await api.thesauri.listThesauri({ accountId })).items
  const entries = []
  for (const { id } of thesauri) {
    entries.push(...(await api.thesauri.searchEntriesOfAccount({ accountId, id, query: { rows: 1000 } })).items)
  }
  const descriptions = [
    await api.customFields.getAnnotationFields({ prId }),
    await api.customFields.getCollectionFields({ prId }),
  ]
  return {
    clips: toIds(clips),
    instances: toIds(instances),
    tracks: toIds(instances.flatMap(instance => instance.tracks ?? [])),
    annotations: toIds((await api.annotations.listAnnotations({ prId, query: { rows: 1000 } })).items),
    collections: toIds((await api.collections.listCollections({ prId, query })).items),
    roles: toIds((await api.productions.listRoles({ prId })).items),
    categories: toIds((await api.productions.listCategories({ prId })).items),
    savedSearches: toIds((await api.savedSearches.listSavedSearches({ prId, query })).items),
    shares: toIds(shares),
    sharedWith: toIds(shares.map(({ sharedWithId }) => ({ id: sharedWithId }))),
    sharedUsers: toIds(sharedUsers),
    files: toIds((await api.files.listFiles({ prId, query })).items),
    requests: toIds((await api.delivery.listDeliveryRequests({ prId, query })).items),
    submissions: toIds((await api.delivery.listSubmissions({ prId, query })).items),
    descriptions: toIds(descriptions),
    thesauri: toIds(thesauri),
    entries: toIds(entries),
  }
}
