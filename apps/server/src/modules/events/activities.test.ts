import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { createClips } from '../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { modules } from '../../modules.ts'
import { createServiceContext, inTransaction } from '../../platform/context.ts'
import type { NewEvent } from '../../platform/events/log.ts'
import { collectSources, rebuildIndex } from '../search/index.ts'
import { activityDocuments } from './activities.ts'

let kit: TestService
let api: Client
let prId: number
let clipId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Harbour')).id
  api = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT', 'LIBRARY_UPLOAD'] })).api
  clipId = (await createClips(api, prId, { name: 'Crane' }))[0]!.id
})
after(() => kit.stop())

type Query = NonNullable<Parameters<Client['events']['searchActivitiesOfProduction']>[0]['query']>

const find = async (query: Query) =>
  (await api.events.searchActivitiesOfProduction({ prId, query: { rows: 1000, ...query } })).results

const comment = (description: string) =>
  api.annotations.createClipAnnotation({
    prId,
    moId: clipId,
    type: 'comment',
    body: { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description, start: 1, end: 2 },
  })

/** Emits something as the service's own parts do. */
function tell(...events: NewEvent[]): Promise<void> {
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    for (const event of events) ctx.publish({ productionId: prId, ...event })
  })
}

describe('GET /production/{prId}/activity', () => {
  // events-10
  test('tells who did what to what, and when', async () => {
    const before = kit.clock.now()
    const { id } = await comment('Too dark')
    const me = await api.authentication.getCurrentUser()
    const [found, ...others] = await find({ fq: [`object.id:${id}`] })
    assert.deepEqual(others, [])
    const { created, id: eventId, requestId, ...rest } = found!
    assert.ok(Number(created) >= before && typeof eventId === 'number' && typeof requestId === 'string')
    assert.deepEqual(rest, {
      objectType: 'Event',
      type: 'Annotation.create',
      verb: 'Annotation.create',
      productionId: prId,
      mediaObjectId: clipId,
      actor: { objectType: 'User', id: me.id, username: me.username },
      'actor.objectType': 'User',
      'actor.id': me.id,
      'actor.username': me.username,
      object: { objectType: 'ClipAnnotation', id, funnel: 'ReviewComment', mediaObjectId: clipId, version: 1 },
      'object.objectType': 'ClipAnnotation',
      'object.id': id,
      'object.funnel': 'ReviewComment',
      target: { objectType: 'MediaObject', id: clipId },
      'target.objectType': 'MediaObject',
      'target.id': clipId,
    })
  })

  // events-10
  test('has the ids of the events, which follow the log behind it', async () => {
    await comment('Once more')
    const [last] = await find({ sort: 'created desc, id desc', rows: 1 })
    await comment('And again')
    const later = await api.events.listProductionEvents({ prId, query: { since: String(last!.id) } })
    assert.deepEqual(
      later.map(event => event.verb),
      ['Annotation.create'],
    )
  })

  // events-10
  test('takes the complete search syntax', async () => {
    assert.ok((await find({ q: 'harbour' })).length > 0, 'words without a field find names')
    assert.equal((await find({ q: 'type:Production.* -type:Production.delete' })).length, 1)
    assert.equal((await find({ q: 'created:[NOW-1HOUR TO NOW+1HOUR] AND verb:nothing' })).length, 0)
    const list = await api.events.searchActivitiesOfProduction({
      prId,
      query: {
        q: `mediaObjectId:${clipId}`,
        rows: 0,
        'facet.field': ['type'],
        'facet.pivot': ['object.objectType,verb'],
        'facet.mincount': 1,
      },
    })
    assert.ok(list.facetFields[0]!.values.some(({ name }) => name === 'Media.create'))
    const node = list.facetPivot['object.objectType,verb']!.find(({ value }) => value === 'ClipAnnotation')
    assert.deepEqual(node?.pivot, [{ field: 'verb', value: 'Annotation.create', count: node?.count }])
    const fields = await find({ q: '*', fl: ['id,verb'], sort: 'verb asc', fq: ['verb:*'] })
    assert.deepEqual(Object.keys(fields[0]!).sort(), ['id', 'verb'])
  })

  // events-11
  test('shows single steps of workflows with `includeDebugTraces` only', async () => {
    const workflow = { objectType: 'Workflow', id: 'f00d', type: 'ingest' }
    await tell(
      { type: 'Workflow.start', object: workflow },
      { type: 'Workflow.update', object: workflow },
      { type: 'Task.start', object: { objectType: 'Task', id: 1, name: 'probe' }, target: workflow },
      { type: 'Metric.correction', object: workflow },
      { type: 'Workflow.update', verb: 'pause', object: workflow },
      { type: 'Workflow.complete', object: workflow },
    )
    const ofWorkflow = async (query: Query) =>
      (await find({ q: 'object.id:f00d target.id:f00d', sort: 'id asc', ...query })).map(({ type }) => type)
    const activities = ['Workflow.start', 'Workflow.update', 'Workflow.complete']
    assert.deepEqual(await ofWorkflow({}), activities)
    assert.deepEqual(await ofWorkflow({ includeDebugTraces: false }), activities)
    assert.equal((await ofWorkflow({ includeDebugTraces: true })).length, 6)
    assert.deepEqual(await find({ q: 'type:Task.*' }), [])
    const { facetFields } = await api.events.searchActivitiesOfProduction({
      prId,
      query: { 'facet.field': ['type'], 'facet.mincount': 0, rows: 0 },
    })
    assert.ok(!facetFields[0]!.values.some(({ name }) => name?.startsWith('Task.')), 'no facet counts them either')
  })
})

