import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ClipAnnotation, ClipAnnotationCreation, ProductionRight } from '@rushes/contract'
import { refusedAt } from '../../../../test/refusal.ts'
import { createClip } from '../testing/create-clip.ts'
import { hostClip, kit, moId, prId } from '../testing/host.ts'

hostClip()

function comment(body: ClipAnnotationCreation, api: Client = kit.admin): Promise<ClipAnnotation> {
  return api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
}

function subclip(body: ClipAnnotationCreation, api: Client = kit.admin): Promise<ClipAnnotation> {
  return api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body })
}

async function member(...rights: ProductionRight[]) {
  return kit.createMember(prId, { rights: ['PRODUCTION_VIEW', ...rights] })
}

describe('a comment', () => {
  // review-5, review-6
  test('is a ClipAnnotation of funnel ReviewComment whose end is always start + 1', async () => {
    const made = await subclip({ funnel: 'ReviewComment', objectType: 'ClipAnnotation', start: 7, end: 50 })
    assert.equal(made.objectType, 'ClipAnnotation')
    assert.equal(made.funnel, 'ReviewComment')
    assert.deepEqual([made.start, made.end], [7, 8])
    assert.equal(made.productionId, prId)
    assert.equal(made.mediaObjectId, moId)
    assert.equal(made.version, 1)
    assert.equal(typeof made.creatorId, 'number')
    const read = await kit.admin.annotations.getAnnotation({ prId, anId: made.id })
    assert.deepEqual(read, made)
  })

  // review-40
  test('names who resolved it, and when, until it is opened again', async () => {
    const { api, user } = await member('REVIEW_EDIT_ALL')
    const { id } = await comment({ description: 'Too dark', start: 2, tags: ['light'] })
    const setTags = (tags: string[], by: Client = api) =>
      by.annotations.patchAnnotation({ prId, anId: id, body: [{ op: 'add', path: '/tags', value: tags }] })
    const find = async () =>
      (await api.annotations.listAnnotationsOfClip({ prId, moId, query: { fq: [`id:${id}`] } })).results[0]
    assert.equal((await find())?.resolvedByName, undefined)
    const resolved = await setTags(['light', 'resolved'])
    assert.equal(resolved.resolvedByName, user.username)
    const { resolvedAt = 0, created, lastUpdated = 0 } = resolved
    assert.ok(created <= resolvedAt && resolvedAt <= lastUpdated)
    const listed = await find()
    assert.deepEqual([listed?.resolvedByName, listed?.resolvedAt], [user.username, resolvedAt])
    const edited = await setTags(['resolved', 'dark'], kit.admin)
    assert.deepEqual([edited.resolvedByName, edited.resolvedAt], [user.username, resolvedAt])
    await assert.rejects(
      api.annotations.patchAnnotation({ prId, anId: id, body: [{ op: 'add', path: '/resolvedByName', value: 'x' }] }),
      refusedAt('/resolvedByName'),
    )
    const opened = await setTags(['dark'])
    assert.deepEqual([opened.resolvedByName, opened.resolvedAt], [undefined, undefined])
    assert.equal((await find())?.resolvedByName, undefined)
  })

  test('carries the name that others know its author by, and who resolved it', async () => {
    const [username, password] = ['ines.aguirre', 'seven quiet herons at dawn']
    const body = { username, password, email: 'ines@example.org', firstName: 'Inés', lastName: 'Aguirre' }
    const { id: userId } = await kit.admin.accounts.createUser({ body })
    await kit.admin.productions.addParticipant({ prId, body: { userId, roles: ['Production Member'] } })
    const api = kit.client((await kit.client().authentication.login({ body: { username, password } })).token)
    const made = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start: 0 } })
    assert.equal(made.authorName, 'Inés Aguirre')
    const resolve = [{ op: 'add' as const, path: '/tags', value: ['resolved'] }]
    const resolved = await api.annotations.patchAnnotation({ prId, anId: made.id, body: resolve })
    assert.equal(resolved.resolvedByName, 'Inés Aguirre')
  })

  // review-8
  test('keeps inline markers as text: tags and mentionIds are what the client sends', async () => {
    const description = 'hello @{3,karel2000} this is a #{tag with spaces}'
    const silent = await comment({ description, start: 1 })
    assert.equal(silent.description, description)
    assert.deepEqual(silent.tags, [])
    assert.deepEqual(silent.mentionIds, [])
    const said = await comment({ description, start: 1, tags: ['a', 'b', 'a'], mentionIds: [27, 27], spatial: 'x' })
    assert.deepEqual(said.tags, ['a', 'b'], 'a set holds a value once')
    assert.deepEqual(said.mentionIds, [27])
    assert.equal(said.spatial, 'x')
  })

  // review-10
  test('can be answered, but a reply cannot: threads are one level deep', async () => {
    const root = await comment({ description: 'root', start: 3 })
    const reply = await comment({ description: 'reply', start: 3, relatedToId: root.id })
    assert.equal(reply.relatedToId, root.id)
    await assert.rejects(comment({ start: 3, relatedToId: reply.id }), refusedAt('/relatedToId'))
  })

  // review-10
  test('answers a comment of the same clip only', async () => {
    const other = await createClip(kit, prId)
    const elsewhere = await kit.admin.annotations.createClipAnnotation({ prId, moId: other, type: 'comment', body: {} })
    const part = await subclip({ start: 0, end: 5 })
    for (const relatedToId of [elsewhere.id, part.id, 999_999_999]) {
      await assert.rejects(comment({ start: 0, relatedToId }), refusedAt('/relatedToId'))
    }
    await assert.rejects(subclip({ start: 0, end: 1, relatedToId: part.id }), refusedAt('/relatedToId'))
  })

  // review-7
  test('lies in the clip: start is a frame of it', async () => {
    await assert.rejects(comment({ start: -1 }), refusedAt('/start'))
    await assert.rejects(comment({ start: 100 }), refusedAt('/start'))
    assert.deepEqual((await comment({ start: 99 })).end, 100)
    const { id, start, end, description } = await comment({ start: 10, end: 15 })
    assert.deepEqual([start, end, description], [10, 11, undefined], '"`end` (always `start` + 1)", whatever is sent')
    const patch = [{ op: 'add' as const, path: '/end', value: 20 }]
    assert.equal((await kit.admin.annotations.patchAnnotation({ prId, anId: id, body: patch })).end, 11)
    const unknown = await createClip(kit, prId, 0)
    const body = { start: 5000 }
    const far = await kit.admin.annotations.createClipAnnotation({ prId, moId: unknown, type: 'comment', body })
    assert.equal(far.start, 5000, 'a clip whose length is not known yet takes any frame')
  })

  // review-7
  test('moves as a whole when its start is patched, and stays in the clip', async () => {
    const made = await comment({ start: 1 })
    const patch = (value: unknown) =>
      kit.admin.annotations.patchAnnotation({ prId, anId: made.id, body: [{ op: 'replace', path: '/start', value }] })
    const moved = await patch(20)
    assert.deepEqual([moved.start, moved.end, moved.version], [20, 21, 2])
    await assert.rejects(patch(100), refusedAt('/start'))
    await assert.rejects(patch('1'), { name: 'ValidationError' })
  })
})

