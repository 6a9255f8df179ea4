import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { untilLogIsComplete } from '../../../../test/events/event-log.ts'
import { countStatementsOfRequest } from '../../../../test/running/requests/count-statements.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction, type Transaction } from '../../../platform/context.ts'
import { readEvents } from '../../../platform/events/log.ts'
import { logStart } from '../../../platform/events/position.ts'
import { defineWorkflow, getWorkflowReport, startWorkflow } from '../../workflows/index.ts'
import {
  attachAnnotations,
  deleteClip,
  detachAnnotations,
  findAnnotations,
  isClipAttached,
  listAttached,
  listAttachedClipIds,
} from '../index.ts'
import { lockClipRowForDeletion } from '../store.ts'
import { createClip } from '../testing/create-clip.ts'
import { deleteRows, lockRowsForDeletion } from './store.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
beforeEach(async () => {
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

const create = (type: 'clip' | 'comment', body = {}) =>
  kit.admin.annotations.createClipAnnotation({ prId, moId, type, body })
const remove = (anId: number, query = {}) => kit.admin.annotations.deleteAnnotation({ prId, anId, query })
const exists = (anId: number) =>
  kit.admin.annotations.getAnnotation({ prId, anId }).then(
    () => true,
    error => {
      assert.equal(error.name, 'NotFoundError')
      return false
    },
  )
const asService = <T>(steps: (ctx: Transaction) => Promise<T>) =>
  inTransaction(createServiceContext(kit.service.platform, 'test'), steps)
const database = () => kit.service.platform.database
const search = (fq: string) => kit.admin.annotations.listAnnotations({ prId, query: { q: '*', fq: [fq], rows: 100 } })
const idsOf = (list: { results: Record<string, unknown>[] }) => list.results.map(result => result.id)

let lastCollection = 1_000_000_000
const newCollectionId = () => ++lastCollection

describe('deleting an annotation', () => {
  // annotations-18
  test('answers it, marked as deleted, and takes it out of the index', async () => {
    const { id } = await create('clip', { start: 1, end: 5 })
    assert.deepEqual(idsOf(await search(`id:${id}`)), [id])
    const deleted = await remove(id)
    assert.equal(deleted.id, id)
    assert.equal(typeof deleted.deleted, 'number')
    assert.equal(await exists(id), false)
    assert.equal((await search(`id:${id}`)).numFound, 0)
    await assert.rejects(remove(id), { name: 'NotFoundError' })
  })

  // review-19
  test('of a comment takes its replies along', async () => {
    const root = await create('comment')
    const reply = await create('comment', { relatedToId: root.id })
    await remove(root.id)
    assert.equal(await exists(reply.id), false)
    assert.equal((await search(`mediaObjectId:${moId}`)).numFound, 1)
  })

  // annotations-36
  test('of comments has the document of their clip rewritten only where that showed whom they mention', async () => {
    const { pool } = kit.service.platform
    const count = async (body: object) => {
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => create('comment', body)))
      const actions = [{ action: 'DELETE' as const, ids: others.map(({ id }) => id) }]
      return [
        await countStatementsOfRequest(pool, () => remove(first!.id)),
        await countStatementsOfRequest(pool, () =>
          kit.admin.annotations.deleteAnnotations({ prId, body: { actions } }),
        ),
      ]
    }
    const silent = await count({})
    assert.deepEqual(await count({ mentionIds: [5], tags: ['resolved'] }), silent)
    assert.deepEqual(
      await count({ mentionIds: [5] }),
      silent.map(statements => statements + 1),
    )
  })

  test('of a comment with more replies than one statement has room for takes and reports all of them', async () => {
    const { id: prId } = await kit.createProduction()
    const moId = await createClip(kit, prId)
    const comment = (body: { relatedToId?: number }) =>
      kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    const root = await comment({})
    const reply = await comment({ relatedToId: root.id })
    const count = 14_000
    await sql`
      insert into annotation (created, created_by, creator_id, modified_by, last_updated, production_id,
        media_object_id, object_type, funnel, start_frame, end_frame, related_to_id)
      select created, created_by, creator_id, modified_by, last_updated, production_id,
        media_object_id, object_type, funnel, start_frame, end_frame, related_to_id
      from annotation, generate_series(2, ${count}) where id = ${reply.id}`.execute(database())
    await kit.admin.annotations.deleteAnnotation({ prId, anId: root.id })
    const left = await findAnnotations(createServiceContext(kit.service.platform, 'test'), {
      productionId: prId,
      mediaObjectId: moId,
    })
    assert.deepEqual(
      left.map(row => row.object_type),
      ['MediaObjectAnnotation'],
    )
    const told = await sql<{ count: number }>`
      select count(distinct body->'object'->>'id') from event
      where production_id = ${prId} and body->>'verb' = 'Annotation.delete'`.execute(database())
    assert.equal(told.rows[0]?.count, count + 1)
  })

  // annotations-19
  test('that hangs on a collection needs detachAssemble', async () => {
    const { id } = await create('clip', { start: 0, end: 10 })
    const collection = newCollectionId()
    await asService(ctx => attachAnnotations(ctx, prId, collection, [id]))
    await assert.rejects(remove(id), { name: 'ConflictError', data: { editorialObjectIds: [collection] } })
    await assert.rejects(remove(id, { detachAssemble: false }), { name: 'ConflictError' })
    assert.equal(await exists(id), true)
    await remove(id, { detachAssemble: true })
    assert.equal((await listAttached(database(), [collection], { offset: 0, limit: 10 })).total, 0)
  })

  // media-6, annotations-20
  test('of a whole clip deletes the clip with all that hangs on it', async () => {
    const part = await create('comment')
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    await remove(moa.id)
    assert.equal(await exists(part.id), false)
    await assert.rejects(kit.admin.annotations.getMediaObjectAnnotation({ prId, moId }), { name: 'NotFoundError' })
    await assert.rejects(kit.admin.media.getMediaObject({ prId, id: moId }), { name: 'NotFoundError' })
    assert.equal((await search(`mediaObjectId:${moId}`)).numFound, 0)
  })

  // annotations-19
  test('of a whole clip of which a part hangs on a collection needs detachAssemble, too', async () => {
    const part = await create('clip')
    const collection = newCollectionId()
    await asService(ctx => attachAnnotations(ctx, prId, collection, [part.id]))
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    await assert.rejects(remove(moa.id), { name: 'ConflictError' })
    await remove(moa.id, { deleteAssemble: true })
    assert.equal(await exists(part.id), false)
  })
})

