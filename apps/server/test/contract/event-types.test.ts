/** "Which operations emit which event types: not shown": every type of the interface, and what tells it here. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Event, type EventCreation, type EventType, eventTypes } from '@rushes/contract'
import { createIngestScene, type IngestScene } from '../../src/modules/ingest/testing/scene.ts'
import { beginUpload } from '../scene/begin-upload.ts'
import { untilSeen } from '../until.ts'

/** Told by what this test does. */
const toldHere = [
  'Activity',
  'Annotation.create',
  'Production.create',
  'Production.update',
  'Production.delete',
  'Production.restore',
  'Team.add',
  'Team.remove',
  'AccountTeam.add',
  'AccountTeam.remove',
  'Media.create',
  'Media.delete',
  'Media.probe',
  'Media.ingest',
  'Media.update',
  'Media.instance.proxy.online',
  'Media.instance.material',
  'FileResource.material',
  'Workflow.start',
  'Workflow.error',
  'Workflow.update',
  'Workflow.complete',
  'Task.start',
  'Task.error',
  'Task.update',
  'Task.complete',
  'Transcode',
  'Transcode.failed',
  'Transfer.start',
  'Transfer.complete',
  'Transfer.failed',
  'DeliveryRequest.create',
  'DeliveryRequest.update',
  'DeliveryRequestSubmission.create',
  'DeliveryRequestSubmission.update',
  'Account.changeOwnership',
  'User.register',
] as const satisfies EventType[]

/** Told elsewhere: the test that sees it, or the place that tells it. */
const toldElsewhere: Partial<Record<EventType, string>> = {
  Notification: 'modules/webhooks/webhooks.test.ts',
  'Media.instance.proxy.offline': 'modules/media/instances/remove-instances.test.ts',
  'Subtitling.import': 'modules/subtitles/files/files.test.ts',
  'Subtitling.manual': 'modules/subtitles/change/change.test.ts',
  'Transcription.automatic': 'modules/transcripts/recognition/recognition.test.ts',
  'Transcription.automatic.failed': 'modules/transcripts/recognition/recognition.test.ts',
  'Subtitling.automatic': 'modules/subtitles/automatic/testing/transcript.test.ts',
  'Subtitling.automatic.failed': 'modules/subtitles/automatic/testing/transcript.test.ts',
  'Subtitling.import.failed': 'modules/subtitles/automatic/testing/workflow.test.ts',
  'User.authenticationTypeUpdate': 'modules/accounts/users/service.ts',
}

/** Told by other systems alone, through POST event. */
const posted = [
  'Monitor.create',
  'Monitor.update',
  'Monitor.delete',
  'Monitor.clear',
  'Monitor.trigger',
  'Metric.correction',
] as const satisfies EventType[]

/** Never told by the service, because it does no such thing; other systems may. */
const never: Partial<Record<EventType, string>> = {
  'Production.move': 'no call moves a production to another account',
  'User.delete': 'no call deletes a user: one is disabled, as an Activity tells',
  'Transcription.summarize': 'nothing summarizes',
  'Translation.automatic': 'nothing translates by itself',
  'Translation.automatic.failed': 'nothing translates by itself',
}

// accounts-16, subtitles-54, transcripts-10, events-15, events-17, events-19, events-21
test('every type of the interface is emitted by the service, or the reason is given', () => {
  const known = [...toldHere, ...Object.keys(toldElsewhere), ...posted, ...Object.keys(never)]
  assert.deepEqual(known.toSorted(), [...eventTypes].toSorted())
  for (const [type, path] of Object.entries(toldElsewhere)) {
    const text = readFileSync(join(import.meta.dirname, '../../src', path), 'utf8')
    assert.match(text, new RegExp(`['\`]${RegExp.escape(type)}['\`]`), `${path} knows ${type}`)
  }
})

