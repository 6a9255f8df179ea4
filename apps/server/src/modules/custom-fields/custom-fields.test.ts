import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CustomFieldDescription, type CustomFieldsDescriptionReplacement, ServiceError } from '@rushes/contract'
import { refusalAt } from '../../../test/refusal.ts'
import { api, describeFields, hostProduction, kit, prId, putDescription } from './testing/host.ts'

hostProduction()

describe('the description of a production', () => {
  // custom-fields-1
  test('is empty, allows every field and has version 0 where nobody wrote one', async () => {
    const empty = {
      version: 0,
      objectType: 'CustomFieldsDescription',
      productionId: prId,
      allowUndefinedFields: true,
      clientSettings: {},
      fields: {},
    }
    assert.deepEqual(await api.customFields.getAnnotationFields({ prId }), empty)
    assert.deepEqual(await api.customFields.getCollectionFields({ prId }), empty)
    assert.deepEqual(await api.customFields.getAnnotationFieldMisfits({ prId }), {
      count: 0,
      complete: true,
      items: [],
    })
  })

  // custom-fields-1
  test('is kept as it was written; annotations and collections have one each', async () => {
    const episode_title: CustomFieldDescription = {
      userProperties: { prop1: 'value1' },
      order: 0.5,
      type: 'STRING',
      defaultValue: 'no_episode',
      label: 'Episode title',
      clientConfig: { width: 3 },
      hidden: true,
      autocompleteUrl: 'https://example.org',
      thesaurus: 'episodes',
    }
    const body = { name: 'Logging', allowUndefinedFields: false, clientSettings: { a: [1] }, fields: { episode_title } }
    const { misfits, ...written } = await putDescription(body)
    assert.deepEqual(misfits, { count: 0, complete: true, items: [] })
    assert.equal(written.version, 1)
    const { allowUndefinedFields, clientSettings, fields, name } = written
    assert.deepEqual({ allowUndefinedFields, clientSettings, fields, name }, body)
    assert.deepEqual(await api.customFields.getAnnotationFields({ prId }), written)
    assert.equal((await api.customFields.getCollectionFields({ prId })).version, 0)
  })

  // custom-fields-3
  test('"carries `version`, and PUT compares it"', async () => {
    const first = await describeFields({ a: {} })
    await assert.rejects(putDescription({ version: 0 }), refusalAt('ConflictError'))
    // As it was read, and all of it.
    const second = await putDescription({ ...first, fields: { b: {} } })
    assert.deepEqual([second.version, second.fields], [2, { b: {} }])
    await assert.rejects(putDescription(first), (error: unknown) => {
      assert.ok(error instanceof ServiceError)
      assert.deepEqual([error.type, error.data], ['ConflictError', { version: 2 }])
      return true
    })
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => putDescription({ version: 2 })))
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // custom-fields-3
  test('CustomFieldsDescription of the interface has no `version`: without one nothing is compared', async () => {
    for (const kind of ['Annotation', 'Collection'] as const) {
      const update = api.customFields[`update${kind}Fields`]
      for (const [index, name] of ['a', 'b', 'c'].entries()) {
        const written = await update({ prId, body: { allowUndefinedFields: true, fields: { [name]: {} } } })
        assert.deepEqual([written.version, written.fields], [index + 1, { [name]: {} }])
      }
    }
    const description = await fetch(`${kit.service.url}/production/${prId}/cfd`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${api.options.token}`, 'content-type': 'application/json', 'if-match': '"2"' },
      body: JSON.stringify({ fields: {} }),
    })
    assert.equal(description.status, 412)
  })

  // custom-fields-4
  test('one field is described without the others, also by many at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.customFields.updateAnnotationField({ prId, property: `field ${index}/x`, body: { order: index } }),
      ),
    )
    const { fields = {}, version } = await api.customFields.getAnnotationFields({ prId })
    assert.equal(version, 8)
    assert.equal(Object.keys(fields).length, 8)
    assert.deepEqual(fields['field 3/x'], { order: 3 })
  })

  // custom-fields-2, custom-fields-3
  test('GET needs PRODUCTION_VIEW, PUT needs PRODUCTION_MANAGE', async () => {
    const viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
    assert.ok(await viewer.customFields.getAnnotationFields({ prId }))
    await assert.rejects(
      viewer.customFields.updateAnnotationFields({ prId, body: {} }),
      refusalAt('ForbiddenError', undefined, 'PRODUCTION_MANAGE'),
    )
    const outsider = (await kit.createUser()).api
    await assert.rejects(outsider.customFields.getCollectionFields({ prId }), refusalAt('ForbiddenError'))
    await assert.rejects(api.customFields.getAnnotationFields({ prId: 987654321 }), refusalAt('NotFoundError'))
  })

  // errors-18, custom-fields-5
  test('of the wrong shape is 400, one that makes no sense 422 with the path', async () => {
    const send = (body: object) => putDescription(body as CustomFieldsDescriptionReplacement)
    for (const body of [
      { fields: [] },
      { fields: { a: 'STRING' } },
      { fields: { a: { type: 'NUMBER' } } },
      { fields: { a: { whiteList: 'x' } } },
      { fields: { a: { unknown: 1 } } },
      { fields: { a: { order: 'first' } } },
      { allowUndefinedFields: 'no' },
      { version: -1 },
      { nonsense: true },
    ]) {
      await assert.rejects(send(body), refusalAt('BadRequestError'), JSON.stringify(body))
    }
    await assert.rejects(
      send({ fields: { 'a/b': { validation: '(' } } }),
      refusalAt('ValidationError', '/fields/a~1b/validation'),
    )
    await assert.rejects(send({ fields: { constructor: {} } }), refusalAt('ValidationError', '/fields'))
    await assert.rejects(send({ fields: { 'a\nb': 5 } }), refusalAt('ValidationError', '/fields'))
    const one = (property: string, body: object) => api.customFields.updateAnnotationField({ prId, property, body })
    await assert.rejects(one('a', { type: 'LONG', defaultValue: 'x' }), refusalAt('ValidationError', '/defaultValue'))
    for (const property of ['__proto__', 'x'.repeat(201)]) {
      await assert.rejects(one(property, {}), refusalAt('ValidationError', '/'))
    }
    await assert.rejects(one('x'.repeat(10_000), {}), refusalAt('BadRequestError'))
    assert.equal((await api.customFields.getAnnotationFields({ prId })).version, 0, 'nothing was written')
  })

  // custom-fields-7
  test('a change is reported in an event', async () => {
    const { id } = await describeFields({ a: {} })
    const rows = await kit.service.platform.database
      .selectFrom('event')
      .select('body')
      .where('production_id', '=', prId)
      .execute()
    const told = rows.find(({ body }) => body.verb === 'CustomFieldsDescription.update')
    assert.equal(told?.body.object?.id, id)
  })
})
