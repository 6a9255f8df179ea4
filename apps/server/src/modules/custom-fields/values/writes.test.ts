import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClip as sendClip } from '@rushes/client'
import { type JsonPatch, type MediaObjectRequest, ServiceError } from '@rushes/contract'
import fc from 'fast-check'
import { refusalAt } from '../../../../test/refusal.ts'
import { someDescription, someValue } from '../testing/arbitraries.ts'
import { api, describeFields, hostProduction, kit, prId, putDescription } from '../testing/host.ts'
import type { StoredValue } from './values.ts'

hostProduction()

async function createClip(body: MediaObjectRequest = {}) {
  const { mediaObjectId: moId, mediaObjectAnnotation } = await sendClip(api, prId, { name: 'A clip', ...body })
  return { moId, customFields: mediaObjectAnnotation.customFields }
}

const patchClip = (moId: number, body: JsonPatch, by = api) =>
  by.annotations.patchMediaObjectAnnotation({ prId, moId, body })
const add = (moId: number, name: string, value: unknown, by = api) =>
  patchClip(moId, [{ op: 'add', path: `/customFields/${name}`, value }], by)

describe('"Each write to a custom field is validated against the production\'s CustomFieldsDescription"', () => {
  // custom-fields-10
  test('a bare value is cast and stored in the one shape', async () => {
    await describeFields({ take: { type: 'LONG', label: 'Take' }, cast: { multiValued: true } })
    const { moId } = await createClip()
    const { customFields } = await patchClip(moId, [
      { op: 'add', path: '/customFields/take', value: '3' },
      { op: 'add', path: '/customFields/cast', value: ['Ann', 'Bo'] },
    ])
    assert.deepEqual(customFields, {
      take: { type: 'LONG', label: 'Take', multiValued: false, values: [3], value: 3 },
      cast: { type: 'STRING', label: 'cast', multiValued: true, values: ['Ann', 'Bo'], value: 'Ann' },
    })
    const grown = await patchClip(moId, [{ op: 'add', path: '/customFields/cast/values/-', value: 'Cy' }])
    assert.deepEqual((grown.customFields?.cast as StoredValue).values, ['Ann', 'Bo', 'Cy'])
    const replaced = await patchClip(moId, [{ op: 'replace', path: '/customFields/take/value', value: 4 }])
    assert.deepEqual((replaced.customFields?.take as StoredValue).values, [4])
  })

  // custom-fields-30
  test('a field is the same however the letters of its name are composed, and keeps the spelling that it has', async () => {
    const names = ['Gr\u00f6\u00dfe in m', 'e\u0301tat', '\uac00', 'a\u0323\u0302']
    for (const name of names) {
      const [composed, apart] = [name.normalize('NFC'), name.normalize('NFD')]
      for (const [described, sent] of [
        [composed, apart],
        [apart, composed],
      ] as const) {
        await describeFields({ [described]: { type: 'LONG' }, other: {} })
        const field = { type: 'LONG', label: described, multiValued: false }
        const { moId, customFields } = await createClip({ customFields: { [sent]: '3' } })
        assert.deepEqual(customFields, { [described]: { ...field, values: [3], value: 3 } })
        const replaced = await patchClip(moId, [
          { op: 'test', path: `/customFields/${sent}/value`, value: 3 },
          { op: 'replace', path: `/customFields/${sent}/value`, value: 4 },
        ])
        assert.deepEqual(replaced.customFields, { [described]: { ...field, values: [4], value: 4 } })
        const added = await add(moId, sent, 5)
        assert.deepEqual(Object.keys(added.customFields ?? {}), [described])
        const moved = await patchClip(moId, [
          { op: 'move', from: `/customFields/${sent}`, path: '/customFields/other' },
        ])
        assert.deepEqual(Object.keys(moved.customFields ?? {}), ['other'])
        await assert.rejects(add(moId, sent, 'three'), refusalAt('ValidationError', `/customFields/${described}`))

        const { version: _version, fields } = await api.customFields.updateAnnotationField({
          ...{ prId, property: sent },
          body: { type: 'STRING' },
        })
        assert.deepEqual(fields, { other: {}, [described]: { type: 'STRING' } })
        // What was written before anybody described it is as it was written.
        await putDescription({ fields: {} })
        const kept = await createClip({ customFields: { [sent]: 'x' } })
        await describeFields({ [described]: { type: 'STRING' } })
        assert.deepEqual(Object.keys((await add(kept.moId, described, 'y')).customFields ?? {}), [sent])
      }
    }
  })

  // custom-fields-29, custom-fields-30
  test('and is found, counted, ordered and shown by whichever spelling', async () => {
    const [composed, apart] = ['Gr\u00f6\u00dfe', 'Gro\u0308\u00dfe']
    const [first, second] = [
      await createClip({ customFields: { [apart]: 'b' } }),
      await createClip({ customFields: { [composed]: 'a' } }),
    ]
    for (const name of [composed, apart]) {
      const field = `customFields.${name}`
      const found = await api.annotations.searchAnnotations({
        prId,
        query: {
          ...{ q: `${field}:*`, fq: [`${field}:(a b)`], sort: `${field} desc`, fl: ['mediaObjectId', field] },
          ...{ facet: true, 'facet.field': [field], 'facet.pivot': [`funnel,${field}`] },
          waitForIndex: true,
        },
      })
      assert.deepEqual(
        found.results.map(document => [document.mediaObjectId, document[`customFields.${composed}`]]),
        [
          [first.moId, 'b'],
          [second.moId, 'a'],
        ],
      )
      assert.deepEqual(
        found.facetFields?.map(({ name, values }) => [name, values.map(value => value.name)]),
        [[`customFields.${composed}`, ['a', 'b']]],
      )
      const grouped = await api.annotations.searchAnnotations({
        prId,
        query: { q: `${field}:a`, group: true, 'group.field': [field] },
      })
      assert.equal(grouped.numFound, 1)
    }
  })

  // custom-fields-12
  test('a value that cannot be cast is 422 with the path of the field, and nothing of the patch is kept', async () => {
    await describeFields({ take: { type: 'INTEGER' }, 'a/b': { type: 'DATE' } })
    const { moId } = await createClip()
    await assert.rejects(
      patchClip(moId, [
        { op: 'add', path: '/description', value: 'kept?' },
        { op: 'add', path: '/customFields/take', value: 'three' },
      ]),
      refusalAt('ValidationError', '/customFields/take', 'INTEGER (whole, 32 bits), not "three"'),
    )
    await assert.rejects(add(moId, 'a~1b', 'soon'), refusalAt('ValidationError', '/customFields/a~1b', 'DATE'))
    assert.ok(!('description' in (await api.annotations.getMediaObjectAnnotation({ prId, moId }))))
  })

  // custom-fields-11
  test('holds for what is created: clips, subclips, comments', async () => {
    await describeFields({ take: { type: 'INTEGER' } })
    const { moId, customFields } = await createClip({ customFields: { take: '7' } })
    assert.equal((customFields?.take as StoredValue).value, 7)
    for (const type of ['clip', 'comment'] as const) {
      const create = (take: unknown) =>
        api.annotations.createClipAnnotation({ prId, moId, type, body: { customFields: { take } } })
      assert.equal(((await create('8')).customFields?.take as StoredValue).value, 8)
      await assert.rejects(create('x'), refusalAt('ValidationError', '/customFields/take'))
    }
    await assert.rejects(
      createClip({ customFields: { take: 'x' } }),
      refusalAt('ValidationError', '/customFields/take'),
    )
  })

  // custom-fields-13
  test('"`allowUndefinedFields:false` => fields not described are refused"; else they are kept as they come', async () => {
    const { version } = await describeFields({ a: {} })
    const { moId } = await createClip()
    const odd = { any: ['shape'] }
    assert.deepEqual((await add(moId, 'other', odd)).customFields?.other, odd)
    await putDescription({ version, fields: { a: {} }, allowUndefinedFields: false })
    await assert.rejects(add(moId, 'more', 1), refusalAt('ValidationError', '/customFields/more', 'not a field'))
    assert.deepEqual((await add(moId, 'a', 'x')).customFields?.other, odd, 'what is there stays')
    const emptied = await patchClip(moId, [{ op: 'remove', path: '/customFields/other' }])
    assert.deepEqual(Object.keys(emptied.customFields ?? {}), ['a'])
  })

  test('hostile names and giant values are refused with 422 where fields are described', async () => {
    await describeFields({ list: { multiValued: true }, any: { type: 'JSON' } })
    const { moId } = await createClip()
    for (const name of ['', 'x'.repeat(201), 'a\u0001b']) {
      await assert.rejects(add(moId, name, 1), refusalAt('ValidationError', '/customFields'))
    }
    for (const name of ['__proto__', 'constructor'])
      await assert.rejects(add(moId, name, 1), refusalAt('ValidationError'))
    const create = (customFields: Record<string, unknown>) =>
      api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: { customFields } })
    await assert.rejects(create({ constructor: 1 }), refusalAt('ValidationError', '/customFields'))
    await assert.rejects(create({ list: Array(1001).fill('a') }), refusalAt('ValidationError', '/customFields/list'))
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, index]))
    await assert.rejects(create(many), refusalAt('ValidationError', '/customFields'))
    const deep = JSON.parse('['.repeat(80) + ']'.repeat(80))
    await assert.rejects(create({ any: deep }), refusalAt('ValidationError', '/customFields'))
    await assert.rejects(add(moId, 'any', deep), refusalAt('ValidationError', '/customFields'))
  })

  // custom-fields-29
  test('what is stored is found by its field, and by its words', async () => {
    await describeFields({ genre: { multiValued: true }, take: { type: 'INTEGER' } })
    const { moId } = await createClip({ customFields: { genre: ['Drama', 'Noir'], take: '12' } })
    for (const query of [
      { fq: ['customFields.genre:Noir'] },
      { fq: ['customFields.take:[10 TO 12]'] },
      { q: 'noir' },
    ]) {
      const { results } = await api.annotations.listAnnotations({ prId, query })
      assert.deepEqual(
        results.map(result => result.mediaObjectId),
        [moId],
        JSON.stringify(query),
      )
    }
  })

  // custom-fields-8
  test('a description is remembered, and a new one holds from the next write', async () => {
    await describeFields({ take: { type: 'INTEGER' } })
    const { moId } = await createClip()
    await add(moId, 'take', 1)
    await api.customFields.updateAnnotationField({ prId, property: 'take', body: { type: 'STRING' } })
    assert.equal(((await add(moId, 'take', 'one')).customFields?.take as StoredValue).value, 'one')
    // Behind its back: what is remembered is not read again.
    await kit.service.platform.database
      .deleteFrom('custom_fields_description')
      .where('production_id', '=', prId)
      .execute()
    assert.equal(((await add(moId, 'take', 'two')).customFields?.take as StoredValue).value, 'two')
  })
})

test('any description and any value are answered, never with 500', async () => {
  const { moId } = await createClip()
  const outcomes = { described: 0, kept: 0 }
  const isRefused = (error: unknown) =>
    error instanceof ServiceError && ['ValidationError', 'BadRequestError'].includes(error.type)
  await fc.assert(
    fc.asyncProperty(someDescription, fc.array(someValue, { minLength: 1, maxLength: 3 }), async (body, values) => {
      try {
        await api.customFields.updateAnnotationField({ prId, property: 'any', body })
        outcomes.described++
      } catch (error) {
        assert.ok(isRefused(error), String(error))
        return
      }
      for (const value of values) {
        try {
          const { customFields } = await add(moId, 'any', value)
          assert.equal((customFields?.any as StoredValue).type, body.type ?? 'STRING')
          outcomes.kept++
        } catch (error) {
          assert.ok(isRefused(error), String(error))
        }
      }
    }),
    { numRuns: 100 },
  )
  assert.ok(outcomes.described > 0 && outcomes.kept > 0, JSON.stringify(outcomes))
})
