import { type Annotation, type Client, listAll, type ShareObject, searchAll, toArray, visitShare } from '@rushes/client'

/** Shares some clips with someone outside; the link that you send them carries `id` and `token` of the share. */
export async function shareForReview(
  api: Client,
  prId: number,
  clips: readonly number[],
  password: string,
): Promise<ShareObject> {
  const body = { objectType: 'Notebook', funnel: 'SelectionShare', title: 'For the client' } as const
  const { id } = await api.collections.createCollection({ prId, body })
  await api.collections.attachEntries({ prId, id, body: clips.map(mediaObjectId => ({ mediaObjectId })) })
  return api.sharing.createShare({
    prId,
    id,
    body: {
      label: 'Please have a look',
      password,
      permissions: ['VIEW', 'ANNOTATE'],
      clientProperties: { identifyUser: true },
    },
  })
}

/** Opens a share as the visitor who has got the link, and looks at what is in it. */
export async function visit(baseUrl: string, prId: number, share: { id: number; token: string }, password: string) {
  const visitor = { username: 'Ada', email: 'ada@example.org' }
  const api = await visitShare({ baseUrl, prId, shareId: share.id, shareToken: share.token, password, visitor })
  const { label, permissions, editorialObjectId } = await api.sharing.getCurrentShare({ prId })
  const collection = await api.collections.getCollection({
    prId,
    id: editorialObjectId!,
    query: { includeAnnotations: true },
  })
  const clips = await toArray(listAll(api.media.listMediaObjects, { prId }))
  return { api, label, permissions, collection, clips }
}

/** Says something of one frame: a comment is as long as that frame. */
export function comment(api: Client, prId: number, moId: number, frame: number, text: string): Promise<Annotation> {
  return api.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'clip',
    body: { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description: text, start: frame, end: frame + 1 },
  })
}

/** The comments of a clip in the order of its frames, and who made them. */
export async function readComments(api: Client, prId: number, moId: number) {
  const query = { fq: ['funnel:ReviewComment'], sort: 'start asc' }
  const found = await toArray(searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query }))
  return Promise.all(found.map(({ id }) => api.annotations.getAnnotation({ prId, anId: Number(id) })))
}

/** Decides on a clip; the setting `reviewStatusConfig` lists the statuses. */
export async function decide(api: Client, prId: number, moId: number, reviewStatus: string): Promise<void> {
  const body = [{ op: 'add' as const, path: '/reviewStatus', value: reviewStatus }]
  await api.annotations.patchMediaObjectAnnotation({ prId, moId, body })
}
