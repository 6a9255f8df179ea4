import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ClipPatchRequest, JsonPatch } from '@rushes/contract'
import { createManyClips } from '../../../../test/scene/many-clips.ts'
import { createClip } from '../testing/create-clip.ts'
import { hostClip, kit, prId } from '../testing/host.ts'

hostClip()

const send = (changes: ClipPatchRequest['changes'], api: Client = kit.admin, productionId = prId) =>
  api.annotations.patchMediaObjectAnnotations({ prId: productionId, body: { changes }, query: { waitForIndex: true } })
const get = (moId: number) => kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
const toTags = (...value: string[]): JsonPatch => [{ op: 'add', path: '/tags', value }]

// annotations-43, annotations-45, http-45
test('many clips are patched with one call, each with its event, and found at once', async context => {
  const { id } = await kit.createProduction()
  await createManyClips(kit, id, 1000)
  const query = { rows: 1000, fl: ['mediaObjectId,version'] }
  const { results: found } = await kit.admin.annotations.searchMediaObjects({ prId: id, query })
  const changes = found.map(({ mediaObjectId, version }) => ({
    mediaObjectId: Number(mediaObjectId),
    version: Number(version),
    patch: toTags('dawn'),
  }))
  const begun = performance.now()
  const { results } = await send(changes, kit.admin, id)
  context.diagnostic(`1,000 clips in ${Math.round(performance.now() - begun)} ms`)
  assert.deepEqual(
    results,
    changes.map(({ mediaObjectId, version }) => ({ mediaObjectId, version: version + 1 })),
  )
  const tagged = await kit.admin.annotations.searchMediaObjects({ prId: id, query: { q: 'tags:dawn', rows: 0 } })
  assert.equal(tagged.numFound, 1000)
  const events = await kit.admin.events.listProductionEvents({
    prId: id,
    query: { type: ['Media.update'], limit: 1000 },
  })
  assert.equal(events.length, 1000)
})

// annotations-43, annotations-44
test('what is refused leaves the others alone, and says why', async () => {
  const [good, stale, wrong, other] = await Promise.all(Array.from({ length: 4 }, () => createClip(kit, prId)))
  const { version } = await get(stale!)
  await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId: stale!, body: toTags('theirs') })
  const { results } = await send([
    { mediaObjectId: good!, patch: toTags('dawn', 'dawn') },
    { mediaObjectId: stale!, version, patch: toTags('mine') },
    { mediaObjectId: wrong!, patch: [{ op: 'add', path: '/tags', value: 'no list' }] },
    { mediaObjectId: 999_999_999, patch: toTags('dawn') },
    { mediaObjectId: other!, patch: [] },
  ])
  assert.deepEqual(
    results.map(({ mediaObjectId, version, error }) => [mediaObjectId, version !== undefined, error?.type]),
    [
      [good, true, undefined],
      [stale, false, 'PreconditionFailedError'],
      [wrong, false, 'ValidationError'],
      [999_999_999, false, 'NotFoundError'],
      [other, true, undefined],
    ],
  )
  assert.deepEqual(results[1]?.error?.data, { version: version + 1 })
  assert.deepEqual(await Promise.all([good, stale, wrong].map(async moId => (await get(moId!)).tags)), [
    ['dawn'],
    ['theirs'],
    [],
  ])
})

// annotations-44
test('each needs the right that its members need, and is a clip of the production', async () => {
  const [one, two] = [await createClip(kit, prId), await createClip(kit, prId)]
  const { id: elsewhere } = await kit.createProduction()
  const foreign = await createClip(kit, elsewhere)
  const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_STATUS_EDIT'] })
  const approve: JsonPatch = [{ op: 'add', path: '/reviewStatus', value: 'APPROVED' }]
  const { results } = await send(
    [
      { mediaObjectId: one, patch: approve },
      { mediaObjectId: two, patch: toTags('dawn') },
      { mediaObjectId: foreign, patch: approve },
    ],
    api,
  )
  assert.deepEqual(
    results.map(({ error }) => error?.type),
    [undefined, 'ForbiddenError', 'NotFoundError'],
  )
  assert.deepEqual(results[1]?.error?.data, { right: 'LIBRARY_UPDATE_METADATA' })
  assert.equal((await get(one)).reviewStatus, 'APPROVED')
  const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  await assert.rejects(send([{ mediaObjectId: one, patch: approve }], viewer), { name: 'ForbiddenError' })
})

// annotations-43
test('a clip that is named twice, too many clips and what is no patch are refused before anything is changed', async () => {
  const moId = await createClip(kit, prId)
  const change = { mediaObjectId: moId, patch: toTags('dawn') }
  await assert.rejects(send([change, change]), { name: 'BadRequestError', message: /\/changes\/1\/mediaObjectId/ })
  const many = Array.from({ length: 1001 }, (_, index) => ({ ...change, mediaObjectId: index }))
  await assert.rejects(send(many), { name: 'BadRequestError' })
  const invalid = { mediaObjectId: moId, patch: [{ op: 'explode', path: '/tags' }] }
  await assert.rejects(send([invalid as unknown as typeof change]), { name: 'BadRequestError' })
  assert.deepEqual((await get(moId)).tags, [])
  assert.deepEqual((await send([])).results, [])
})
