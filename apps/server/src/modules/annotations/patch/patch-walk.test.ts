import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type JsonPatch, ServiceError } from '@rushes/contract'
import fc from 'fast-check'
import { byExtent } from '../../../../test/extent.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const path = fc.constantFrom(
  '',
  '/',
  '/id',
  '/version',
  '/start',
  '/end',
  '/tags',
  '/tags/-',
  '/tags/0',
  '/description',
  '/description/x',
  '/customFields',
  '/customFields/a',
  '/customFields/a/b',
  '/customFields/~0~1',
  '/subtitlingStatuses/en',
  '/structuredDescription/parts/3',
  '/reviewStatus',
  '/objectType',
  '/rating',
)
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom('COMPLETED', 'APPROVED', 2 ** 53, -0, 1e300, [], {}, null),
)
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'create'),
    path,
    from: path,
    value,
  },
  { requiredKeys: ['op', 'path'] },
) as fc.Arbitrary<JsonPatch[number]>

test('no patch is a fault of ours, and none changes what the service keeps', async () => {
  const { id: prId } = await kit.createProduction()
  const moId = await createClip(kit, prId)
  const api = kit.admin.annotations
  const part = await api.createClipAnnotation({ prId, moId, type: 'clip', body: { start: 1, end: 9 } })
  const first = await api.getMediaObjectAnnotation({ prId, moId })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 5 }), fc.boolean(), async (patch, isOfClip) => {
      const anId = isOfClip ? first.id : part.id
      const earlier = await api.getAnnotation({ prId, anId })
      const outcome = await api.patchAnnotation({ prId, anId, body: patch }).catch((error: unknown) => error)
      const later = await api.getAnnotation({ prId, anId })
      if (outcome instanceof ServiceError) {
        assert.ok(['BadRequestError', 'ConflictError', 'ValidationError'].includes(outcome.type), outcome.stack)
        assert.deepEqual(later, earlier, 'a patch that is refused changes nothing')
      } else {
        assert.deepEqual(outcome, later, 'the answer is what is stored')
        assert.ok(later.version - earlier.version <= 1)
      }
      for (const name of [
        'id',
        'created',
        'creatorId',
        'objectType',
        'funnel',
        'productionId',
        'mediaObjectId',
      ] as const) {
        assert.deepEqual(later[name], earlier[name], name)
      }
      assert.ok(later.start! <= later.end! && later.end! <= 100 && later.start! >= 0)
    }),
    { numRuns: byExtent(50, 150) },
  )
})
