/** The kinds of annotations: what tells each from the others, what each has from the beginning, and what is a set. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Annotation, ClipAnnotationCreation } from '@rushes/contract'
import { createProduction, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'
import { createClip } from './create-clip.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

const get = (anId: number) => kit.admin.annotations.getAnnotation({ prId, anId })
const create = (body: ClipAnnotationCreation, type: 'clip' | 'comment' = 'clip') =>
  kit.admin.annotations.createClipAnnotation({ prId, moId, type, body })

async function createTranscript(): Promise<number> {
  const { id } = await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    createAnnotation(ctx, {
      ...{ productionId: prId, mediaObjectId: moId, start: 0, end: 10 },
      ...{ objectType: 'TranscriptAnnotation', funnel: 'TranscriptAnnotation', type: 'TRANSCRIBER' },
    }),
  )
  return id
}

/** Kind, objectType, funnel, type, and how one comes into being. */
const kinds: [string, string, string, string | undefined, () => Promise<number>][] = [
  [
    'clip-level',
    'MediaObjectAnnotation',
    'MediaObjectAnnotation',
    'TECHNICAL_DETAILS',
    async () => (await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).id,
  ],
  ['subclip', 'ClipAnnotation', 'ClipAnnotation', undefined, async () => (await create({ start: 1, end: 2 })).id],
  [
    'review comment',
    'ClipAnnotation',
    'ReviewComment',
    undefined,
    async () => (await create({ start: 1 }, 'comment')).id,
  ],
  ['transcript paragraph', 'TranscriptAnnotation', 'TranscriptAnnotation', 'TRANSCRIBER', createTranscript],
  [
    'subtitle set',
    'StructuredAnnotation',
    'Subtitle',
    'SUBTITLE',
    async () => (await (await subtitlesOf(kit, prId)).get()).id,
  ],
]

describe('"Annotation type/funnel matrix"', () => {
  for (const [kind, objectType, funnel, type, make] of kinds) {
    // annotations-1, annotations-2
    test(`a ${kind} is a ${objectType} of funnel ${funnel}; its objects and its sets are there from the beginning`, async () => {
      const annotation = await get(await make())
      assert.deepEqual([annotation.objectType, annotation.funnel, annotation.type], [objectType, funnel, type])
      for (const name of ['customFields', 'systemFields', 'clipMetadata'] as const) {
        assert.deepEqual(annotation[name], {}, name)
      }
      assert.equal(typeof annotation.structuredDescription, 'object')
      for (const name of ['tags', 'includesFrom', 'securityClasses'] as const)
        assert.ok(Array.isArray(annotation[name]))
    })
  }

  for (const type of ['MINIME', 'EBU_CORE', 'TECHNICAL_DETAILS', 'GENERIC', 'SHOT', 'AI_DETECTOR_RESULT'] as const) {
    // annotations-5
    test(`what a client describes as ${type} keeps its structure`, async () => {
      const structuredDescription = { detector: { name: 'faces', found: [{ at: 3, box: 'xywh=percent:1,2,3,4' }] } }
      const { id } = await create({ start: 0, end: 4, type, genericType: 'own', structuredDescription })
      const annotation = await get(id)
      assert.deepEqual(
        [annotation.type, annotation.genericType, annotation.structuredDescription],
        [type, 'own', structuredDescription],
      )
    })
  }
})

describe('sets', () => {
  const sets = ['tags', 'topics', 'includesFrom', 'securityClasses'] as const satisfies readonly (keyof Annotation)[]

  // annotations-4
  test('hold a value once, created or patched', async () => {
    const twice = Object.fromEntries(sets.map(name => [name, ['a', 'b', 'a']]))
    const { id } = await create({ start: 0, end: 1, mentionIds: [3, 3], ...twice })
    const created = await get(id)
    for (const name of sets) assert.deepEqual(created[name]?.toSorted(), ['a', 'b'], name)
    assert.deepEqual(created.mentionIds, [3])
    const patched = await kit.admin.annotations.patchAnnotation({
      ...{ prId, anId: id },
      body: sets.map(name => ({ op: 'add', path: `/${name}/-`, value: 'b' })),
    })
    for (const name of sets) assert.deepEqual(patched[name]?.toSorted(), ['a', 'b'], name)
  })
})

describe('a range', () => {
  const refused = (body: ClipAnnotationCreation, path: string) =>
    assert.rejects(create(body), (error: Error & { status?: number; data?: unknown }) => {
      assert.deepEqual([error.status, (error.data as { path: string }[])[0]?.path], [422, path])
      return true
    })

  // http-20, annotations-3
  test('"`end` … excluded; must not exceed the frame count", "`start` must not exceed `end` (violation gives 422)"', async () => {
    await refused({ start: 0, end: 101 }, '/end')
    await refused({ start: 3, end: 2 }, '/start')
    await refused({ start: -1, end: 2 }, '/start')
    const { id } = await create({ start: 100, end: 100 })
    assert.deepEqual([(await get(id)).start, (await get(id)).end], [100, 100])
  })
})
