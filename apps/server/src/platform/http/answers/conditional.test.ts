/** Every endpoint that changes a resource with a version heeds `If-Match`; what there is follows from the contract. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AccountCreation, contract, type Endpoint, isConditional } from '@rushes/contract'
import { createProduction, presetId } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../../../modules/annotations/testing/create-clip.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

const otherTag = '"999999"'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A resource to change: its address, a change of it, and the version that it has now. */
interface Subject {
  path: string
  body?: unknown
  version: () => Promise<number>
}

/** Reads a version by a GET of this path. */
function versionAt(path: string): () => Promise<number> {
  return async () => JSON.parse(await (await send('GET', path)).text()).version
}

function send(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Response> {
  return fetch(kit.url + path, {
    method,
    headers: {
      authorization: `Bearer ${kit.admin.options.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const at = (path: string, body?: unknown): Subject => ({ path, body, version: versionAt(path) })

async function newUser() {
  return (await kit.createUser()).user
}
async function newProduction() {
  return kit.createProduction()
}
async function newComment() {
  const moId = await createClip(kit, prId)
  return kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start: 1 } })
}
async function newCollection() {
  return kit.admin.collections.createCollection({ prId, body: { objectType: 'Notebook', title: 'A collection' } })
}
async function newSavedSearch() {
  const { id } = await kit.admin.savedSearches.createSavedSearch({ prId, body: { name: 'A search' } })
  return `/production/${prId}/savedSearch/${id}`
}
async function newDeliveryRequest() {
  const { id } = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'A request' } })
  return `/production/${prId}/delivery_request/${id}`
}
async function newSubmission() {
  const deliveryRequestId = Number((await newDeliveryRequest()).split('/').at(-1))
  const { id } = await kit.admin.delivery.createSubmission({
    prId,
    body: { deliveryRequestId, submissionComments: 'Sent by courier' },
  })
  return `/production/${prId}/delivery_request_submission/${id}`
}
async function newThesaurus() {
  const { accountId } = kit
  const { id } = await kit.admin.thesauri.createThesaurus({ accountId, body: { label: 'A thesaurus' } })
  return `/account/${accountId}/thesaurus/${id}`
}
async function newEntry() {
  const path = await newThesaurus()
  await send('POST', `${path}/entry`, {}, [{ label: 'A word', value: 'word' }])
  const found = JSON.parse(await (await send('GET', `${path}/entry`)).text()) as { results: { id: number }[] }
  return `${path}/entry/${found.results[0]!.id}`
}
const smallFile = { filename: 'a.txt', content: 'YQ==' }
async function newFile() {
  return `/production/${prId}/file/${(await kit.admin.files.createFile({ prId, body: smallFile })).id}`
}
async function newAccountFile() {
  const { id } = await kit.admin.files.createAccountFile({ id: kit.accountId, body: smallFile })
  return `/account/${kit.accountId}/file/${id}`
}
async function newWebhook() {
  const body = { url: 'https://receiver.example/', active: false }
  const { id } = await kit.admin.webhooks.createWebhook({ id: kit.accountId, body })
  return `/account/${kit.accountId}/webhook/${id}`
}
async function newShare() {
  const { id } = await newCollection()
  return kit.admin.sharing.createShare({ prId, id, body: {} })
}
async function newParagraph() {
  const moId = await createClip(kit, prId)
  const path = `/production/${prId}/mo/${moId}/transcript/en`
  const parts = [{ start: 0, duration: 10, word: 'Hello' }]
  const response = await send('PUT', path, {}, { paragraphs: [{ structuredDescription: { parts } }] })
  const { paragraphs } = JSON.parse(await response.text()) as { paragraphs: { id: number }[] }
  return { id: paragraphs[0]!.id, path: `${path}/paragraph/${paragraphs[0]!.id}` }
}
async function newSubtitles(withPreset: boolean) {
  const moId = await createClip(kit, prId)
  const path = `/production/${prId}/mo/${moId}/subtitle/en`
  await send('GET', `${path}/${presetId}`)
  return withPreset ? `${path}/${presetId}` : path
}

const describeIt = [{ op: 'add', path: '/description', value: 'changed' }]
const emptySubtitles = { version: 1, structuredDescription: { subtitles: [] } }

/** By the id of the endpoint. */
const subjects: Record<string, () => Promise<Subject>> = {
  async updateUser() {
    const { id, username, email } = await newUser()
    return at(`/user/${id}`, { version: 1, username, email, firstName: 'Ada' })
  },
  async updateUserState() {
    const { id } = await newUser()
    return { ...at(`/user/${id}`, { locked: true }), path: `/user/${id}/state` }
  },
  async updateAccount() {
    const owner = await newUser()
    const body = { name: `account-${owner.id}`, ownerId: owner.id } as AccountCreation
    const { id, version } = await kit.admin.accounts.createAccount({ body })
    return at(`/account/${id}`, { version, name: `account-${owner.id}`, humanName: 'Another' })
  },
  updateProduction: async () => at(`/production/${(await newProduction()).id}`, { version: 1, name: 'Another' }),
  patchProduction: async () => at(`/production/${(await newProduction()).id}`, describeIt),
  deleteProduction: async () => at(`/production/${(await newProduction()).id}`),
  updateRole: () => role({ version: 1, name: 'Another' }),
  deleteRole: () => role(),
  updateCategory: async () => at(await category(), { version: 1, name: 'Another' }),
  deleteCategory: async () => at(await category()),
  patchMediaObjectAnnotation: async () => at(`/production/${prId}/mo/${await createClip(kit, prId)}/moa`, describeIt),
  patchAnnotation: async () => at(`/production/${prId}/an/${(await newComment()).id}`, describeIt),
  deleteAnnotation: async () => at(`/production/${prId}/an/${(await newComment()).id}`),
  async patchParagraph() {
    const { id, path } = await newParagraph()
    const body = [{ op: 'replace', path: '/text', value: 'Goodbye' }]
    return { path, body, version: versionAt(`/production/${prId}/an/${id}`) }
  },
  patchSubtitle: async () => at(await newSubtitles(true), describeIt),
  patchSubtitleOfLanguage: async () => at(await newSubtitles(false), describeIt),
  replaceSubtitle: async () => at(await newSubtitles(true), emptySubtitles),
  replaceSubtitleOfLanguage: async () => at(await newSubtitles(false), emptySubtitles),
  deleteSubtitle: async () => at(await newSubtitles(true)),
  deleteSubtitleOfLanguage: async () => at(await newSubtitles(false)),
  updateCollection: async () => at(`/production/${prId}/eo/${(await newCollection()).id}`, { version: 1, title: 'B' }),
  patchCollection: async () => at(`/production/${prId}/eo/${(await newCollection()).id}`, describeIt),
  deleteCollection: async () => at(`/production/${prId}/eo/${(await newCollection()).id}`),
  updateAnnotationFields: () => fields('cfd', { fields: {} }),
  updateAnnotationField: () => fields('cfd', { type: 'STRING' }, '/aField'),
  updateCollectionFields: () => fields('eo/cfd', { fields: {} }),
  updateCollectionField: () => fields('eo/cfd', { type: 'STRING' }, '/aField'),
  updateSavedSearch: async () => at(await newSavedSearch(), { version: 1, name: 'Another' }),
  deleteSavedSearch: async () => at(await newSavedSearch()),
  updateDeliveryRequest: async () => at(await newDeliveryRequest(), { version: 1, label: 'Another' }),
  patchDeliveryRequest: async () => at(await newDeliveryRequest(), describeIt),
  deleteDeliveryRequest: async () => at(await newDeliveryRequest()),
  updateSubmission: async () => at(await newSubmission(), { version: 1, submissionComments: 'Sorry' }),
  patchSubmission: async () => at(await newSubmission(), [{ op: 'add', path: '/submissionComments', value: 'Sorry' }]),
  deleteSubmission: async () => at(await newSubmission()),
  async submitSubmission() {
    const path = await newSubmission()
    return { ...at(path), path: `${path}/submit` }
  },
  async redeliverSubmission() {
    const path = await newSubmission()
    const { database } = kit.service.platform
    await database
      .updateTable('delivery_submission')
      .set({ submission_status: 'DeliveryFailed' })
      .where('id', '=', Number(path.slice(path.lastIndexOf('/') + 1)))
      .execute()
    return { ...at(path), path: `${path}/redeliver` }
  },
  deleteFile: async () => at(await newFile()),
  deleteAccountFile: async () => at(await newAccountFile()),
  updateThesaurus: async () => at(await newThesaurus(), { version: 1, label: 'Another' }),
  patchThesaurus: async () => at(await newThesaurus(), [{ op: 'add', path: '/label', value: 'Another' }]),
  deleteThesaurus: async () => at(await newThesaurus()),
  updateEntry: async () => at(await newEntry(), { version: 1, label: 'Another' }),
  deleteEntry: async () => at(await newEntry()),
  updateWebhook: async () => at(await newWebhook(), { version: 1, label: 'Another' }),
  deleteWebhook: async () => at(await newWebhook()),
  updateShare: async () => at(`/production/${prId}/share/${(await newShare()).id}`, { version: 1, label: 'A share' }),
  deleteShare: async () => at(`/production/${prId}/share/${(await newShare()).id}`),
  async setSharePassword() {
    const path = `/production/${prId}/share/${(await newShare()).id}`
    return { ...at(path, 'a password'), path: `${path}/password` }
  },
  patchMediaObject: async () =>
    at(`/production/${prId}/mo/${await createClip(kit, prId)}`, [{ op: 'add', path: '/name', value: 'Another' }]),
  deleteMediaObject: async () => at(`/production/${prId}/mo/${await createClip(kit, prId)}`),
  async updateScreenshot() {
    const path = `/production/${prId}/mo/${await createClip(kit, prId)}`
    const screenshot = [...Buffer.from(png, 'base64')]
    return { ...at(path, { screenshot, screenshotType: 'image/png' }), path: `${path}/screenshot` }
  },
}

async function role(body?: unknown): Promise<Subject> {
  const { id: production } = await newProduction()
  const { id } = await kit.admin.productions.createRole({ prId: production, body: { name: 'A role', permissions: [] } })
  const version = async () => {
    const { items } = await kit.admin.productions.listRoles({ prId: production })
    return items.find(item => item.id === id)!.version
  }
  return { path: `/production/${production}/role/${id}`, body, version }
}

async function category(): Promise<string> {
  const { id } = await kit.admin.productions.createCategory({ prId, body: { name: 'A category' } })
  return `/production/${prId}/category/${id}`
}

async function fields(kind: 'cfd' | 'eo/cfd', body: object, below = ''): Promise<Subject> {
  const path = `/production/${(await newProduction()).id}/${kind}`
  await send('PUT', `${path}/first`, {}, { type: 'STRING' })
  return { path: path + below, body: below === '' ? { version: 1, ...body } : body, version: versionAt(path) }
}

const conditional = Object.values(contract)
  .flatMap((module): Endpoint[] => Object.values(module))
  .filter(isConditional)

describe('a change of a resource with a version', () => {
  for (const { id, method } of conditional) {
    // http-29, errors-14, errors-24
    test(`${id} heeds If-Match, and changes nothing when it names another version`, async () => {
      const subject = await subjects[id]!()
      const { path, body } = subject
      const stored = await subject.version()
      for (const tag of [otherTag, `W/"${stored}"`, '"x"']) {
        const refused = await send(method, path, { 'if-match': tag }, body)
        const error = JSON.parse(await refused.text())
        assert.deepEqual([refused.status, error.type], [412, 'PreconditionFailedError'], tag)
        assert.deepEqual(error.data, { version: stored })
      }
      assert.equal((await send(method, path, { 'if-none-match': '*' }, body)).status, 412)
      assert.equal(await subject.version(), stored)
      const done = await send(method, path, { 'if-match': `${otherTag}, "${stored}-of-this-answer"` }, body)
      assert.ok(done.ok, `${done.status} ${await done.text()}`)
    })
  }
})
