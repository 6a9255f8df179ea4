import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClip, createProduction, entry, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  moId = await createClip(kit, prId, { num: 25, den: 1 }, 1000)
})
after(() => kit.stop())

const search = (q: string) =>
  kit.admin.annotations.listAnnotations({ prId, query: { q, hl: true, 'hl.simple.pre': '[', 'hl.simple.post': ']' } })

// search-34
test('hits in subtitles return the frames of the captions', async () => {
  const subtitles = await subtitlesOf(kit, prId, { clip: { moId } })
  const { id } = await subtitles.get()
  await subtitles.add(entry(100, 150, 'A calm sea'), entry(200, 250, 'The storm'), entry(300, 310, 'The SEA again'))
  const { hits } = await search('sea')
  assert.deepEqual(hits, {
    [id]: [
      { start: 100, end: 150, text: 'A calm sea' },
      { start: 300, end: 310, text: 'The SEA again' },
    ],
  })
})

// search-34
test('hits in transcripts return the frames of the words, and of phrases as wholes', async () => {
  const parts = ['This ', 'blade ', 'has ', 'a ', 'dark ', 'past, ', 'a ', 'blade ', 'of ', 'the ', 'dark.'].map(
    (word, index) => ({ word, start: 500 + index * 10, duration: 10 }),
  )
  const { id } = await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    createAnnotation(ctx, {
      ...{ productionId: prId, mediaObjectId: moId, start: 500, end: 610 },
      ...{ objectType: 'TranscriptAnnotation', funnel: 'TranscriptAnnotation', type: 'TRANSCRIBER' },
      structuredDescription: { parts },
    }),
  )
  const one = await search('blade')
  assert.deepEqual(one.hits?.[id], [
    { start: 510, end: 520, text: 'blade' },
    { start: 570, end: 580, text: 'blade' },
  ])
  assert.match(one.highlighting[id]?.tsa_content?.[0] ?? '', /This \[blade\] has a dark past, a \[blade\] of/)
  const phrase = await search('"has a dark past"')
  assert.deepEqual(phrase.hits?.[id], [{ start: 520, end: 560, text: 'has a dark past,' }])
})

// search-34
test('without `hl` nothing is reported', async () => {
  const list = await kit.admin.annotations.listAnnotations({ prId, query: { q: 'blade' } })
  assert.equal(list.hits, undefined)
})

// search-11
test('a timecode finds what begins on its frame, typed in full or without the frames', async () => {
  const create = (start: number) =>
    kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: { start } })
  const [first, second] = [await create(26), await create(30)]
  const find = async (q: string) => {
    const query = { q, fq: ['funnel:ReviewComment'], sort: 'start asc' }
    return (await kit.admin.annotations.listAnnotations({ prId, query })).results
  }
  assert.deepEqual(
    (await find('00:00:01:01')).map(({ id, timecode }) => [id, timecode]),
    [[first.id, '00:00:01:01']],
  )
  assert.deepEqual(
    (await find('timecode:00:00:01')).map(({ id }) => id),
    [first.id, second.id],
  )
})