describe('deleting several', () => {
  const bulk = (...actions: { ids: number[]; options?: { detachAssemble?: boolean } }[]) =>
    kit.admin.annotations.deleteAnnotations({
      prId,
      body: { actions: actions.map(action => ({ action: 'DELETE' as const, ...action })) },
    })

  // annotations-21
  test('takes comments, their replies and clips, each once', async () => {
    const root = await create('comment')
    const reply = await create('comment', { relatedToId: root.id })
    const other = await createClip(kit, prId)
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: other })
    const { ids } = await bulk({ ids: [reply.id, root.id] }, { ids: [moa.id, root.id] })
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      [root.id, reply.id, moa.id].toSorted((a, b) => a - b),
    )
    await assert.rejects(kit.admin.media.getMediaObject({ prId, id: other }), { name: 'NotFoundError' })
  })

  // annotations-21
  test('happens as a whole or not at all', async () => {
    const [first, second] = [await create('clip'), await create('clip')]
    await asService(ctx => attachAnnotations(ctx, prId, newCollectionId(), [second.id]))
    await assert.rejects(bulk({ ids: [first.id] }, { ids: [second.id] }), { name: 'ConflictError' })
    await assert.rejects(bulk({ ids: [first.id, 999_999_999] }), { name: 'NotFoundError' })
    assert.equal(await exists(first.id), true)
    await bulk({ ids: [first.id] }, { ids: [second.id], options: { detachAssemble: true } })
    assert.equal(await exists(first.id), false)
  })

  // annotations-22
  test('refuses what is no list of deletions', async () => {
    const send = (body: unknown) =>
      fetch(`${kit.url}/production/${prId}/an/bulk`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${kit.admin.options.token}` },
        body: JSON.stringify(body),
      }).then(response => response.status)
    assert.equal(await send({}), 400)
    assert.equal(await send({ actions: [{ action: 'EXPLODE', ids: [1] }] }), 400)
    assert.equal(await send({ actions: [{ action: 'DELETE', ids: ['1'] }] }), 400)
    assert.equal(await send({ actions: [{ action: 'DELETE', ids: [2 ** 53] }] }), 400)
    assert.equal(await send({ actions: [] }), 200)
  })
})

describe('a deletion and an addition at once', () => {
  test('a clip that is deleted while comments arrive keeps none of them, nor their documents', async () => {
    const clips = await Promise.all(Array.from({ length: 6 }, () => createClip(kit, prId)))
    const comments = clips.flatMap(clip =>
      [1, 2, 3].map(start =>
        kit.admin.annotations
          .createClipAnnotation({ prId, moId: clip, type: 'comment', body: { start } })
          .catch(error => assert.equal(error.name, 'NotFoundError')),
      ),
    )
    const deletions = clips.map(clip => asService(ctx => deleteClip(ctx, prId, clip)))
    await Promise.all([...comments, ...deletions])
    for (const clip of clips) {
      assert.deepEqual(
        await findAnnotations(createServiceContext(kit.service.platform, 'test'), {
          productionId: prId,
          mediaObjectId: clip,
        }),
        [],
      )
      assert.equal((await search(`mediaObjectId:${clip}`)).numFound, 0)
    }
  })
})

describe('a comment that has to wait for a deletion', () => {
  /** Holds what `lock` locks while `during` runs, then gives it free. */
  async function whileHeld(lock: (ctx: Transaction) => Promise<unknown>, during: () => Promise<void>): Promise<void> {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = asService(async ctx => {
      await lock(ctx)
      locked.resolve()
      await done.promise
    })
    await locked.promise
    await during().finally(() => done.resolve())
    await holding
  }

  test('on its clip keeps no comment on another clip waiting', async () => {
    const other = await createClip(kit, prId)
    let waiting: Promise<{ id: number }> | undefined
    await whileHeld(
      ctx => lockClipRowForDeletion(ctx.db, prId, moId),
      async () => {
        waiting = create('comment')
        const { id } = await kit.admin.annotations.createClipAnnotation({
          prId,
          moId: other,
          type: 'comment',
          body: {},
        })
        assert.equal(await exists(id), true)
      },
    )
    assert.equal(await exists((await waiting!).id), true, 'written once the clip turns out to stay')
  })

  test('of the comment that it answers keeps none waiting, and is refused when that is gone', async () => {
    const [root, another] = [await create('comment'), await create('comment')]
    let waiting: Promise<unknown> | undefined
    await whileHeld(
      async ctx => {
        await lockRowsForDeletion(ctx.db, prId, [root.id])
        await deleteRows(ctx.db, [root.id])
      },
      async () => {
        waiting = assert.rejects(create('comment', { relatedToId: root.id }), { name: 'ValidationError' })
        assert.equal(await exists((await create('comment', { relatedToId: another.id })).id), true)
      },
    )
    await waiting
  })
})

describe('hanging on a collection', () => {
  test('annotations keep the order in which they were put', async () => {
    const parts = await Promise.all([0, 1, 2, 3].map(start => create('clip', { start })))
    const [a, b, c, d] = parts.map(part => part.id) as [number, number, number, number]
    const collection = newCollectionId()
    const order = async (page = { offset: 0, limit: 10 }) =>
      (await listAttached(database(), [collection], page)).items.map(item => item.row.id)
    await asService(ctx => attachAnnotations(ctx, prId, collection, [b, a]))
    assert.deepEqual(await order(), [b, a])
    await asService(ctx => attachAnnotations(ctx, prId, collection, [d, c], 1))
    assert.deepEqual(await order(), [b, d, c, a])
    await asService(ctx => attachAnnotations(ctx, prId, collection, [a], 0))
    assert.deepEqual(await order(), [b, d, c, a], 'what hangs there already stays where it is')
    assert.deepEqual(await asService(ctx => detachAnnotations(ctx, prId, collection, [d, 999])), [d])
    await asService(ctx => attachAnnotations(ctx, prId, collection, [d], 2))
    assert.deepEqual(await order(), [b, c, d, a])
    assert.deepEqual(await order({ offset: 1, limit: 2 }), [c, d])
  })

  // annotations-36
  test('is found by annotation, and by clip or subclip', async () => {
    const part = await create('clip')
    const collection = newCollectionId()
    await asService(ctx => attachAnnotations(ctx, prId, collection, [part.id]))
    assert.equal(await isClipAttached(database(), moId, [collection]), true)
    assert.deepEqual(await listAttachedClipIds(database(), [collection]), [moId])
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    const comment = await create('comment')
    assert.deepEqual(idsOf(await search(`attachedEditorialObjectId:${collection}`)), [part.id])
    assert.deepEqual(
      idsOf(await search(`clipOrSubclipHasAttachedEditorialObjectId:${collection}`)).toSorted(),
      [moa.id, part.id, comment.id].toSorted(),
    )
    await asService(ctx => detachAnnotations(ctx, prId, collection, [part.id]))
    assert.equal((await search(`clipOrSubclipHasAttachedEditorialObjectId:${collection}`)).numFound, 0)
    assert.equal(await isClipAttached(database(), moId, [collection]), false)
  })
})

const lasting = defineWorkflow<Record<never, never>, 'only'>({
  name: 'lasting',
  tasks: { only: { attempts: 1, retryDelayMs: 1000, timeoutMs: 1000 } },
})

describe('deleting a clip', () => {
  // media-6, workflows-14
  test('cancels the workflows that are at work on it, and no others', async () => {
    const otherClip = await createClip(kit, prId)
    const begin = (mediaObjectId: number) =>
      asService(ctx => startWorkflow(ctx, lasting, { productionId: prId, mediaObjectId, input: {} }))
    const [id, other] = [await begin(moId), await begin(otherClip)]
    await kit.admin.media.deleteMediaObject({ prId, id: moId })
    const statusOf = async (id: string) =>
      (await getWorkflowReport(createServiceContext(kit.service.platform, 'test'), id)).status
    assert.equal(await statusOf(id), 'Cancelled')
    assert.notEqual(await statusOf(other), 'Cancelled')
  })
})

describe('what happened', () => {
  // annotations-28
  test('is reported: Annotation.create, Activity with a verb, Media.update for the clip’s own', async () => {
    const { id } = await create('comment')
    const body = [{ op: 'add' as const, path: '/description', value: 'x' }]
    await kit.admin.annotations.patchAnnotation({ prId, anId: id, body })
    await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })
    await remove(id)
    await untilLogIsComplete(database())
    const { events } = await readEvents(database(), logStart, { limit: 1000, productionId: prId })
    const ofClip = events.filter(event => event.object?.mediaObjectId === moId)
    assert.deepEqual(
      ofClip.map(event => [event.type, event.verb]),
      [
        ['Annotation.create', 'Annotation.create'],
        ['Activity', 'Annotation.update'],
        ['Media.update', 'Annotation.update'],
        ['Activity', 'Annotation.delete'],
      ],
    )
    assert.equal(ofClip[0]?.object?.id, id)
  })
})