describe('a subclip', () => {
  // annotations-3
  test('has a range in the clip: start greater than end, or an end behind the clip, gives 422', async () => {
    const made = await subclip({ start: 10, end: 20, name: 'The good part', topics: ['x'] })
    assert.equal(made.funnel, 'ClipAnnotation')
    assert.equal(made.name, 'The good part')
    await assert.rejects(subclip({ start: 20, end: 10 }), refusedAt('/start'))
    await assert.rejects(subclip({ start: 0, end: 101 }), refusedAt('/end'))
    await assert.rejects(subclip({ start: -5, end: 10 }), refusedAt('/start'))
    assert.equal(
      (await subclip({ start: 100, end: 100 })).end,
      100,
      'the end is excluded, so it may be the frame count',
    )
    assert.deepEqual((await subclip({})).end, 100, 'without a range it spans the clip')
  })

  // annotations-12
  test('is not a way to make what has a way of its own', async () => {
    for (const funnel of ['Subtitle', 'MediaObjectAnnotation', 'TranscriptAnnotation']) {
      await assert.rejects(subclip({ funnel }), refusedAt('/funnel'))
    }
    await assert.rejects(comment({ funnel: 'ClipAnnotation' }), refusedAt('/funnel'))
    await assert.rejects(subclip({ objectType: 'MediaObjectAnnotation' }), refusedAt('/objectType'))
    await assert.rejects(
      kit.admin.annotations.createClipAnnotation({ prId, moId: 987_654_321, type: 'clip', body: {} }),
      { name: 'NotFoundError' },
    )
  })
})