describe('the log', () => {
  let scene: IngestScene
  let { kit, prId, clip, upload, waitFor: waitForRun } = {} as IngestScene
  before(async () => {
    scene = await createIngestScene()
    ;({ kit, prId, clip, upload, waitFor: waitForRun } = scene)
  })
  after(() => scene.stop())

  async function listAll(): Promise<Event[]> {
    const all: Event[] = []
    for (;;) {
      const since = all.at(-1)?.id
      const page = await kit.admin.events.listAccountEvents({
        id: kit.accountId,
        query: { limit: 1000, ...(since === undefined ? {} : { since }) },
      })
      all.push(...page)
      if (page.length < 1000) break
    }
    return [...all, ...(await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } }))]
  }

  async function changeProductions(): Promise<number> {
    const { id, version } = await kit.createProduction('A short life')
    await kit.admin.productions.updateProduction({ prId: id, body: { version, name: 'Renamed' } })
    await kit.admin.productions.deleteProduction({ prId: id })
    await kit.admin.productions.restoreProduction({ prId: id })
    const { user } = await kit.createMember(id, { rights: ['PRODUCTION_VIEW'] })
    await kit.admin.productions.removeParticipant({ prId: id, userId: user.id })
    return id
  }

  async function changeAccounts(): Promise<number> {
    const { user, api } = await kit.createUser()
    const { id, version } = await kit.admin.accounts.createAccount({ body: { humanName: 'House', ownerId: user.id } })
    const other = (await kit.createUser()).user
    await api.accounts.addAccountParticipant({ id, body: { userId: other.id, rights: ['ACCOUNT_VIEW'] } })
    await api.accounts.removeAccountParticipant({ id, userId: other.id })
    await api.accounts.updateAccount({ id, body: { version, humanName: 'House', ownerId: other.id } })
    return id
  }

  /** A clip that comes to be, and one that does not. */
  async function ingestClips(): Promise<void> {
    const { moId, workflowId } = await upload(clip, 'film.mp4')
    await waitForRun(workflowId)
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start: 1 } })
    const { mediaObjectId } = await beginUpload(kit.admin, prId, 100)
    await kit.admin.uploads.cancelUpload({ prId, id: mediaObjectId! })
    await kit.admin.productions.updateSetting({ prId, key: 'ingest', body: { watermark: { fileResourceId: 1 } } })
    const failing = await upload(clip, 'unmarked.mp4')
    await waitForRun(failing.workflowId)
    const again = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } })
    await kit.admin.workflows.cancelWorkflow({ prId, id: again.id }).catch(() => {})
  }

  async function askForDelivery(): Promise<void> {
    const { id, version } = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Promo' } })
    await kit.admin.delivery.updateDeliveryRequest({ prId, id, body: { version, label: 'Trailer' } })
    const submission = await kit.admin.delivery.createSubmission({
      prId,
      body: { deliveryRequestId: id, submissionComments: 'Sent by courier' },
    })
    await kit.admin.delivery.submitSubmission({ prId, id: submission.id })
    const body = { filename: 'a.txt', content: 'YQ==' }
    await kit.admin.files.createFile({ prId, body })
  }

  /** A notice that nobody takes is tried again. */
  async function bootstrapInVain(): Promise<void> {
    const url = 'http://10.0.0.1/'
    await kit.admin.accounts.updateAccountSetting({
      id: kit.accountId,
      key: 'deliveryWorkspaceBootstrapWebhookUrl',
      body: url,
    })
    const object = { product: { externalReference: 'p', title: 'Told in vain' } }
    const body: EventCreation[] = [{ type: 'Activity', verb: 'Product.update', object }]
    await kit.admin.events.postAccountEvents({ id: kit.accountId, body })
  }

  // accounts-16, accounts-18, accounts-29, productions-11, productions-21, workflows-5, delivery-9, delivery-29,
  // events-13, events-14, events-15, events-16, events-18, events-19
  test('reports everything that happens, each in its type, with who did it and to what', {
    timeout: 120_000,
  }, async () => {
    const places = [await changeProductions()]
    const accountId = await changeAccounts()
    await askForDelivery()
    await bootstrapInVain()
    await ingestClips()
    const listTold = async () => [
      ...(await listAll()),
      ...(await kit.admin.events.listAccountEvents({ id: accountId, query: { limit: 1000 } })),
      ...(await kit.admin.events.listProductionEvents({ prId: places[0]!, query: { limit: 1000 } })),
      ...(await searchUsers()),
    ]
    const findMissing = async () => {
      const told = new Set((await listTold()).map(({ type }) => type))
      return toldHere.filter(type => !told.has(type))
    }
    await untilSeen('every type has been emitted', findMissing, missing => missing.length === 0)
    for (const { id, type, verb, actor, object, created } of await listTold()) {
      assert.ok(id && created && actor?.objectType, `${type} ${verb} says when, and who acted`)
      // What another system tells has the shape that it gives.
      if (verb !== 'Product.update') assert.ok(object?.objectType, `${type} ${verb} says what it is about`)
    }
  })

  /** Users belong to no account: their events are found by the search of everything. */
  async function searchUsers(): Promise<Event[]> {
    const found = await kit.admin.events.searchAllActivities({ query: { fq: ['type:User.register'], rows: 10 } })
    return found.results.map(
      ({ id, type, actor, object, created }) => ({ id: String(id), type, actor, object, created }) as Event,
    )
  }

  // events-20, events-21
  test('has what other systems tell in the types that the service itself does not use', async () => {
    const others = [...posted, ...(Object.keys(never) as EventType[])]
    const before = (await listAll()).map(({ type }) => type)
    assert.deepEqual(
      others.filter(type => before.includes(type)),
      [],
      'and nobody else does',
    )
    const body = others.map(type => ({ type, productionId: prId, object: { objectType: 'Monitor', id: 7 } }))
    const answered = await kit.admin.events.postAccountEvents({ id: kit.accountId, body })
    assert.deepEqual(
      answered.map(({ type }) => type),
      others,
    )
    const told = await kit.admin.events.listAccountEvents({ id: kit.accountId, query: { type: ['Metric.correction'] } })
    assert.equal(told.length, 1)
  })
})
