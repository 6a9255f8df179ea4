/** A service that people have worked with, made through the client alone, and what the client sees of it. */

import { type Client, createClient, uploadFile, visitShare, waitForWorkflow } from '@rushes/client'
import type { SubtitleAnnotation } from '@rushes/contract'
import { makeBytes } from '../../../../test/scene/begin-upload.ts'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { enableFactor } from '../../../../test/scene/second-factor.ts'
import { entry } from '../../../../test/scene/subtitles.ts'
import { createTestClock } from '../../../../test/service.ts'

/** What a client needs to sign in again. */
export interface Scene {
  readonly prId: number
  readonly accountId: number
  readonly clips: readonly { readonly id: number; readonly bytes: Uint8Array }[]
  readonly share: { readonly id: number; readonly token: string; readonly password: string }
  /** Someone with a second factor, and a code of it that was not used yet. */
  readonly guarded: { readonly username: string; readonly password: string; readonly nextCode: () => string }
  readonly tokens: { readonly session: string; readonly api: string; readonly visit: string }
}

/** Works with a service a little: clips, comments, subtitles, shares and whatever else has a table. */
export async function furnish(url: string, admin: Client): Promise<Scene> {
  const me = await admin.authentication.getCurrentUser()
  const accountId = (await admin.accounts.listAccountRights({ id: me.id })).items[0]!.id
  const { id: prId } = await admin.productions.createProduction({ body: { accountId, name: 'Noordzee: “één”\t\\N' } })
  const subtitlePresets = [{ id: 'tv', name: 'Television' }]
  await admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: subtitlePresets })
  await admin.productions.createRole({ prId, body: { name: 'Editors', permissions: ['LIBRARY_UPLOAD'] } })
  const clips = []
  const film = await readSampleFilm({ seconds: 2, width: 320, height: 180 })
  for (const [index, bytes] of [film, makeBytes(0), makeBytes(1), makeBytes(5_000_000)].entries()) {
    const { id } = await uploadFile(admin, { prId, fileName: `take ${index}.mp4`, source: new Blob([bytes]) })
    clips.push({ id, bytes })
  }
  for (const { id } of (await admin.workflows.listWorkflows({ prId })).items) {
    // What is no media ends as an error.
    await waitForWorkflow(admin, { prId, id }).catch(() => {})
  }
  const moId = clips[0]!.id
  const comment = (start: number, description: string, relatedToId?: number) =>
    admin.annotations.createClipAnnotation({
      ...{ prId, moId, type: 'comment' },
      body: { start, description, ...(relatedToId === undefined ? {} : { relatedToId }) },
    })
  const first = await comment(10, 'Te donker \\ "zo"\nén\tdit')
  await comment(11, 'Agreed', first.id)
  const made = await admin.subtitles.getSubtitle({ prId, moId, language: 'nl', presetId: 'tv' })
  const structuredDescription = { subtitles: [entry(0, 20, 'Goedenavond'), entry(25, 45, 'Tot ziens')] }
  const body = { ...((await made.json()) as SubtitleAnnotation), structuredDescription }
  await admin.subtitles.replaceSubtitle({ prId, moId, language: 'nl', presetId: 'tv', body })
  const { id: eoId } = await admin.collections.createCollection({ prId, body: { title: 'For the client' } })
  await admin.collections.createCollection({ prId, body: { title: 'Within', parentId: eoId } })
  await admin.collections.attachEntries({ prId, id: eoId, body: clips.map(({ id }) => ({ mediaObjectId: id })) })
  await admin.files.createFile({ prId, body: { filename: 'a.srt', content: Buffer.from('1\n').toString('base64') } })
  await admin.savedSearches.createSavedSearch({ prId, body: { name: 'Open comments', parameters: { q: 'donker' } } })
  const thesaurus = await admin.thesauri.createThesaurus({ accountId, body: { label: 'Places' } })
  const words = [{ value: 'ams', label: 'Amsterdam' }]
  await admin.thesauri.writeEntries({ accountId, id: thesaurus.id, body: words })
  await admin.webhooks.createWebhook({ id: accountId, body: { url: 'http://127.0.0.1:9/', active: true } })
  const password = 'open sesame'
  const asked = { label: 'Demo', permissions: ['VIEW', 'ANNOTATE'], password } as const
  const share = await admin.sharing.createShare({
    prId,
    id: eoId,
    body: { ...asked, permissions: [...asked.permissions], clientProperties: { identifyUser: true } },
  })
  const entrance = { baseUrl: url, prId, shareId: share.id, shareToken: share.token!, password }
  const visitor = await visitShare({ ...entrance, visitor: { username: 'Karel', email: 'karel@example.org' } })
  await visitor.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: { start: 30, description: 'Hi' },
  })
  const api = await admin.authentication.createAccessToken({ id: me.id, body: { label: 'Robot' } })
  return {
    ...{ prId, accountId, clips },
    share: { id: share.id, token: share.token!, password },
    guarded: await createGuarded(url, admin),
    tokens: { session: admin.options.token!, api: api.token!, visit: (await visitor.options.tokens!.get())! },
  }
}

async function createGuarded(url: string, admin: Client): Promise<Scene['guarded']> {
  const [username, password] = ['greta', 'a long enough password']
  const user = await admin.accounts.createUser({ body: { username, password, email: 'greta@example.org' } })
  const { token } = await createClient({ baseUrl: url }).authentication.login({ body: { username, password } })
  const api = createClient({ baseUrl: url, ...(token === undefined ? {} : { token }) })
  const clock = createTestClock()
  const { authenticator } = await enableFactor({ clock }, { user, password, api })
  return { username, password, nextCode: () => authenticator.next() }
}

/** All that the client sees of it, to be compared. */
export async function readThrough(api: Client, { prId, accountId, clips }: Scene): Promise<object> {
  const collections = (await api.collections.listCollections({ prId })).items
  const participants = (await api.productions.listParticipants({ prId })).items
  return {
    production: await api.productions.getProduction({ prId }),
    settings: await api.productions.getSettings({ prId }),
    roles: await api.productions.listRoles({ prId }),
    // When they were seen last changes by looking.
    participants: participants.map(({ lastSeen: _now, ...participant }) => participant),
    clips: await api.media.listMediaObjects({ prId }),
    instances: await Promise.all(clips.map(({ id }) => api.media.listInstances({ prId, id }))),
    annotations: (await api.annotations.listAnnotations({ prId })).results,
    subtitles: await api.subtitles
      .getSubtitle({ prId, moId: clips[0]!.id, language: 'nl', presetId: 'tv' })
      .then(response => response.json()),
    collections,
    entries: await Promise.all(collections.map(({ id }) => api.collections.listCollectionEntries({ prId, id: id! }))),
    shares: await api.sharing.listShares({ prId }),
    files: await api.files.listFiles({ prId }),
    savedSearches: await api.savedSearches.listSavedSearches({ prId }),
    thesauri: await api.thesauri.listThesauri({ accountId }),
    webhooks: await api.webhooks.listWebhooks({ id: accountId }),
    events: await api.events.listProductionEvents({ prId, query: { limit: 1000 } }),
  }
}
