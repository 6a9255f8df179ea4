import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { JsonPatch, ProductionRight } from '@rushes/contract'
import { refusalAt, refusedAt } from '../../../../test/refusal.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'
import { hostClip, kit, moId, prId } from '../testing/host.ts'

hostClip()

const get = (api: Client = kit.admin) => api.annotations.getMediaObjectAnnotation({ prId, moId })
const patch = (body: JsonPatch, api: Client = kit.admin) =>
  api.annotations.patchMediaObjectAnnotation({ prId, moId, body })

async function member(...rights: ProductionRight[]) {
  return kit.createMember(prId, { rights: ['PRODUCTION_VIEW', ...rights] })
}

describe('the annotation of a clip', () => {
  // annotations-6
  test('is there from the beginning, spans the clip and has the objects that a patch adds to', async () => {
    const moa = await get()
    assert.deepEqual(
      [moa.objectType, moa.funnel, moa.type],
      ['MediaObjectAnnotation', 'MediaObjectAnnotation', 'TECHNICAL_DETAILS'],
    )
    assert.deepEqual([moa.start, moa.end], [0, 100])
    for (const name of [
      'customFields',
      'systemFields',
      'clipMetadata',
      'structuredDescription',
      'subtitlingStatuses',
      'transcriptionStatuses',
    ] as const) {
      assert.deepEqual(moa[name], {}, name)
    }
    assert.equal(moa.mediaObject, undefined)
    assert.equal('reviewStatus' in moa, false, 'an absent member is left out, never null')
  })

  // http-21, annotations-8
  test('names the address of the files as a plain URL', async () => {
    const { hrefs, href } = await get()
    assert.equal(hrefs?.moi, `${kit.url}/production/${prId}/mo/${moId}/moi`)
    assert.equal(href, `${kit.url}/production/${prId}/mo/${moId}/moa`)
    const response = await fetch(`${hrefs?.moi}?access_token=${kit.admin.options.token}`)
    assert.deepEqual(await response.json(), [])
  })

  // annotations-7
  test('brings the clip along, and those of its files that are asked for', async () => {
    const query = { includeMediaObject: true, includeTranslatedToIds: true }
    const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId, query })
    assert.equal(moa.mediaObject?.id, moId)
    assert.equal(moa.mediaObject?.name, 'Interview')
    assert.deepEqual(moa.translatedToIds, [])
  })

  // annotations-9
  test('is unknown in another production, and for a clip that does not exist', async () => {
    const other = await kit.createProduction('Another')
    for (const place of [
      { prId: other.id, moId },
      { prId, moId: 123_456_789 },
    ]) {
      await assert.rejects(kit.admin.annotations.getMediaObjectAnnotation(place), { name: 'NotFoundError' })
      await assert.rejects(kit.admin.annotations.patchMediaObjectAnnotation({ ...place, body: [] }), {
        name: 'NotFoundError',
      })
    }
  })
})

