import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let moId: number
let commentId: number
let replyId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
  const create = (type: 'clip' | 'comment', body: object) =>
    kit.admin.annotations.createClipAnnotation({ prId, moId, type, body })
  commentId = (await create('comment', { start: 5, description: 'Sharper, please', tags: ['focus'] })).id
  replyId = (await create('comment', { start: 5, description: 'Will do', relatedToId: commentId })).id
  await create('clip', { start: 10, end: 20, name: 'Harbour_at_night', topics: ['water'], tags: ['boats'] })
  await kit.admin.annotations.patchMediaObjectAnnotation({
    prId,
    moId,
    body: [
      { op: 'add', path: '/subtitlingStatuses/en;preset_001', value: 'COMPLETED' },
      { op: 'add', path: '/subtitlingStatuses/nl', value: 'EDITING' },
      { op: 'add', path: '/customFields/genre', value: { type: 'STRING', values: ['Drama', 'Noir'] } },
    ],
  })
})
after(() => kit.stop())

const find = (query: Record<string, unknown>, api: Client = kit.admin) =>
  api.annotations.listAnnotations({ prId, query: { q: '*:*', rows: 10_000_000, ...query } })

describe('the list of annotations', () => {
  // annotations-46
  test('tells which of the versions of one a clip is, after each change of their collection', async () => {
    const { collections } = kit.admin
    const clips = [await createClip(kit, prId), await createClip(kit, prId), await createClip(kit, prId)]
    const body = { title: 'Versions', funnel: 'VersionStack' }
    const { id: stackId } = await collections.createCollection({ prId, body })
    const query = { waitForIndex: true }
    const attach = (moIds: number[], position?: number) => {
      const body = moIds.map(mediaObjectId => ({ mediaObjectId, ...(position !== undefined && { position }) }))
      return collections.attachEntries({ prId, id: stackId, body, query })
    }
    const read = async () => {
      const fq = ['objectType:MediaObjectAnnotation', `mediaObjectId:(${clips.join(' ')})`]
      const { results } = await find({ fq, sort: 'mediaObjectId asc' })
      assert.equal((await find({ fq: [...fq, 'isOlderVersion:true'] })).numFound, results.filter(isOlder).length)
      return results.map(({ versionStackId, versionNumber, versionCount }) =>
        versionStackId === undefined ? 'alone' : `${versionStackId === stackId} ${versionNumber}/${versionCount}`,
      )
    }
    const isOlder = ({ versionNumber = 0, versionCount = 0 }: { versionNumber?: unknown; versionCount?: unknown }) =>
      Number(versionNumber) < Number(versionCount)
    await attach(clips.slice(0, 1))
    assert.deepEqual(await read(), ['alone', 'alone', 'alone'])
    const [, second] = await attach(clips)
    assert.deepEqual(await read(), ['true 1/3', 'true 2/3', 'true 3/3'])
    await attach([clips[2]!], 0)
    assert.deepEqual(await read(), ['true 2/3', 'true 3/3', 'true 1/3'])
    await collections.detachEntry({ prId, id: stackId, annotationId: second!.id, query })
    assert.deepEqual(await read(), ['true 2/2', 'alone', 'true 1/2'])
    const stack = await collections.getCollection({ prId, id: stackId })
    await collections.updateCollection({ prId, id: stackId, body: { ...stack, funnel: 'Selection' }, query })
    assert.deepEqual(await read(), ['alone', 'alone', 'alone'])
    const renamed = await collections.getCollection({ prId, id: stackId })
    await collections.updateCollection({ prId, id: stackId, body: { ...renamed, funnel: 'VersionStack' }, query })
    await kit.admin.media.deleteMediaObject({ prId, id: clips[2]!, query })
    assert.deepEqual(await read(), ['alone', 'alone'])
  })

  // annotations-36
  test('finds the clips whose open comments mention somebody', async () => {
    const { id: prId } = await kit.createProduction()
    const clip = await createClip(kit, prId)
    const { user } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const query = { waitForIndex: true }
    const listWaiting = async () => {
      const { results } = await kit.admin.annotations.listAnnotations({
        prId,
        query: { fq: [`openMentionIds:${user.id}`], fl: ['mediaObjectId,openMentionIds'] },
      })
      return results.map(({ mediaObjectId, openMentionIds }) => [mediaObjectId, openMentionIds])
    }
    const patch = (anId: number, path: string, value: unknown) =>
      kit.admin.annotations.patchAnnotation({ prId, anId, body: [{ op: 'add', path, value }], query })
    const body = { description: 'Look', mentionIds: [user.id] }
    const say = (body: object) =>
      kit.admin.annotations.createClipAnnotation({ prId, moId: clip, type: 'comment', body, query })
    const first = await say(body)
    assert.deepEqual(await listWaiting(), [[clip, [user.id]]])
    await patch(first.id, '/tags', ['resolved'])
    assert.deepEqual(await listWaiting(), [])
    await patch(first.id, '/tags', [])
    const second = await say({ description: 'And here' })
    await patch(second.id, '/mentionIds', [user.id])
    await kit.admin.annotations.deleteAnnotation({ prId, anId: first.id, query })
    assert.deepEqual(await listWaiting(), [[clip, [user.id]]])
    await patch(second.id, '/mentionIds', [])
    assert.deepEqual(await listWaiting(), [])
    // An answer is settled with its thread.
    const asked = await say({ description: 'Who?' })
    const answer = await say({ ...body, relatedToId: asked.id })
    assert.deepEqual(await listWaiting(), [[clip, [user.id]]])
    const fq = [`mentionIds:${user.id}`, '-threadResolved:true', `mediaObjectId:${clip}`]
    const listOpen = async () =>
      (await kit.admin.annotations.listAnnotations({ prId, query: { fq } })).results.map(({ id }) => id)
    assert.deepEqual(await listOpen(), [answer.id])
    await patch(asked.id, '/tags', ['resolved'])
    assert.deepEqual([await listWaiting(), await listOpen()], [[], []])
    await patch(asked.id, '/tags', [])
    assert.deepEqual([await listWaiting(), await listOpen()], [[[clip, [user.id]]], [answer.id]])
    await kit.admin.annotations.deleteAnnotation({ prId, anId: asked.id, query })
    assert.deepEqual(await listWaiting(), [])
    // What comes with an announced clip, or from a file of markers.
    const comment = { objectType: 'ClipAnnotation', funnel: 'ReviewComment', details: body } as const
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      createAnnotation(ctx, { ...comment, productionId: prId, mediaObjectId: clip }),
    )
    assert.deepEqual(await listWaiting(), [[clip, [user.id]]])
  })

  // annotations-29, annotations-36
  test('finds an annotation at once, as a flat document', async () => {
    const { results, numFound, items } = await find({ fq: ['funnel:ReviewComment', '-relatedToId:*'] })
    assert.equal(numFound, 1)
    assert.deepEqual(items, results)
    const [found] = results
    assert.equal(found?.id, commentId)
    assert.equal(found?.objectType, 'ClipAnnotation')
    assert.deepEqual([found?.start, found?.end], [5, 6])
    assert.equal(found?.mediaObjectId, moId)
    assert.equal(found?.mediaObjectName, 'Interview')
    assert.equal(found?.productionId, prId)
    assert.equal(found?.description, 'Sharper, please')
    assert.deepEqual(found?.tags, ['focus'])
  })

  // annotations-36
  test('groups a comment and its replies by threadGroupId_s_nm_d', async () => {
    const { results } = await find({ fq: [`threadGroupId_s_nm_d:${commentId}`], sort: 'id asc' })
    assert.deepEqual(
      results.map(result => result.id),
      [commentId, replyId],
    )
  })

  // annotations-36, subtitles-32
  test('finds clips by the tags of their subtitling statuses', async () => {
    const count = async (fq: string) => (await find({ fq: [fq] })).numFound
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(COMPLETED;en;preset_001)'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(*;en;*)'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(EDITING;nl)'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(EDITING;dut)'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(*;eng;preset*)'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(EDITING;en;*)'), 0)
    // Without a preset the third part is empty; searches saved with two parts find it too.
    for (const tag of ['EDITING;nl;', 'EDITING;nl;*', 'EDITING;*;*', '*;nl;*', 'EDITING;*;']) {
      assert.equal(await count(`subtitlingStatusLanguagePresetTags:(${tag})`), 1, tag)
    }
    assert.equal(await count('subtitlingStatusLanguagePresetTags:"EDITING;nl"'), 1)
    assert.equal(await count('subtitlingStatusLanguagePresetTags:(COMPLETED;en)'), 0)
  })

  // annotations-36
  test('finds by merged_tags, by custom field, by words', async () => {
    for (const query of [
      { fq: ['merged_tags:boats'] },
      { fq: ['merged_tags:water'] },
      { fq: ['customFields.genre:Noir'] },
      { q: 'noir' },
      { q: 'sharper' },
      { q: 'harbour' },
      { q: '+"harbour at night"' },
    ]) {
      assert.equal((await find(query)).numFound, 1, JSON.stringify(query))
    }
  })

  test('follows changes and deletions', async () => {
    const { id } = await kit.admin.annotations.createClipAnnotation({
      prId,
      moId,
      type: 'clip',
      body: { description: 'zebra' },
    })
    const body = [{ op: 'replace' as const, path: '/description', value: 'giraffe' }]
    await kit.admin.annotations.patchAnnotation({ prId, anId: id, body })
    assert.equal((await find({ q: 'zebra' })).numFound, 0)
    assert.equal((await find({ q: 'giraffe' })).numFound, 1)
    await kit.admin.annotations.deleteAnnotation({ prId, anId: id })
    assert.equal((await find({ q: 'giraffe' })).numFound, 0)
  })

  test('finds transcripts and subtitles by what is said', async () => {
    const ctx = createServiceContext(kit.service.platform, 'test')
    await inTransaction(ctx, async ctx => {
      await createAnnotation(ctx, {
        productionId: prId,
        mediaObjectId: moId,
        objectType: 'TranscriptAnnotation',
        funnel: 'TranscriptAnnotation',
        type: 'TRANSCRIBER',
        language: 'en',
        start: 0,
        end: 20,
        structuredDescription: { parts: [{ word: 'This ' }, { word: 'blade ' }, { word: 7 }] },
        details: { speaker: 'S1' },
      })
      await createAnnotation(ctx, {
        productionId: prId,
        mediaObjectId: moId,
        objectType: 'StructuredAnnotation',
        funnel: 'Subtitle',
        type: 'SUBTITLE',
        language: 'en',
        subtitlePresetId: 'preset_001',
        structuredDescription: { subtitles: [{ start: 1, end: 2, textParts: [{ content: 'quixotic' }] }] },
      })
    })
    const [transcript] = (await find({ q: 'blade' })).results
    assert.equal(transcript?.tsa_content, 'This blade')
    assert.deepEqual(transcript?.tsa_speaker, ['S1'])
    const [subtitle] = (await find({ q: 'quixotic' })).results
    assert.deepEqual([subtitle?.language, subtitle?.subtitlePresetId], ['en', 'preset_001'])
  })

  // annotations-37
  test('moves the properties of clips into a group of their own with isCompressed', async () => {
    const list = await find({ fq: [`id:${commentId}`], isCompressed: true })
    assert.equal(list.results[0]?.mediaObjectName, undefined)
    assert.equal(list.mediaObjectProperties?.[moId]?.mediaObjectName, 'Interview')
  })

  // annotations-29
  test('of a clip holds that clip alone, and is 404 for a clip that is not there', async () => {
    const other = await createClip(kit, prId)
    for (const list of ['listAnnotationsOfClip', 'searchAnnotationsOfClip', 'queryAnnotationsOfClip'] as const) {
      const { results } = await kit.admin.annotations[list]({ prId, moId: other, query: {} })
      assert.deepEqual(
        results.map(result => result.funnel),
        ['MediaObjectAnnotation'],
      )
      await assert.rejects(kit.admin.annotations[list]({ prId, moId: 999_999_999 }), { name: 'NotFoundError' })
    }
  })

  // annotations-30
  test('is served under the address of old clients, with the paging headers', async () => {
    const address = `${kit.url}/api/production/${prId}/an/search.js?fq=mediaObjectId%3A${moId}&q=*:*&rows=10000000`
    const response = await fetch(`${address}&access_token=${kit.admin.options.token}`)
    assert.equal(response.status, 200)
    const { numFound } = (await response.json()) as { numFound: number }
    assert.equal(response.headers.get('x-pagination-total-results'), String(numFound))
  })

  // annotations-29, annotations-31
  test('is open to PRODUCTION_VIEW; the query form to DEVOPS; the one over all productions to SUPPORT', async () => {
    const viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
    const stranger = (await kit.createMember(prId, { rights: ['LIBRARY_VIEW'] })).api
    assert.ok((await find({}, viewer)).numFound > 0)
    await assert.rejects(find({}, stranger), { name: 'ForbiddenError' })
    await assert.rejects(viewer.annotations.queryAnnotations({ prId }), { name: 'ForbiddenError' })
    await assert.rejects(viewer.annotations.searchAllAnnotations(), { name: 'ForbiddenError' })
    const other = await kit.createProduction('Another')
    await createClip(kit, other.id)
    assert.equal((await kit.admin.annotations.queryAnnotations({ prId: other.id })).numFound, 1)
    await assert.rejects(kit.admin.annotations.queryAnnotations({ prId: 999_999_999 }), { name: 'NotFoundError' })
    const all = await kit.admin.annotations.searchAllAnnotations({ query: { rows: 1000 } })
    assert.ok(all.results.some(result => result.productionId === other.id))
    assert.ok(all.results.some(result => result.productionId === prId))
    assert.ok((await find({})).results.every(result => result.productionId === prId))
  })

  // productions-9, annotations-33
  test('over all productions finds nothing of a deleted one, until it is restored', async () => {
    const { id } = await kit.createProduction('Deleted')
    const clip = await createClip(kit, id)
    const count = async () => {
      const query = { fq: [`productionId:${id}`], 'facet.field': ['productionId'] }
      const { numFound, facetFields } = await kit.admin.annotations.searchAllAnnotations({ query })
      return [numFound, JSON.stringify(facetFields).includes(String(id))]
    }
    assert.deepEqual(await count(), [1, true], `clip ${clip}`)
    await kit.admin.productions.deleteProduction({ prId: id })
    assert.deepEqual(await count(), [0, false])
    await kit.admin.productions.restoreProduction({ prId: id })
    assert.deepEqual(await count(), [1, true])
  })

  // annotations-32
  test('of an account holds the productions where the caller has PRODUCTION_VIEW; all of them for SUPPORT', async () => {
    const other = await kit.createProduction('Not theirs')
    await createClip(kit, other.id)
    const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const productionsOf = async (client: Client) => {
      const query = { q: '*:*', rows: 10_000, 'facet.field': ['productionId'] }
      const list = await client.annotations.searchAnnotationsOfAccount({ aId: kit.accountId, query })
      const counted = list.facetFields.flatMap(field => field.values.map(value => value.name))
      return { ids: new Set(list.results.map(result => result.productionId)), counted }
    }
    const seen = await productionsOf(api)
    assert.deepEqual([...seen.ids], [prId])
    assert.deepEqual(seen.counted, [String(prId)], 'no facet counts the rest')
    await kit.admin.productions.addParticipant({ prId: other.id, body: { userId: user.id, rights: ['LIBRARY_VIEW'] } })
    assert.deepEqual([...(await productionsOf(api)).ids], [prId])
    assert.equal((await productionsOf((await kit.createUser()).api)).ids.size, 0)
    assert.ok((await productionsOf(kit.admin)).ids.isSupersetOf(new Set([prId, other.id])))
    await assert.rejects(api.annotations.searchAnnotationsOfAccount({ aId: 999_999_999 }), { name: 'NotFoundError' })
  })

  test('refuses what is no query', async () => {
    await assert.rejects(find({ fq: ['start:[1 TO'] }), { name: 'BadRequestError' })
    await assert.rejects(find({ q: 'a)' }), {
      message: 'q: Unexpected ")" at position 1, expected a clause or the end',
    })
    await assert.rejects(find({ sort: 'noSuchField desc' }), { name: 'BadRequestError' })
  })

  // listAnnotations
  test('refuses what would change the answer and is not supported, whatever its members are; passes over the rest', async () => {
    const ask = async (parameter: string) => {
      const headers = { authorization: `Bearer ${kit.admin.options.token}` }
      return (await fetch(`${kit.url}/production/${prId}/an?rows=0&${parameter}`, { headers })).status
    }
    for (const name of [
      'json.facet',
      'json',
      'terms',
      'terms.fl',
      'mlt.count',
      'stats',
      'stats.field',
      'expand.rows',
    ]) {
      assert.equal(await ask(`${name}=1`), 400, name)
      assert.equal(await ask(`${name}=`), 200, name)
    }
    for (const name of ['facet.interval', 'facet.heatmap.geom']) assert.equal(await ask(`${name}=1`), 400, name)
    for (const name of ['jsonp', 'termsOfUse', 'wt']) assert.equal(await ask(`${name}=1`), 200, name)
  })
})
