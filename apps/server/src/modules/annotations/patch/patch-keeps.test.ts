import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Annotation, JsonPatch } from '@rushes/contract'
import fc from 'fast-check'
import { byExtent } from '../../../../test/extent.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { type AnnotationDetails, createAnnotation } from '../index.ts'
import { indexAnnotations } from '../search/documents.ts'
import { findRow } from '../store.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** Every member that is stored with the details, whatever kinds of annotations have it. */
const details: Required<AnnotationDetails> = {
  authorName: 'ann',
  circled: true,
  clipMetadata: { angle: 2 },
  crossProduction: true,
  customFields: { colour: 'red' },
  description: 'a description',
  genericType: 'generic',
  hasScreenshot: true,
  ignoreTimecode: true,
  includesFrom: ['one'],
  includeTranslatedTo: true,
  keyframeFrames: 5,
  label: 'a label',
  loggingStatus: 'EDITING',
  markForUnrestricted: true,
  mentionIds: [7],
  name: 'a name',
  nonPreferred: true,
  origin: 'an origin',
  rating: 3,
  resolvedAt: 1_700_000_000_000,
  resolvedByName: 'bob',
  screenshotMimeType: 'image/png',
  securityClasses: ['secret'],
  shotInformation: { number: 1 },
  source: 'a source',
  spatial: 'xywh=percent:1,2,3,4',
  speaker: 'a speaker',
  structuredAnnotation: { is: 'structured' },
  subtitlingStatus: 'EDITING',
  subtitlingStatuses: { 'en;social': 'COMPLETED' },
  systemFields: { origin: 'here' },
  tags: ['red', 'blue'],
  tinyThumb: [1, 2, 3],
  topics: ['boats'],
  transcriptionStatus: 'COMPLETED',
  transcriptionStatuses: { nl: 'EDITING' },
  uiLocation: 'top',
}

const objectTypes = ['MediaObjectAnnotation', 'ClipAnnotation', 'StructuredAnnotation', 'TranscriptAnnotation'] as const
const kinds = [
  { objectType: objectTypes[0], funnel: 'MediaObjectAnnotation' },
  { objectType: objectTypes[1], funnel: 'ReviewComment' },
  { objectType: objectTypes[1], funnel: 'ClipAnnotation' },
  { objectType: objectTypes[2], funnel: 'Subtitle' },
  { objectType: objectTypes[2], funnel: 'Detections' },
  { objectType: objectTypes[3], funnel: 'TranscriptAnnotation' },
] as const

/** One annotation of each kind with every member that it can have; their ids. */
async function fill(prId: number): Promise<number[]> {
  const moId = await createClip(kit, prId)
  const ids: number[] = []
  for (const kind of kinds) {
    const id =
      kind.objectType === 'MediaObjectAnnotation'
        ? (await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).id
        : await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
            const place = { productionId: prId, mediaObjectId: moId, start: 5, end: 9 }
            return (await createAnnotation(ctx, { ...place, ...kind })).id
          })
    await kit.service.platform.database
      .updateTable('annotation')
      .set({
        details: JSON.stringify(details),
        structured_description: JSON.stringify({ range: { start: 1, end: 2 }, list: [{ a: 1 }] }),
        type: 'GENERIC',
        language: 'nl',
        review_status: 'APPROVED',
        translated_from_id: 4,
        created_by_share_id: 5,
        created_by_shared_user_id: 6,
      })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => indexAnnotations(ctx, ids))
  return ids
}