describe('rights on comments', () => {
  // annotations-11, review-5
  test('a comment needs REVIEW_EDIT, a subclip LOG_EDIT', async () => {
    const reviewer = await member('REVIEW_EDIT')
    const logger = await member('LOG_EDIT')
    await comment({ start: 0 }, reviewer.api)
    await subclip({ start: 0 }, logger.api)
    await assert.rejects(comment({ start: 0 }, logger.api), { name: 'ForbiddenError', data: { right: 'REVIEW_EDIT' } })
    await assert.rejects(subclip({ start: 0, funnel: 'ReviewComment' }, logger.api), { name: 'ForbiddenError' })
    await assert.rejects(subclip({ start: 0 }, reviewer.api), { name: 'ForbiddenError', data: { right: 'LOG_EDIT' } })
    await assert.rejects(comment({ start: 0 }, (await member()).api), { name: 'ForbiddenError' })
  })

  // review-12
  test('edit or delete a comment: REVIEW_EDIT_ALL, or REVIEW_EDIT when it is the caller’s own', async () => {
    const author = await member('REVIEW_EDIT')
    const reviewer = await member('REVIEW_EDIT')
    const lead = await member('REVIEW_EDIT_ALL')
    const metadata = await member('LIBRARY_UPDATE_METADATA', 'LOG_EDIT', 'LIBRARY_DELETE')
    const edit = (api: Client, anId: number) =>
      api.annotations.patchAnnotation({ prId, anId, body: [{ op: 'add', path: '/description', value: 'edited' }] })
    const bulk = (api: Client, id: number) =>
      api.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids: [id] }] } })

    const { id } = await comment({ start: 0 }, author.api)
    for (const other of [reviewer, metadata]) {
      await assert.rejects(edit(other.api, id), { name: 'ForbiddenError', data: { right: 'REVIEW_EDIT_ALL' } })
      await assert.rejects(bulk(other.api, id), { name: 'ForbiddenError', data: { right: 'REVIEW_EDIT_ALL' } })
      await assert.rejects(other.api.annotations.deleteAnnotation({ prId, anId: id }), { name: 'ForbiddenError' })
    }
    assert.equal((await edit(author.api, id)).description, 'edited')
    await edit(lead.api, id)
    assert.deepEqual(await bulk(author.api, id), { ids: [id] })
    const second = await comment({ start: 0 }, author.api)
    assert.equal(typeof (await lead.api.annotations.deleteAnnotation({ prId, anId: second.id })).deleted, 'number')
    await assert.rejects(kit.admin.annotations.getAnnotation({ prId, anId: second.id }), { name: 'NotFoundError' })
  })

  // annotations-13
  test('a comment is found only through its own production', async () => {
    const { id } = await comment({ start: 0 })
    const other = await kit.createProduction('Another')
    const owner = await kit.createMember(other.id, { roles: ['Production Administrator'] })
    const place = { prId: other.id, anId: id }
    const body = [{ op: 'add' as const, path: '/description', value: 'x' }]
    await assert.rejects(owner.api.annotations.getAnnotation(place), { name: 'NotFoundError' })
    await assert.rejects(owner.api.annotations.patchAnnotation({ ...place, body }), { name: 'NotFoundError' })
    await assert.rejects(owner.api.annotations.deleteAnnotation(place), { name: 'NotFoundError' })
    const actions = [{ action: 'DELETE' as const, ids: [id] }]
    await assert.rejects(owner.api.annotations.deleteAnnotations({ prId: other.id, body: { actions } }), {
      name: 'NotFoundError',
    })
    await assert.rejects(owner.api.annotations.createClipAnnotation({ prId: other.id, moId, type: 'clip', body: {} }), {
      name: 'NotFoundError',
    })
    await kit.admin.annotations.getAnnotation({ prId, anId: id })
  })
})

describe('a hostile body', () => {
  const post = async (body: string) => {
    const response = await fetch(`${kit.url}/production/${prId}/mo/${moId}/comment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${kit.admin.options.token}` },
      body,
    })
    return response.status
  }

  // http-17
  test('of the wrong shape is 400: unknown members, wrong types, numbers past 2^53', async () => {
    for (const body of [
      '{"unheardOf": 1}',
      '{"start": "1"}',
      '{"start": 1.5}',
      '{"start": 9007199254740993}',
      '{"start": 1e400}',
      '{"tags": "x"}',
      '{"tags": [1]}',
      '{"mentionIds": [-1]}',
      '{"customFields": []}',
      '[]',
      'null',
      '{"__proto__": {"polluted": 1}}',
    ]) {
      assert.equal(await post(body), 400, body)
    }
    assert.equal('polluted' in {}, false)
  })

  // http-17
  test('that cannot be kept as it came is refused, never a fault of ours', async () => {
    const deep = `{"customFields": {"a": ${'['.repeat(80)}${']'.repeat(80)}}}`
    for (const body of ['{"customFields": {"a": 1e999}}', '{"customFields": {"a": 9007199254740993}}', deep]) {
      assert.equal(await post(body), 422, body.slice(0, 60))
    }
  })

  // annotations-16
  test('cannot say who made it, when, or where it belongs', async () => {
    const made = await comment({
      id: 1,
      version: 77,
      creatorId: 1,
      createdBy: 'me',
      created: 5,
      productionId: 3,
      mediaObjectId: 4,
      createdByShareId: 5,
      createdBySharedUserId: 6,
      authorName: 'somebody else',
      start: 0,
    })
    assert.notEqual(made.id, 1)
    assert.equal(made.version, 1)
    assert.notEqual(made.created, 5)
    assert.deepEqual([made.productionId, made.mediaObjectId], [prId, moId])
    assert.equal(made.createdByShareId, undefined)
    assert.equal(made.createdBySharedUserId, undefined)
    assert.notEqual(made.authorName, 'somebody else')
  })
})
