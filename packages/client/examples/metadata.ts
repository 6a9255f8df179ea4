import { type Client, type MediaObjectAnnotation, ServiceError } from '@rushes/client'

/** Changes the description of a clip, unless somebody else has changed it since it was read. */
export async function describe(
  api: Client,
  prId: number,
  moId: number,
  toNew: (old: string | undefined) => string,
): Promise<MediaObjectAnnotation> {
  for (;;) {
    const { description } = await api.annotations.getMediaObjectAnnotation({ prId, moId })
    const guard = description === undefined ? [] : [{ op: 'test' as const, path: '/description', value: description }]
    // `create` fails where something is there already.
    const op = description === undefined ? ('create' as const) : ('replace' as const)
    const body = [...guard, { op, path: '/description', value: toNew(description) }]
    try {
      // The answer comes once a search finds what has changed.
      return await api.annotations.patchMediaObjectAnnotation({ prId, moId, body, query: { waitForIndex: true } })
    } catch (error) {
      if (!(error instanceof ServiceError && error.type === 'ConflictError')) throw error
    }
  }
}

/** Writes a custom field. The description of the production's custom fields lists the fields. */
export async function setScene(api: Client, prId: number, moId: number, scene: string): Promise<void> {
  const value = { type: 'STRING', values: [scene] }
  const body = [{ op: 'add' as const, path: '/customFields/scene', value }]
  await api.annotations.patchMediaObjectAnnotation({ prId, moId, body })
}

/** The names of the clips that a word finds, best first. */
export async function findClips(api: Client, prId: number, words: string): Promise<string[]> {
  const query = { q: words, fq: ['funnel:MediaObjectAnnotation'], rows: 50 }
  const { results } = await api.annotations.searchMediaObjects({ prId, query })
  return results.map(({ mediaObjectName }) => String(mediaObjectName))
}