const word = fc.string({ minLength: 1, maxLength: 8 })
const object = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(word, fc.integer(), fc.boolean()))
const words = fc.array(word, { maxLength: 3 })
const flag = fc.boolean()
const status = fc.constantFrom('EDITING', 'COMPLETED')
/** Values that each writable member may have; of some kinds it may not be written, which changes nothing. */
const values: Partial<Record<keyof Annotation, fc.Arbitrary<unknown>>> = {
  circled: flag,
  clipMetadata: object,
  customFields: object,
  description: word,
  end: fc.integer({ min: 0, max: 100 }),
  genericType: word,
  hasScreenshot: flag,
  ignoreTimecode: flag,
  includesFrom: words,
  keyframeFrames: fc.nat(),
  label: word,
  language: word,
  loggingStatus: status,
  markForUnrestricted: flag,
  mentionIds: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 3 }),
  name: word,
  nonPreferred: flag,
  origin: word,
  rating: fc.integer(),
  reviewStatus: fc.constantFrom('APPROVED', 'REJECTED', 'IN_REVIEW'),
  screenshotMimeType: word,
  securityClasses: words,
  shotInformation: object,
  source: word,
  spatial: word,
  speaker: word,
  start: fc.integer({ min: 0, max: 100 }),
  structuredAnnotation: object,
  structuredDescription: object,
  subtitlingStatus: status,
  subtitlingStatuses: fc.dictionary(fc.constantFrom('en', 'nl;social'), status),
  systemFields: object,
  tags: words,
  tinyThumb: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 5 }),
  topics: words,
  transcriptionStatus: status,
  transcriptionStatuses: fc.dictionary(fc.constantFrom('en', 'nl'), status),
  type: fc.constantFrom('GENERIC', 'SHOT', 'MINIME'),
  uiLocation: word,
}

interface Change {
  name: string
  patch: JsonPatch
}

const change: fc.Arbitrary<Change> = fc.constantFrom(...Object.keys(values)).chain(name => {
  const written = values[name as keyof Annotation]!.map(value => write(name, value))
  const removed = fc.constant(remove(name))
  const operation = fc.oneof({ weight: 4, arbitrary: written }, { weight: 1, arbitrary: removed })
  return operation.map(operation => ({ name, patch: [operation] }))
})

function write(name: string, value: unknown): JsonPatch[number] {
  return { op: 'add', path: `/${name}`, value }
}

function remove(name: string): JsonPatch[number] {
  return { op: 'remove', path: `/${name}` }
}

/** What every change changes, and what is made of a member. */
const always = ['version', 'lastUpdated', 'modifiedBy']
const derived: Record<string, string[]> = {
  // "`end` (always `start` + 1)"
  start: ['end', 'timecode'],
  end: ['start'],
  tags: ['merged_tags'],
  topics: ['merged_tags'],
  subtitlingStatuses: ['subtitlingStatusLanguagePresetTags'],
  transcriptionStatuses: ['transcriptionStatusLanguageTags'],
  speaker: ['tsa_speaker'],
  structuredDescription: ['tsa_content'],
}

function without(members: object, name: string): object {
  const changed = [...always, name, ...(derived[name] ?? [])]
  return Object.fromEntries(
    Object.entries(members).filter(
      ([member]) => !changed.includes(member) && !(name === 'customFields' && member.startsWith('customFields.')),
    ),
  )
}

/** An annotation as it is answered, as a list has it, and as its details are stored. */
async function readAll(prId: number, anId: number) {
  const query = { fq: [`id:${anId}`], rows: 1 }
  const { results } = await kit.admin.annotations.listAnnotations({ prId, query })
  const row = await findRow(createServiceContext(kit.service.platform, 'test'), prId, anId)
  return { read: await kit.admin.annotations.getAnnotation({ prId, anId }), listed: results[0]!, stored: row!.details }
}

// annotations-15
test('a patch changes nothing that it does not name, of annotations of every kind', async () => {
  const { id: prId } = await kit.createProduction()
  const ids = await fill(prId)
  const numRuns = byExtent(60, 200)
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ids), change, async (anId, { name, patch }) => {
      const earlier = await readAll(prId, anId)
      const outcome = await kit.admin.annotations
        .patchAnnotation({ prId, anId, body: patch })
        .catch((error: Error) => error.name)
      const later = await readAll(prId, anId)
      if (typeof outcome === 'string') {
        assert.equal(outcome, 'ValidationError')
        assert.deepEqual(later, earlier, 'a patch that is refused changes nothing')
        return
      }
      taken += 1
      assert.deepEqual(outcome, later.read, 'the answer is what is stored')
      assert.deepEqual(without(later.read, name), without(earlier.read, name))
      assert.deepEqual(without(later.listed, name), without(earlier.listed, name))
      assert.deepEqual(without(later.stored, name), without(earlier.stored, name))
    }),
    { numRuns },
  )
  assert.ok(taken > numRuns / 4, `${taken} patches were taken`)
})
