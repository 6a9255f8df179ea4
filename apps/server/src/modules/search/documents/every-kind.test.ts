import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'
import { modules } from '../../../modules.ts'
import { collectSources, rebuildIndex } from '../index.ts'
import { readSnapshot } from '../testing/snapshot.ts'

const documentSources = collectSources(modules)

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** The index, once nothing changes in it any more. */
function readQuietSnapshot() {
  const { database } = kit.service.platform
  return untilSeen('nothing changes in the index any more', async () => {
    const earlier = await readSnapshot(database)
    await delay(2_500)
    const later = await readSnapshot(database)
    const { rows } = await sql`select from search_change limit 1`.execute(database)
    return rows.length === 0 && JSON.stringify([...earlier]) === JSON.stringify([...later]) && later
  })
}

test('a rebuild makes the same documents of every kind as the changes one by one did', {
  timeout: 120_000,
}, async () => {
  const { admin, accountId } = kit
  const { id: prId } = await kit.createProduction()
  await kit.createMember(prId, { roles: ['Production Member'] })
  const created = await admin.uploads.createMediaObjects({ prId, body: { name: 'A clip' } })
  const { mediaObjectId } = Array.isArray(created) ? created[0]! : created
  const moId = mediaObjectId!
  const clips = { prId, moId, type: 'clip' } as const
  const comment = await admin.annotations.createClipAnnotation({
    ...clips,
    body: { funnel: 'ReviewComment', description: 'Brighter, please', start: 1, end: 2, tags: ['light', 'mood'] },
  })
  await admin.annotations.createClipAnnotation({
    ...clips,
    body: { funnel: 'Shot', name: 'A shot', start: 3, end: 9, customFields: { camera: 'B', take: 7 } },
  })
  const { id: collectionId } = await admin.collections.createCollection({ prId, body: { title: 'Selects' } })
  await admin.collections.attachEntries({ prId, id: collectionId, body: [{ annotationId: comment.id }] })
  const { id: thesaurusId } = await admin.thesauri.createThesaurus({ accountId, body: { label: 'Places' } })
  await admin.thesauri.writeEntries({ accountId, id: thesaurusId, body: [{ label: 'Harbour' }] })
  const { id: deliveryRequestId } = await admin.delivery.createDeliveryRequest({ prId, body: { label: 'Promo' } })
  await admin.delivery.createSubmission({ prId, body: { deliveryRequestId } })
  await admin.annotations.startBulkWorkflow({ prId, body: { actions: [], waitForIndex: true } })
  await admin.system.searchTimings({})

  const whole = await readQuietSnapshot()
  const { database, clock, log } = kit.service.platform
  const kinds = new Set([...whole.values()].map(row => (row as { kind: string }).kind))
  const missing = Object.keys(documentSources).filter(kind => !kinds.has(kind) && kind !== 'performance')
  assert.deepEqual(missing, [])
  for (const [kind, source] of Object.entries(documentSources)) {
    const ids = [...whole].flatMap(([id, row]) => ((row as { kind: string }).kind === kind ? [Number(id)] : []))
    const { rows } = (await source.selectSizes?.(ids).execute(database)) ?? { rows: [] }
    const sized = new Map(rows.map(row => [row.id, row.bytes]))
    const expected = source.selectSizes ? ids : []
    assert.deepEqual([...sized.keys()].toSorted(), expected.toSorted(), `sizes of ${kind}`)
    assert.ok(
      [...sized.values()].every(bytes => Number.isSafeInteger(bytes) && bytes > 0),
      `sizes of ${kind}`,
    )
  }

  const rebuild = () => rebuildIndex({ database, clock, log, sources: documentSources }, () => {})
  await rebuild()
  assert.deepEqual(await readSnapshot(database), whole, 'beside the old ones')
  await sql`truncate search_document, search_body, search_value, search_word`.execute(database)
  await rebuild()
  assert.deepEqual(await readSnapshot(database), whole, 'from nothing')
})

// search-1
test('what a client has written is "visible to the next search of the same client", each time', async () => {
  const { admin } = kit
  const { id: prId } = await kit.createProduction()
  const created = await admin.uploads.createMediaObjects({ prId, body: { name: 'Another clip' } })
  const { mediaObjectId } = Array.isArray(created) ? created[0]! : created
  const count = async (q: string) => (await admin.annotations.searchAnnotations({ prId, query: { q } })).numFound
  for (let turn = 0; turn < 10; turn += 1) {
    const body = { funnel: 'ReviewComment', description: `Turn${turn}`, start: turn, end: turn + 1 }
    const { id } = await admin.annotations.createClipAnnotation({ prId, moId: mediaObjectId!, type: 'clip', body })
    assert.equal(await count(`Turn${turn}`), 1)
    const value = `Turned${turn}`
    await admin.annotations.patchAnnotation({ prId, anId: id, body: [{ op: 'add', path: '/description', value }] })
    assert.deepEqual([await count(`Turn${turn}`), await count(value)], [0, 1])
    await admin.annotations.deleteAnnotation({ prId, anId: id })
    assert.equal(await count(value), 0)
  }
})
