import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { JsonPatch } from '@rushes/contract'
import { refusedAt } from '../../../../test/refusal.ts'
import { createMember, createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

describe('PATCH of subtitles', () => {
  // subtitles-2, subtitles-17, subtitles-18
  test('adds, changes and removes entries, kept in the order of their starts', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const added = await subtitles.add(
      { ...entry(50, 60), confidence: 0.5, warnings: [{ type: 'WPM', value: 267 }], region: 'topRegion', ours: 1 },
      entry(10, 20, 'first'),
      entry(10, 30, 'second'),
    )
    assert.deepEqual(
      added.structuredDescription.subtitles.map(({ start, end }) => [start, end]),
      [
        [10, 20],
        [10, 30],
        [50, 60],
      ],
    )
    assert.deepEqual(added.structuredDescription.subtitles[2], {
      ...entry(50, 60),
      confidence: 0.5,
      warnings: [{ type: 'WPM', value: 267 }],
      region: 'topRegion',
      ours: 1,
    })
    const changed = await subtitles.patch([
      { op: 'test', path: '/structuredDescription/subtitles/0/end', value: 20 },
      { op: 'replace', path: '/structuredDescription/subtitles/0/end', value: 25 },
      { op: 'remove', path: '/structuredAnnotation/subtitles/1' },
      { op: 'add', path: '/label', value: 'By hand' },
    ])
    assert.deepEqual(
      changed.structuredDescription.subtitles.map(({ end }) => end),
      [25, 60],
    )
    assert.deepEqual([changed.label, changed.version], ['By hand', added.version + 1])
    assert.deepEqual(await subtitles.get(), changed)
  })

  // subtitles-19
  test('a failed test is 409 and nothing has changed', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const before = await subtitles.add(entry(1, 2))
    await assert.rejects(
      subtitles.patch([
        { op: 'remove', path: '/structuredDescription/subtitles/0' },
        { op: 'test', path: '/structuredDescription/subtitlePresetId', value: 'other' },
      ]),
      { name: 'ConflictError' },
    )
    assert.deepEqual(await subtitles.get(), before)
  })

  // subtitles-22
  test('of subtitles that are not there is 404', async () => {
    await assert.rejects((await subtitlesOf(kit, prId)).add(entry(1, 2)), { name: 'NotFoundError' })
  })

  const first = '/structuredDescription/subtitles/0'
  const refused: [string, unknown, string][] = [
    ['that starts after its end', entry(20, 10), `${first}/start`],
    ['that ends after the clip', entry(20, 1001), `${first}/end`],
    ['that starts before the clip', entry(-1, 10), `${first}/start`],
    ['with a fraction of a frame', entry(1.5, 10), `${first}/start`],
    ['with a time that is a text', { ...entry(1, 10), end: '10' }, `${first}/end`],
    ['without an end', { start: 1 }, first],
    ['in a region that the preset does not have', { ...entry(1, 2), region: 'centre' }, `${first}/region`],
    ['with a text part without content', { ...entry(1, 2), textParts: [{}] }, `${first}/textParts/0`],
    [
      'with a style that is none',
      { ...entry(1, 2), textParts: [{ content: '', style: 'bold' }] },
      `${first}/textParts/0/style`,
    ],
    [
      'with a colour that is none',
      { ...entry(1, 2), textParts: [{ content: '', style: { colour: 'mauve' } }] },
      `${first}/textParts/0/style/colour`,
    ],
    ['with warnings that are no list', { ...entry(1, 2), warnings: {} }, `${first}/warnings`],
    ['that is a text', 'subtitle', first],
    ['that is null', null, first],
  ]
  for (const [name, value, path] of refused) {
    // errors-18, subtitles-2, subtitles-20
    test(`refuses an entry ${name} with 422 and its path`, async () => {
      const subtitles = await subtitlesOf(kit, prId)
      await subtitles.get()
      await assert.rejects(subtitles.add(value as object), refusedAt(path))
      assert.equal((await subtitles.get()).version, 1)
    })
  }

  // subtitles-3
  test('takes the regions of a preset that has its own', async () => {
    const subtitles = await subtitlesOf(kit, prId, { preset: 'preset_002' })
    await subtitles.get()
    await subtitles.add({ ...entry(1, 2), region: 'centre' })
    await assert.rejects(
      subtitles.add({ ...entry(3, 4), region: 'bottomRegion' }),
      refusedAt('/structuredDescription/subtitles/1/region'),
    )
  })

  const given: [string, JsonPatch[number], string][] = [
    ['language', { op: 'replace', path: '/language', value: 'fr' }, '/language'],
    ['preset', { op: 'replace', path: '/subtitlePresetId', value: 'preset_002' }, '/subtitlePresetId'],
    [
      'preset inside',
      { op: 'replace', path: '/structuredDescription/subtitlePresetId', value: 'preset_002' },
      '/structuredDescription/subtitlePresetId',
    ],
    ['range', { op: 'replace', path: '/end', value: 5 }, '/end'],
    ['list', { op: 'remove', path: '/structuredDescription/subtitles' }, '/structuredDescription'],
    ['content', { op: 'remove', path: '/structuredDescription' }, '/structuredDescription'],
    ['content as a text', { op: 'add', path: '/structuredDescription', value: 'x' }, '/structuredDescription'],
  ]
  for (const [name, operation, path] of given) {
    // subtitles-21
    test(`cannot change or take away the ${name}`, async () => {
      const subtitles = await subtitlesOf(kit, prId)
      await subtitles.get()
      await assert.rejects(subtitles.patch([operation]), refusedAt(path))
    })
  }

  // subtitles-19
  test('by many at once loses none', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await Promise.all(Array.from({ length: 10 }, (_, index) => subtitles.add(entry(index * 10, index * 10 + 5))))
    assert.equal((await subtitles.get()).structuredDescription.subtitles.length, 10)
  })
})

