/** Searches of annotations of one kind: clips by their own annotations, transcripts by their paragraphs. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'
import { createClip } from './create-clip.ts'

let kit: TestService
let prId: number
let moId: number
let otherMoId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
  otherMoId = await createClip(kit, prId)
  const say = (mediaObjectId: number, speaker: string, words: string[]) =>
    inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      createAnnotation(ctx, {
        productionId: prId,
        mediaObjectId,
        objectType: 'TranscriptAnnotation',
        funnel: 'TranscriptAnnotation',
        start: 0,
        end: 25,
        structuredDescription: { parts: words.map(word => ({ word })) },
        details: { speaker },
      }),
    )
  await say(moId, 'Anna', ['The ', 'sea ', 'is ', 'calm.'])
  await say(otherMoId, 'Ben', ['A ', 'calm ', 'day.'])
  const body = { description: 'calm', start: 1 }
  await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
})
after(() => kit.stop())

// annotations-34, search-21
test('`mo/search` finds clips, and answers 201 as the interface states', async () => {
  const { results } = await kit.admin.annotations.searchMediaObjects({ prId, query: { sort: 'id asc' } })
  assert.deepEqual(
    results.map(({ objectType, mediaObjectId }) => [objectType, mediaObjectId]),
    [
      ['MediaObjectAnnotation', moId],
      ['MediaObjectAnnotation', otherMoId],
    ],
  )
  const headers = { authorization: `Bearer ${kit.admin.options.token}` }
  assert.equal((await fetch(`${kit.url}/production/${prId}/mo/search`, { headers })).status, 201)
})

// annotations-35
test('`tsa/search` finds paragraphs, in a production and in a clip', async () => {
  const everywhere = await kit.admin.annotations.searchTranscripts({ prId, query: { q: 'calm', sort: 'id asc' } })
  assert.deepEqual(
    everywhere.results.map(found => found.tsa_content),
    ['The sea is calm.', 'A calm day.'],
  )
  const { results } = await kit.admin.annotations.searchTranscriptsOfClip({ prId, moId, query: { q: 'calm' } })
  assert.deepEqual(
    results.map(({ tsa_speaker, start, end }) => [tsa_speaker, start, end]),
    [[['Anna'], 0, 25]],
  )
})

// annotations-35
test('they need PRODUCTION_VIEW, and a clip of this production', async () => {
  const { api } = await kit.createMember(prId, { rights: ['LOG_EDIT'] })
  await assert.rejects(api.annotations.searchMediaObjects({ prId }), refusal(403, 'PRODUCTION_VIEW'))
  await assert.rejects(api.annotations.searchTranscripts({ prId }), refusal(403, 'PRODUCTION_VIEW'))
  const elsewhere = (await kit.createProduction()).id
  await assert.rejects(kit.admin.annotations.searchTranscriptsOfClip({ prId: elsewhere, moId }), refusal(404))
})

// search-27
test('`facet.query` counts what of the results matches, under its own text', async () => {
  const query = {
    q: 'calm',
    'facet.query': ['objectType:TranscriptAnnotation', 'start:[1 TO *]', 'tsa_content:sea', 'nothing', 'nothing'],
  }
  const { numFound, facetQuery } = await kit.admin.annotations.listAnnotations({ prId, query })
  assert.equal(numFound, 3)
  assert.deepEqual(facetQuery, {
    'objectType:TranscriptAnnotation': 2,
    'start:[1 TO *]': 1,
    'tsa_content:sea': 1,
    nothing: 0,
  })
  const bad = kit.admin.annotations.listAnnotations({ prId, query: { 'facet.query': ['start:['] } })
  await assert.rejects(bad, refusal(400, 'facet.query'))
})
