import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Annotation, type JsonPatch, ServiceError } from '@rushes/contract'
import fc from 'fast-check'
import { byExtent } from '../../../../test/extent.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { patchPlainly } from '../../../platform/text/patch-plainly.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let anId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
beforeEach(async () => {
  const moId = await createClip(kit, prId)
  anId = (await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).id
})
after(() => kit.stop())

const get = () => kit.admin.annotations.getAnnotation({ prId, anId })
const patch = (body: JsonPatch) => kit.admin.annotations.patchAnnotation({ prId, anId, body })

describe('patches that race', () => {
  // http-34
  test('to two hundred different members all hold, each at a version of its own', async () => {
    const { version } = await get()
    const names = Array.from({ length: 200 }, (_, index) => `field${index}`)
    const answers = await Promise.all(
      names.map((name, index) => {
        const member = ['customFields', 'systemFields', 'clipMetadata', 'structuredDescription'][index % 4]
        return patch([{ op: 'create', path: `/${member}/${name}`, value: name }])
      }),
    )
    const last = await get()
    const kept = { ...last.customFields, ...last.systemFields, ...last.clipMetadata, ...last.structuredDescription }
    assert.deepEqual(Object.keys(kept).sort(), names.toSorted())
    const versions = answers.map(answer => answer.version).sort((a, b) => a - b)
    assert.deepEqual(
      versions,
      names.map((_, index) => version + 1 + index),
    )
    assert.equal(last.version, version + 200)
  })

  // http-34
  test('to one member, each guarded by a test of what it found, count every one that was answered', async () => {
    await patch([{ op: 'add', path: '/clipMetadata/count', value: 0 }])
    const countUp = async () => {
      for (let done = 0; done < 10; ) {
        const found = Number((await get()).clipMetadata?.count)
        const outcome = await patch([
          { op: 'test', path: '/clipMetadata/count', value: found },
          { op: 'replace', path: '/clipMetadata/count', value: found + 1 },
        ]).catch((error: ServiceError) => assert.equal(error.type, 'ConflictError'))
        if (outcome) done++
      }
    }
    await Promise.all([countUp(), countUp(), countUp()])
    assert.equal((await get()).clipMetadata?.count, 30)
  })
})

/** What the writers write to. */
const states = ['clipMetadata', 'systemFields', 'tags', 'description'] as const
const toState = (annotation: Annotation): Record<string, unknown> =>
  Object.fromEntries(states.filter(name => name in annotation).map(name => [name, annotation[name]]))

const path = fc.constantFrom(
  '/clipMetadata/a',
  '/clipMetadata/b',
  '/clipMetadata/a/b',
  '/systemFields/a',
  '/description',
  '/tags/-',
  '/tags/0',
)
const value = fc.oneof(fc.string({ maxLength: 3, unit: 'grapheme-ascii' }), fc.constant({ b: 1 }))
const operation = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test', 'create'), path, value }),
  fc.record({ op: fc.constant('remove'), path }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
) as fc.Arbitrary<JsonPatch[number]>
const writer = fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })

test('two writers at once leave what their patches make one after the other, in the order of the versions', async () => {
  await fc.assert(
    fc.asyncProperty(writer, writer, async (one, other) => {
      await patch([
        { op: 'add', path: '/clipMetadata', value: {} },
        { op: 'add', path: '/systemFields', value: {} },
        { op: 'add', path: '/tags', value: ['first'] },
        { op: 'add', path: '/description', value: 'first' },
      ])
      const first = await get()
      const done: { patch: JsonPatch; answer: Annotation }[] = []
      const write = async (patches: JsonPatch[]) => {
        for (const body of patches) {
          try {
            done.push({ patch: body, answer: await patch(body) })
          } catch (error) {
            assert.ok(error instanceof ServiceError && [409, 422].includes(error.status), String(error))
          }
        }
      }
      await Promise.all([write(one), write(other)])
      let state = toState(first)
      const { version } = first
      const changes = done.filter(({ patch }) => patch.some(({ op }) => op !== 'test'))
      changes.sort((a, b) => a.answer.version - b.answer.version)
      for (const [index, { patch, answer }] of changes.entries()) {
        // As it went over the wire: values that are one object here are several there.
        const patched = patchPlainly(state, JSON.parse(JSON.stringify(patch)))
        assert.ok(patched, 'what the service applied can be applied')
        state = patched.document as Record<string, unknown>
        if (Array.isArray(state.tags)) state.tags = [...new Set(state.tags)]
        assert.deepEqual(toState(answer), state)
        assert.equal(answer.version, version + 1 + index)
      }
      assert.deepEqual(toState(await get()), state)
    }),
    { numRuns: byExtent(20, 60) },
  )
})