describe('PUT of subtitles', () => {
  // subtitles-23
  test('replaces the whole, guarded by its version', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const made = await subtitles.get()
    const content = { subtitles: [entry(5, 6), entry(1, 2)] }
    const replaced = await subtitles.put({ ...made, label: 'Typed', tags: ['a'], structuredDescription: content })
    assert.deepEqual(replaced.structuredDescription, {
      subtitles: [entry(1, 2), entry(5, 6)],
      subtitlePresetId: presetId,
    })
    assert.deepEqual([replaced.label, replaced.tags], ['Typed', ['a']])
    await assert.rejects(subtitles.put({ ...made, structuredDescription: content }), {
      name: 'ConflictError',
      data: { version: replaced.version },
    })
    const { id, version, modifiedBy } = replaced
    const bare = await subtitles.put({ id, version, modifiedBy, structuredAnnotation: content })
    assert.deepEqual([bare.label, bare.tags], [undefined, []])
    assert.equal(bare.structuredDescription.subtitles.length, 2)
  })

  // subtitles-23
  test('creates what is not there under version 0 only', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const body = { structuredDescription: { subtitles: [entry(1, 2)] } }
    await assert.rejects(subtitles.put({ ...body, version: 1 }), { name: 'NotFoundError' })
    assert.equal((await subtitles.put({ ...body, version: 0 })).structuredDescription.subtitles.length, 1)
    await assert.rejects(subtitles.put({ ...body, version: 0 }), { name: 'ConflictError' })
  })

  const refused: [string, object, string, string][] = [
    ['another language', { language: 'fr' }, 'ValidationError', '/language'],
    ['another preset', { subtitlePresetId: 'preset_002' }, 'ValidationError', '/subtitlePresetId'],
    ['no content', { structuredDescription: undefined }, 'ValidationError', '/structuredDescription'],
    [
      'a faulty entry',
      { structuredDescription: { subtitles: [entry(1, 2), entry(4, 3)] } },
      'ValidationError',
      '/structuredDescription/subtitles/1/start',
    ],
    ['a content that is a list', { structuredDescription: [] }, 'BadRequestError', '/structuredDescription'],
    ['no version', { version: undefined }, 'BadRequestError', '/'],
    ['an unknown member', { subtitle: 1 }, 'BadRequestError', '/subtitle'],
  ]
  for (const [name, change, error, path] of refused) {
    // subtitles-23
    test(`with ${name} is refused with ${error}`, async () => {
      const subtitles = await subtitlesOf(kit, prId)
      const { version } = await subtitles.get()
      await assert.rejects(
        subtitles.put({ version, structuredDescription: { subtitles: [] }, ...change }),
        (thrown: Error & { data?: unknown }) => {
          assert.equal(thrown.name, error, thrown.message)
          assert.equal((thrown.data as { path: string }[])[0]?.path, path)
          return true
        },
      )
    })
  }
})