// events-12
test('GET /activity lists everything, to SUPPORT', async () => {
  const { user } = await kit.createUser()
  const everywhere = await kit.admin.events.searchAllActivities({ query: { fq: [`object.id:${user.id}`] } })
  assert.deepEqual(
    everywhere.results.map(({ type, productionId }) => [type, productionId]),
    [['User.register', undefined]],
  )
  await assert.rejects(api.events.searchAllActivities({}), { name: 'ForbiddenError', data: { right: 'SUPPORT' } })
})

// events-12
test('no query shows the activities of another production', async () => {
  const other = await kit.createProduction('Lighthouse')
  await kit.admin.productions.updateProduction({
    prId: other.id,
    body: { ...other, name: 'Lighthouse', description: 'Beam' },
  })
  const queries: Query[] = [
    { q: '*:*' },
    { q: 'lighthouse' },
    { q: `productionId:${other.id}` },
    { q: `-productionId:${prId}` },
    { q: `*:* OR productionId:${other.id}` },
    { fq: [`object.id:${other.id}`] },
    { fq: [`accountId:${kit.accountId}`], includeDebugTraces: true },
    { q: 'objectType:(User Subscription ClipAnnotation RequestTiming WorkflowReport)' },
  ]
  for (const query of queries) {
    const list = await api.events.searchActivitiesOfProduction({
      prId,
      query: {
        ...query,
        rows: 1000,
        'facet.field': ['productionId', 'object.name', 'objectType', 'username'],
        'facet.pivot': ['objectType,object.name'],
        'facet.mincount': 0,
        'facet.limit': -1,
      },
    })
    assert.doesNotMatch(JSON.stringify({ ...list, responseHeader: {} }), /Lighthouse|Beam|example\.org/)
    assert.ok(list.results.every(({ productionId, objectType }) => productionId === prId && objectType === 'Event'))
    assert.deepEqual(list.facetFields.map(({ values }) => values.map(({ name }) => name)).toSpliced(1, 1), [
      [String(prId)],
      ['Event'],
      [],
    ])
  }
})

test('activities are derived: written again from the log, they are the same', async () => {
  const { database, clock, log } = kit.service.platform
  const all = () => find({ q: '*:*', sort: 'id asc', includeDebugTraces: true })
  const first = await all()
  const ids = first.map(({ id }) => Number(id))
  const documents = await activityDocuments.read(database, ids)
  assert.deepEqual(
    documents.map(({ id }) => id).sort((a, b) => a - b),
    ids,
  )
  await database.deleteFrom('search_document').where('id', 'in', ids).execute()
  assert.deepEqual(await all(), [])
  await rebuildIndex({ database, clock, log, sources: collectSources(modules) }, () => {})
  assert.deepEqual(await all(), first)
})

test('an event of any shape is an activity, and keeps no other from being one', async () => {
  const nested = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, { deep: index }]))
  await tell(
    { type: 'Activity', verb: 'odd', object: { id: { not: 'one' }, objectType: ['a'], name: 'n'.repeat(5000) } },
    { type: 'Activity', verb: 'odd', object: { ...nested, id: Number.MAX_VALUE, mediaObjectId: 'none' } },
    { type: 'Activity', verb: 'odd', message: 'Sehr seltsam', target: JSON.parse('{"__proto__": {"id": 7}}') },
  )
  assert.equal((await find({ q: 'verb:odd' })).length, 3)
  assert.equal((await find({ q: 'message:seltsam' })).length, 1)
  assert.deepEqual(await find({ q: 'verb:odd AND target.id:7' }), [])
  await assert.rejects(find({ sort: 'object.field7 asc' }), { name: 'BadRequestError' })
})
