import assert from 'node:assert/strict'
import type { Client } from '@rushes/client'
import type { SubtitleAnnotation } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { answers, speak } from '../../../../test/peers/speech-server.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { makeBytes } from '../../../../test/scene/begin-upload.ts'
import { createClip, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import type { TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../../annotations/index.ts'

/** A production with something of every kind in it, made as people make it. */
export interface RichProduction {
  readonly prId: number
  /** Users of the team: one who is known elsewhere by the same address, and one who is not. */
  readonly alice: { readonly id: number; readonly api: Client }
  readonly bob: { readonly id: number; readonly api: Client }
  readonly moIds: readonly [film: number, sound: number, placeholder: number]
  readonly collections: readonly { readonly id: number }[]
  /** Bytes of the original of the film. */
  readonly original: Uint8Array
}

export async function createRichProduction(kit: TestService): Promise<RichProduction> {
  const { admin, accountId } = kit
  const { id: prId } = await admin.productions.createProduction({
    body: { accountId, name: 'The harbour', description: 'Second season', deliveryDate: 1_900_000_000_000 },
  })
  const { user: aliceUser, api: alice } = await kit.createUser('alice')
  const { user: bobUser, api: bob } = await kit.createUser('bob')
  const roles = ['Production Member']
  await admin.productions.addParticipant({ prId, body: { userId: aliceUser.id, roles } })
  await admin.productions.addParticipant({ prId, body: { userId: bobUser.id, roles, rights: ['LIBRARY_DELETE'] } })
  const body = { email: 'Carol@example.org', rights: ['PRODUCTION_VIEW' as const] }
  await admin.productions.addParticipant({ prId, body })
  const role = await admin.productions.createRole({
    prId,
    body: { name: 'Reviewers', permissions: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] },
  })
  const category = await admin.productions.createCategory({
    prId,
    body: { name: 'Selects', type: 'USER_DEFINED', index: 7, includeRoles: true, roles: [{ id: role.id }] },
  })
  const words = await addVocabularies(kit)
  const file = await admin.files.createFile({
    prId,
    body: {
      filename: 'mark.png',
      content: pixel,
      adminOnly: true,
      requiredRights: ['LIBRARY_DOWNLOAD'],
      funnel: 'Mark',
    },
  })
  await addSettings(admin, prId, { fileResourceId: file.id, dictionaryId: words.dictionaryId })
  const film = await createClip(kit, prId, RATE_25, 1000)
  const sound = await createClip(kit, prId, RATE_25, 500)
  const placeholder = await createClip(kit, prId)
  await describeFields(admin, prId, words.countriesId)
  const collections = await addCollections(admin, prId, category.id, film)
  const original = await addMedia(kit, prId, film)
  await admin.annotations.patchMediaObjectAnnotation({
    prId,
    moId: film,
    body: [
      { op: 'add', path: '/customFields/place', value: { id: words.ghentId, value: 'ghent' } },
      { op: 'add', path: '/customFields/sibling', value: sound },
      { op: 'add', path: '/customFields/shelf', value: { id: collections[1]!.id, objectType: 'Notebook' } },
      { op: 'add', path: '/customFields/cast', value: { name: 'Ann', clip: film } },
      { op: 'add', path: '/reviewStatus', value: 'SEEN' },
      { op: 'add', path: '/label', value: 'Harbour at dawn' },
      { op: 'add', path: '/tags', value: ['dawn', 'sea'] },
    ],
  })
  await addComments(kit, { prId, film, alice, bob, aliceId: aliceUser.id, bobId: bobUser.id })
  await addText(kit, prId, film)
  await addEntries(admin, prId, collections, [film, sound, placeholder])
  await addShares(kit, prId, collections[1]!.id, film)
  await addSearches({ admin, alice, bob }, prId, film, collections[1]!.id)
  await addDeliveries(admin, prId, film)
  return {
    prId,
    alice: { id: aliceUser.id, api: alice },
    bob: { id: bobUser.id, api: bob },
    moIds: [film, sound, placeholder],
    collections,
    original,
  }
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Two thesauri, one under the other, and one that settings name. */
async function addVocabularies({ admin, accountId }: TestService) {
  const add = async (body: Parameters<typeof admin.thesauri.createThesaurus>[0]['body'], labels: object[]) => {
    const { id } = await admin.thesauri.createThesaurus({ accountId, body: body! })
    const written = await admin.thesauri.writeEntries({ accountId, id, body: labels })
    return { id, written }
  }
  const countries = await add({ label: 'Countries' }, [{ label: 'Belgium' }, { label: 'Spain' }])
  const places = await add({ label: 'Places', secondaryId: 'places', linkedThesaurusId: countries.id }, [
    { label: 'Ghent', linkedThesaurusEntryId: String(countries.written[0]!.id) },
    { label: 'Cádiz', linkedThesaurusEntryId: String(countries.written[1]!.id) },
  ])
  const dictionary = await add({ label: 'Names' }, [{ label: 'Karel' }])
  return { countriesId: countries.id, dictionaryId: dictionary.id, ghentId: places.written[0]!.id }
}

async function addSettings(admin: Client, prId: number, named: { fileResourceId: number; dictionaryId: number }) {
  const { fileResourceId, dictionaryId } = named
  const settings = {
    subtitlePresets: [
      { id: presetId, name: 'Television', default: true },
      { id: 'social', name: 'Social' },
    ],
    reviewStatusConfig: {
      possibleValues: [
        { id: 'SEEN', label: 'Seen' },
        { id: 'APPROVED', label: 'Approved' },
      ],
    },
    libraryGroupings: [{ name: 'By tag', fields: ['tags'] }],
    quota: { maxMediaObjects: 10, maxBytes: 10_000_000 },
    ingest: { watermark: { fileResourceId, opacity: 0.5 } },
    transcription: { dictionaryId },
    defaultLanguage: 'nl',
    ofAClient: { deep: [1, { two: null }] },
  }
  await admin.productions.updateSettings({ prId, body: settings })
}

async function describeFields(admin: Client, prId: number, countriesId: number): Promise<void> {
  await admin.customFields.updateAnnotationFields({
    prId,
    body: {
      version: 0,
      name: 'Clips',
      clientSettings: { columns: ['place'] },
      fields: {
        place: { label: 'Place', thesaurus: 'places', multiValued: true },
        country: { label: 'Country', thesaurus: String(countriesId) },
        sibling: { label: 'Sibling', type: 'FLOW_ID' },
        shelf: { label: 'Shelf', type: 'FLOW_OBJECT' },
        cast: { label: 'Cast', type: 'COMPOUND' },
        'cast.clip': { label: 'Clip', type: 'FLOW_ID' },
        'cast.name': { label: 'Name', type: 'STRING' },
      },
    },
  })
  await admin.customFields.updateCollectionFields({
    prId,
    body: { version: 0, fields: { lead: { label: 'Lead clip', type: 'FLOW_ID' } } },
  })
}

/** Notebooks of which the older one stands below the younger one, and an episode with a scene. */
async function addCollections(admin: Client, prId: number, categoryId: number, film: number) {
  const create = (body: object) => admin.collections.createCollection({ prId, body })
  const inner = await create({ objectType: 'Notebook', title: 'Inner', customFields: { lead: film } })
  const outer = await create({ objectType: 'Notebook', title: 'Outer', categoryId, description: 'Above' })
  await admin.collections.patchCollection({
    prId,
    id: inner.id,
    body: [{ op: 'add', path: '/parentId', value: outer.id }],
  })
  const draft = await create({ objectType: 'Draft', title: 'Cut 1', parentId: inner.id })
  const episode = await create({ objectType: 'Episode', title: 'Low tide', episodeCount: 1 })
  const scene = await create({ objectType: 'Scene', title: 'Quay', parentId: episode.id })
  return [inner, outer, draft, episode, scene]
}

async function addMedia(kit: TestService, prId: number, film: number): Promise<Uint8Array> {
  const original = makeBytes(300_000, 1)
  const raw = await addFile(kit, prId, film, original, {
    type: 'RAW',
    mimeType: 'video/quicktime',
    fileName: 'Haven ’s ochtends.MOV',
    durationMs: 40_000,
    mediaInfo: { container: 'mov' },
    tracks: [
      { type: 'VIDEO', index: 0, width: 1920, height: 1080, codingFormat: 'ProRes' },
      { type: 'AUDIO', index: 1, channels: 2, language: 'nl' },
    ],
  })
  await addFile(kit, prId, film, makeBytes(50_000, 2), { type: 'PROXY', quality: 'LOW', sourceInstanceId: raw.id })
  await addFile(kit, prId, film, Buffer.from(pixel, 'base64'), { type: 'THUMB', mimeType: 'image/png' })
  return original
}

interface Talk {
  readonly prId: number
  readonly film: number
  readonly alice: Client
  readonly bob: Client
  readonly aliceId: number
  readonly bobId: number
}

async function addComments(kit: TestService, { prId, film, alice, bob, aliceId, bobId }: Talk): Promise<void> {
  const say = (api: Client, body: object) =>
    api.annotations.createClipAnnotation({ prId, moId: film, type: 'comment', body })
  const first = await say(alice, { description: 'Too dark', start: 10, spatial: 'xywh=percent:1,2,3,4' })
  const description = `@{${aliceId},alice} and @{${bobId},bob}: #{grade}`
  await say(bob, { description, start: 10, relatedToId: first.id, mentionIds: [aliceId, bobId], tags: ['grade'] })
  await say(kit.admin, { description: 'Done', start: 10, relatedToId: first.id })
  const deleted = await say(alice, { description: 'Never mind', start: 20 })
  await say(kit.admin, { description: 'I do', start: 20, relatedToId: deleted.id })
  await alice.annotations.deleteAnnotation({ prId, anId: deleted.id })
  await alice.annotations.createClipAnnotation({
    prId,
    moId: film,
    type: 'clip',
    body: { name: 'Boats', start: 100, end: 200, topics: ['boats'], rating: 4, clipMetadata: { angle: 2 } },
  })
}

/** Subtitles, their translation, and a transcript. */
async function addText(kit: TestService, prId: number, film: number): Promise<void> {
  const subtitles = await subtitlesOf(kit, prId, { clip: { moId: film } })
  const original: SubtitleAnnotation = await subtitles.get()
  await subtitles.add(entry(100, 150, 'Good morning'), { ...entry(200, 250, 'At sea'), region: 'topRegion' })
  const place = '/structuredDescription/subtitles/0/textParts/0/content'
  await subtitles.patch([{ op: 'replace', path: place, value: 'Good morning all' }])
  const social = await subtitlesOf(kit, prId, { clip: { moId: film }, preset: 'social' })
  await social.get()
  await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    createAnnotation(ctx, {
      ...{ productionId: prId, mediaObjectId: film, objectType: 'StructuredAnnotation', funnel: 'Subtitle' },
      ...{ type: 'SUBTITLE', language: 'nl', subtitlePresetId: presetId, translatedFromId: original.id },
      structuredDescription: { subtitles: [entry(100, 150, 'Goedemorgen')], subtitlePresetId: presetId },
    }),
  )
  const segments = answers.nested(speak('This blade has a dark past.')).segments.map(segment => ({
    ...segment,
    speaker: 'A',
  }))
  const body = { segments }
  const { paragraphs } = await kit.admin.transcripts.replaceTranscript({ prId, moId: film, language: 'en', body })
  assert.ok(paragraphs.length > 0)
}

async function addEntries(
  admin: Client,
  prId: number,
  [inner, outer, draft]: readonly { id: number }[],
  [film, sound, placeholder]: readonly [number, number, number],
): Promise<void> {
  const attach = (id: number, body: { mediaObjectId: number; position?: number }[]) =>
    admin.collections.attachEntries({ prId, id, body })
  await attach(outer!.id, [{ mediaObjectId: film }, { mediaObjectId: placeholder }])
  await attach(outer!.id, [{ mediaObjectId: sound, position: 1 }])
  await attach(inner!.id, [{ mediaObjectId: sound }])
  await attach(draft!.id, [{ mediaObjectId: film }])
}

async function addShares(kit: TestService, prId: number, id: number, film: number): Promise<void> {
  const { admin } = kit
  const open = await admin.sharing.createShare({
    prId,
    id,
    body: { label: 'For the client', permissions: ['ANNOTATE', 'DOWNLOAD'], clientProperties: { theme: 'dark' } },
  })
  const users = ['dan@example.org']
  const body = { password: 'open sesame', expires: 1_990_000_000_000, users }
  const { id: closedId } = await admin.sharing.createShare({ prId, id, body })
  const recipients = [{ name: 'Marit', email: 'marit@example.org' }, { name: 'Otto' }]
  for (const recipient of recipients) await admin.sharing.createShareRecipient({ prId, id: open.id, body: recipient })
  const left = await admin.sharing.createShareRecipient({ prId, id: closedId, body: { name: 'Left' } })
  await admin.sharing.endShareRecipient({ prId, id: closedId, recipientId: left.id })
  const visit = async (share: typeof open, username: string) => {
    const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
    const named = { username, email: `${username}@example.org` }
    return kit.client((await kit.client(token).sharing.identify({ prId, body: named })).token)
  }
  const gone = await admin.sharing.createShare({ prId, id, body: { permissions: ['ANNOTATE'] } })
  for (const [share, name] of [
    [open, 'vera'],
    [gone, 'willem'],
  ] as const) {
    const visitor = await visit(share, name)
    const said = { description: `Says ${name}`, start: 33 }
    await visitor.annotations.createClipAnnotation({ prId, moId: film, type: 'comment', body: said })
  }
  await admin.sharing.deleteShare({ prId, id: gone.id })
}

async function addSearches(
  { admin, alice, bob }: { admin: Client; alice: Client; bob: Client },
  prId: number,
  film: number,
  collection: number,
): Promise<void> {
  const keep = (api: Client, name: string, parameters: object, shared = false) =>
    api.savedSearches.createSavedSearch({ prId, body: { name, parameters, shared } })
  await keep(admin, 'Of the film', { q: `mediaObjectId:${film}`, fq: ['funnel:ReviewComment'] }, true)
  await keep(alice, 'Mine', { q: 'dawn', fq: [`attachedEditorialObjectId:(${collection} ${collection})`] })
  await keep(bob, 'Only of Bob', { q: 'sea' })
  await keep(bob, 'Of everyone', { q: 'a b', 'q.op': 'AND', sort: 'created desc' }, true)
}

async function addDeliveries(admin: Client, prId: number, film: number): Promise<void> {
  const { id: deliveryRequestId } = await admin.delivery.createDeliveryRequest({
    prId,
    body: {
      label: 'Promo',
      description: 'Give me the promo',
      deliveryRequestType: 'promo-file',
      clientProperties: { colour: 'red' },
      formFieldsDefinition: { fields: { language: { type: 'STRING' } } },
    },
  })
  await admin.delivery.createSubmission({
    prId,
    body: { deliveryRequestId, attachedAnnotations: [{ mediaObjectId: film }], formFieldValues: { language: 'nl' } },
  })
}