describe('rights', () => {
  // subtitles-16, subtitles-17
  test('PATCH, PUT and DELETE need SUBTITLE_EDIT, reading PRODUCTION_VIEW', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await (await subtitlesOf(kit, prId, { clip: subtitles, api: await createMember(kit, prId, 'SUBTITLE_EDIT') })).get()
    const viewer = await subtitlesOf(kit, prId, {
      clip: subtitles,
      api: await createMember(kit, prId, 'LOG_EDIT', 'LIBRARY_UPDATE_METADATA'),
    })
    assert.equal((await viewer.get()).version, 1)
    const refused = { name: 'ForbiddenError', data: { right: 'SUBTITLE_EDIT' } }
    await assert.rejects(viewer.add(entry(1, 2)), refused)
    await assert.rejects(viewer.put({ version: 1, structuredDescription: { subtitles: [] } }), refused)
    await assert.rejects(viewer.delete(), refused)
    const { api: outsider } = await kit.createUser()
    await assert.rejects((await subtitlesOf(kit, prId, { clip: subtitles, api: outsider })).get(), {
      name: 'ForbiddenError',
    })
  })
})

// subtitles-27
test('DELETE gives what was deleted, and then there is nothing', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  await assert.rejects(subtitles.delete(), { name: 'NotFoundError' })
  await subtitles.get()
  const { id } = await subtitles.add(entry(1, 2))
  const deleted = await subtitles.delete()
  assert.deepEqual([deleted.id, deleted.structuredDescription.subtitles.length], [id, 1])
  await assert.rejects(subtitles.get({ noCreate: true }), { name: 'NotFoundError' })
})

// subtitles-27
test('subtitles on a collection are deleted with detachAssemble or deleteAssemble only', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  const { id: annotationId } = await subtitles.get()
  const { id } = await kit.admin.collections.createCollection({ prId, body: {} })
  await kit.admin.collections.attachEntries({ prId, id, body: [{ annotationId }] })
  await assert.rejects(subtitles.delete(), { name: 'ConflictError' })
  assert.equal((await subtitles.delete({ detachAssemble: true })).id, annotationId)
})

// subtitles-28
test('a change is reported as Subtitling.manual, and subtitles are found by language, preset and text', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  const { id } = await subtitles.get()
  await subtitles.add(entry(1, 2, 'unmistakable'))
  const events = await kit.admin.events.listProductionEvents({
    prId,
    query: { type: ['Subtitling.manual'], limit: 1000 },
  })
  const told = events.find(event => event.object?.id === id)
  assert.deepEqual([told?.object?.language, told?.object?.subtitlePresetId], ['en', presetId])
  for (const query of [
    { q: 'unmistakable', fq: ['funnel:Subtitle', 'language:en'] },
    { q: '*', fq: [`subtitlePresetId:${presetId}`, `mediaObjectId:${subtitles.moId}`] },
  ]) {
    const found = await kit.admin.annotations.searchAnnotations({ prId, query })
    assert.deepEqual(
      found.results?.map(result => result.id),
      [id],
    )
  }
})
