/** The description of the columns, held against the table and against what is derived from it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { annotationColumns, isPatched, pickCreationMembers } from '../annotation.ts'
import { createAnnotation, lockAnnotation, lockAnnotationHead, type NewAnnotation, updateAnnotation } from '../index.ts'
import { findOutlines } from '../store.ts'
import { createClip } from './create-clip.ts'

let kit: TestService
let productionId: number
let mediaObjectId: number
before(async () => {
  kit = await startTestService()
  productionId = (await kit.createProduction()).id
  mediaObjectId = await createClip(kit, productionId)
})
after(() => kit.stop())

const described = Object.keys(annotationColumns)

/** Values that differ from the defaults of their columns. */
const members = {
  objectType: 'StructuredAnnotation',
  funnel: 'Described',
  type: 'GENERIC',
  start: 3,
  end: 7,
  language: 'nl',
  subtitlePresetId: 'preset',
  reviewStatus: 'SEEN',
  translatedFromId: 17,
  structuredDescription: { lines: [1] },
} as const satisfies Partial<NewAnnotation>

async function createDescribed(): Promise<number> {
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    const details = { label: 'A label' }
    return (await createAnnotation(ctx, { productionId, mediaObjectId, ...members, details })).id
  })
}

async function readStored(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from annotation where id = ${id}`.execute(
    kit.service.platform.database,
  )
  assert.ok(rows[0])
  return rows[0]
}

describe('the description of the columns', () => {
  test('names every column of the table, and no other', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'annotation'`.execute(kit.service.platform.database)
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), described.toSorted())
  })

  test('leaves these out of archives, and nothing else', () => {
    const left = Object.entries(annotationColumns).filter(([, facts]) => 'archived' in facts)
    assert.deepEqual(
      left.map(([column]) => column),
      ['created_by', 'modified_by', 'production_id', 'author_key', 'is_internal'],
    )
  })

  test('has patches and creations write these, and nothing else', () => {
    const all = Object.values(annotationColumns).flatMap(facts => ('member' in facts ? [facts.member] : []))
    const always = ['type', 'start', 'end', 'language', 'reviewStatus', 'structuredDescription']
    assert.deepEqual(
      all.filter(member => isPatched(member, false)),
      always,
    )
    assert.deepEqual(
      all.filter(member => isPatched(member, true)),
      ['type', 'start', 'end', 'translatedFromId', 'language', 'reviewStatus', 'structuredDescription'],
    )
    const everything = Object.fromEntries(all.map(member => [member, member]))
    assert.deepEqual(Object.keys(pickCreationMembers(everything)), [
      'type',
      'start',
      'end',
      'relatedToId',
      'language',
      'structuredDescription',
    ])
  })
})

describe('each column', () => {
  test('is written by a creation and shown by the resource', async () => {
    const id = await createDescribed()
    const stored = await readStored(id)
    const shown: Record<string, unknown> = await kit.admin.annotations.getAnnotation({ prId: productionId, anId: id })
    for (const [column, facts] of Object.entries(annotationColumns)) {
      if (!('member' in facts)) continue
      const wanted: unknown = Object.entries(members).find(([member]) => member === facts.member)?.[1]
      if (wanted !== undefined) assert.deepEqual(stored[column], wanted, column)
      assert.deepEqual(shown[facts.member] ?? null, stored[column], facts.member)
    }
    assert.deepEqual(stored.details, { label: 'A label' })
  })

  test('is read whole, without the content, and without what may be large', async () => {
    const id = await createDescribed()
    const ctx = createServiceContext(kit.service.platform, 'test')
    const stored = await readStored(id)
    const [row, head] = await inTransaction(ctx, async ctx => [
      await lockAnnotation(ctx, productionId, id),
      await lockAnnotationHead(ctx, productionId, id),
    ])
    const [outline] = await findOutlines(ctx.db, { productionId, ids: [id] })
    const without = (...names: string[]) =>
      Object.fromEntries(Object.entries(stored).filter(([column]) => !names.includes(column)))
    assert.deepEqual(row, stored)
    assert.deepEqual(head, without('structured_description'))
    assert.deepEqual(outline, without('structured_description', 'details'))
  })

  test('is changed alone by its member', async () => {
    const id = await createDescribed()
    const change = {
      start: 4,
      end: 8,
      type: 'SHOT',
      translatedFromId: 18,
      language: 'fr',
      reviewStatus: 'APPROVED',
    } as const
    const changed = Object.entries(annotationColumns).flatMap(([column, facts]) =>
      'member' in facts && Object.hasOwn(change, facts.member) ? [{ column, member: facts.member }] : [],
    )
    assert.equal(changed.length, Object.keys(change).length)
    for (const { column, member } of changed) {
      const before = await readStored(id)
      const one = Object.fromEntries(Object.entries(change).filter(([name]) => name === member))
      await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx =>
        updateAnnotation(ctx, await lockAnnotation(ctx, productionId, id), one),
      )
      const { version, last_updated: _at, modified_by: _by, ...others } = await readStored(id)
      const { last_updated: _before, modified_by: _whom, ...expected } = before
      assert.deepEqual(
        { version, ...others },
        { ...expected, version: Number(before.version) + 1, [column]: one[member] },
      )
    }
  })
})