describe('a patch', () => {
  // http-24, annotations-2
  test('adds below the objects that are there by default, and raises the version', async () => {
    const before = await get()
    const after = await patch([
      { op: 'add', path: '/clipMetadata/flipHorizontal', value: true },
      { op: 'add', path: '/description', value: 'my description' },
      { op: 'add', path: '/customFields/colour', value: { type: 'STRING', values: ['red'] } },
      { op: 'add', path: '/subtitlingStatuses/en;preset_001', value: 'COMPLETED' },
      { op: 'add', path: '/tags', value: ['a', 'b', 'a', 'e\u0301', '\u00e9'] },
    ])
    assert.deepEqual(after.clipMetadata, { flipHorizontal: true })
    assert.equal(after.description, 'my description')
    assert.deepEqual(after.customFields, { colour: { type: 'STRING', values: ['red'] } })
    assert.deepEqual(after.subtitlingStatuses, { 'en;preset_001': 'COMPLETED' })
    assert.deepEqual(after.tags, ['a', 'b', 'e\u0301'])
    assert.equal(after.version, before.version + 1)
    assert.deepEqual(await get(), after)
    const removed = await patch([{ op: 'remove', path: '/customFields' }])
    assert.deepEqual(removed.customFields, {}, 'a removed object is empty again')
  })

  // subtitles-29, subtitles-4
  test('takes keys of statuses in any spelling of their language', async () => {
    const after = await patch([
      { op: 'add', path: '/subtitlingStatuses', value: { eng: 'EDITING', 'ger;': 'EDITING', 'DUT;a/b': 'EDITING' } },
      { op: 'replace', path: '/subtitlingStatuses/en;', value: 'COMPLETED' },
      { op: 'test', path: '/subtitlingStatuses/nld;a~1b', value: 'EDITING' },
      { op: 'remove', path: '/subtitlingStatuses/deu' },
      { op: 'add', path: '/transcriptionStatuses/pt_br', value: 'EDITING' },
    ])
    assert.deepEqual(after.subtitlingStatuses, { en: 'COMPLETED', 'nl;a/b': 'EDITING' })
    assert.deepEqual(after.transcriptionStatuses, { 'pt-BR': 'EDITING' })
    await patch(['subtitlingStatuses', 'transcriptionStatuses'].map(name => ({ op: 'remove', path: `/${name}` })))
    for (const key of ['xx', 'en_', 'english;preset_001']) {
      await assert.rejects(
        patch([{ op: 'add', path: `/subtitlingStatuses/${key}`, value: 'EDITING' }]),
        refusalAt('BadRequestError', `/subtitlingStatuses/${key}`),
      )
    }
  })

  // http-33
  test('holds as a whole or not at all', async () => {
    const before = await get()
    await assert.rejects(
      patch([
        { op: 'add', path: '/description', value: 'half' },
        { op: 'add', path: '/structuredDescription/some/thing', value: 1 },
      ]),
      { name: 'ValidationError' },
    )
    assert.deepEqual(await get(), before)
  })

  // http-35, errors-11
  test('without a version yields 409 only for a failed test, or a create where a value is', async () => {
    await patch([{ op: 'add', path: '/description', value: 'current' }])
    await assert.rejects(patch([{ op: 'test', path: '/description', value: 'stale' }]), { name: 'ConflictError' })
    await assert.rejects(patch([{ op: 'create', path: '/description', value: 'x' }]), { name: 'ConflictError' })
    const { version } = await get()
    const tested = await patch([{ op: 'test', path: '/description', value: 'current' }])
    assert.equal(tested.version, version, 'what changes nothing is no new version')
  })

  // http-34
  test('of two at once loses neither', async () => {
    const { version } = await get()
    const names = Array.from({ length: 20 }, (_, index) => `field${index}`)
    await Promise.all(names.map(name => patch([{ op: 'add', path: `/customFields/${name}`, value: name }])))
    const moa = await get()
    assert.equal(moa.version, version + 20)
    for (const name of names) assert.equal(moa.customFields?.[name], name)
  })

  // http-22, annotations-16
  test('cannot write what the service keeps', async () => {
    for (const name of [
      'id',
      'version',
      'created',
      'createdBy',
      'creatorId',
      'modifiedBy',
      'objectType',
      'productionId',
      'mediaObjectId',
      'createdByShareId',
      'createdBySharedUserId',
      'authorName',
      'funnel',
      'start',
      'end',
      'href',
      'mediaObject',
      'unheardOf',
    ]) {
      await assert.rejects(patch([{ op: 'add', path: `/${name}`, value: 1 }]), refusedAt(`/${name}`))
    }
    await assert.rejects(patch([{ op: 'replace', path: '', value: {} }]), { name: 'ValidationError' })
    await assert.rejects(patch([{ op: 'move', from: '/id', path: '/description' }]), refusedAt('/id'))
  })

  // http-37
  test('leads to members of their types, or to 422 with the path', async () => {
    for (const [path, value] of [
      ['/description', 5],
      ['/tags', 'x'],
      ['/customFields', null],
      ['/circled', 'yes'],
      ['/loggingStatus', 'DONE'],
      ['/subtitlingStatuses', { en: 'FINISHED' }],
      ['/rating', 'high'],
      ['/keyframeFrames', 2 ** 53],
    ] as const) {
      await assert.rejects(patch([{ op: 'add', path, value }]), (error: Error & { data?: unknown }) => {
        assert.equal(error.name, 'ValidationError')
        assert.ok((error.data as { path: string }[])[0]?.path.startsWith(path))
        return true
      })
    }
    await assert.rejects(patch([{ op: 'add', path: '/subtitlingStatuses/en', value: 'FINISHED' }]), {
      name: 'ValidationError',
    })
  })

  // annotations-15
  test('keeps what it leaves alone, and takes no content that cannot be kept', async () => {
    const structuredDescription = { frames: 100, tracks: [{ type: 'VIDEO' }] }
    await patch([{ op: 'add', path: '/structuredDescription', value: structuredDescription }])
    const after = await patch([{ op: 'add', path: '/description', value: 'untouched' }])
    assert.deepEqual(after.structuredDescription, structuredDescription)
    const deep = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`)
    await assert.rejects(patch([{ op: 'add', path: '/customFields/deep', value: deep }]), refusedAt('/customFields'))
    await assert.rejects(patch([{ op: 'add', path: '/customFields/n', value: 2 ** 53 }]), refusedAt('/customFields'))
    await patch([{ op: 'remove', path: '/structuredDescription' }])
    assert.deepEqual((await get()).structuredDescription, {})
  })

  // http-38
  test('has a bound to its operations', async () => {
    const body = Array.from({ length: 1001 }, () => ({ op: 'add' as const, path: '/description', value: 'x' }))
    await assert.rejects(patch(body), { name: 'BadRequestError' })
  })

  // annotations-14
  test('works on the same annotation through its own address', async () => {
    const { id } = await get()
    const body: JsonPatch = [{ op: 'add', path: '/reviewStatus', value: 'NOT_APPROVED' }]
    const patched = await kit.admin.annotations.patchAnnotation({ prId, anId: id, body })
    assert.equal(patched.reviewStatus, 'NOT_APPROVED')
    assert.equal(patched.objectType, 'MediaObjectAnnotation')
  })
})

describe('the review status', () => {
  const setStatus = (value: string, api: Client) => patch([{ op: 'add', path: '/reviewStatus', value }], api)

  // annotations-10
  test('alone needs REVIEW_STATUS_EDIT alone; other members need LIBRARY_UPDATE_METADATA', async () => {
    const reviewer = await member('REVIEW_STATUS_EDIT')
    const metadata = await member('LIBRARY_UPDATE_METADATA')
    const viewer = await member()
    assert.equal((await setStatus('APPROVED', reviewer.api)).reviewStatus, 'APPROVED')
    await assert.rejects(setStatus('APPROVED', metadata.api), {
      name: 'ForbiddenError',
      data: { right: 'REVIEW_STATUS_EDIT' },
    })
    const describe: JsonPatch = [{ op: 'add', path: '/description', value: 'x' }]
    await patch(describe, metadata.api)
    await assert.rejects(patch(describe, reviewer.api), {
      name: 'ForbiddenError',
      data: { right: 'LIBRARY_UPDATE_METADATA' },
    })
    const both: JsonPatch = [...describe, { op: 'add', path: '/reviewStatus', value: 'APPROVED' }]
    await assert.rejects(patch(both, reviewer.api), { name: 'ForbiddenError' })
    await assert.rejects(patch(both, metadata.api), { name: 'ForbiddenError' })
    await assert.rejects(setStatus('APPROVED', viewer.api), { name: 'ForbiddenError' })
    await assert.rejects(setStatus('APPROVED', kit.client()), { name: 'UnauthorizedError' })
  })

  // review-2
  test('must be among the configured possible values', async () => {
    await assert.rejects(setStatus('NEEDS_WORK', kit.admin), refusalAt('ValidationError', '/reviewStatus'))
    const body = { possibleValues: [{ id: 'NEEDS_WORK', label: 'Needs Work' }] }
    await kit.admin.productions.updateSetting({ prId, key: 'reviewStatusConfig', body })
    assert.equal((await setStatus('NEEDS_WORK', kit.admin)).reviewStatus, 'NEEDS_WORK')
    await assert.rejects(setStatus('APPROVED', kit.admin), refusalAt('ValidationError', '/reviewStatus'))
    await patch([{ op: 'add', path: '/description', value: 'a change that leaves the status alone' }])
    await kit.admin.productions.deleteSetting({ prId, key: 'reviewStatusConfig' })
    const cleared = await patch([{ op: 'remove', path: '/reviewStatus' }])
    assert.equal(cleared.reviewStatus, undefined)
  })
})

describe('the content of subtitles', () => {
  // annotations-17
  test('is not changed past the rules of subtitles', async () => {
    const ctx = createServiceContext(kit.service.platform, 'test')
    const { id } = await inTransaction(ctx, ctx =>
      createAnnotation(ctx, {
        productionId: prId,
        mediaObjectId: moId,
        objectType: 'StructuredAnnotation',
        funnel: 'Subtitle',
        type: 'SUBTITLE',
        language: 'en',
        structuredDescription: { subtitles: [] },
      }),
    )
    const patchSubtitle = (path: string, value: unknown) =>
      kit.admin.annotations.patchAnnotation({ prId, anId: id, body: [{ op: 'add', path, value }] })
    await assert.rejects(patchSubtitle('/structuredDescription/subtitles/-', {}), refusedAt('/structuredDescription'))
    await assert.rejects(patchSubtitle('/language', 'nl'), refusedAt('/language'))
    assert.equal((await patchSubtitle('/label', 'by hand')).label, 'by hand')
  })

  // subtitles-1
  test('stands once for each language and preset of a clip, also when two create it at once', async () => {
    const create = () => {
      const ctx = createServiceContext(kit.service.platform, 'test')
      return inTransaction(ctx, ctx =>
        createAnnotation(ctx, {
          productionId: prId,
          mediaObjectId: moId,
          objectType: 'StructuredAnnotation',
          funnel: 'Subtitle',
          language: 'fr',
        }),
      )
    }
    const outcomes = await Promise.allSettled([create(), create(), create()])
    assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.name, 'ConflictError')
    }
  })
})
