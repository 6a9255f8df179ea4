import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readEbuStl, toPlainText } from '@rushes/timed-text'
import { createPhoneFilm } from '../../../../test/scene/phone-film.ts'
import {
  createClip as createClipWithRate,
  createProduction,
  entry,
  subtitlesOf,
} from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation } from '../index.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  moId = await createClipWithRate(kit, prId, { num: 25, den: 1 }, 1000)
  const create = (type: 'clip' | 'comment', body: object) =>
    kit.admin.annotations.createClipAnnotation({ prId, moId, type, body })
  await create('comment', { start: 50, description: 'Too dark' })
  await create('clip', { start: 0, end: 25, name: 'The opening' })
  await create('clip', { start: 10, end: 20 })
  await (await subtitlesOf(kit, prId, { clip: { moId } })).get()
  await (await subtitlesOf(kit, prId, { clip: { moId } })).add(entry(100, 150, 'First'), entry(200, 250, 'Second'))
  await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    createAnnotation(ctx, {
      ...{ productionId: prId, mediaObjectId: moId, start: 300, end: 325 },
      ...{ objectType: 'TranscriptAnnotation', funnel: 'TranscriptAnnotation', type: 'TRANSCRIBER' },
      structuredDescription: { parts: [{ word: 'This ' }, { word: 'blade ' }] },
    }),
  )
})
after(() => kit.stop())

async function get(path: string) {
  const response = await fetch(kit.url + path, { headers: { authorization: `Bearer ${kit.admin.options.token}` } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

// search-32
describe('"The `.srt`, `.webvtt`, `.json` … extension on the search-index list calls selects another serialisation"', () => {
  // annotations-38, annotations-39, annotations-40
  test('srt has a cue for each annotation that says something, and for each caption, in the order of their times', async () => {
    const { status, headers, text } = await get(`/production/${prId}/mo/${moId}/an.srt?rows=100`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/x-subrip; charset=utf-8')
    assert.equal(headers.get('x-pagination-total-results'), '6')
    assert.equal(
      text,
      [
        '1\n00:00:00,000 --> 00:00:01,000\nThe opening\n',
        '2\n00:00:02,000 --> 00:00:02,040\nToo dark\n',
        '3\n00:00:04,000 --> 00:00:06,000\nFirst\n',
        '4\n00:00:08,000 --> 00:00:10,000\nSecond\n',
        '5\n00:00:12,000 --> 00:00:13,000\nThis blade\n',
      ].join('\n'),
    )
  })

  // annotations-39
  test('srt of a clip with a variable rate has the times of its pictures', async () => {
    const film = await createPhoneFilm(kit, prId)
    await kit.admin.annotations.createClipAnnotation({
      ...{ prId, moId: film, type: 'comment' as const },
      body: { start: 61, description: 'Too dark' },
    })
    const { text } = await get(`/production/${prId}/mo/${film}/an.srt?fq=funnel:ReviewComment`)
    assert.equal(text, '1\n00:00:02,067 --> 00:00:02,133\nToo dark\n')
  })

  // annotations-39, annotations-40
  test('webvtt does the same; filters and pages count as in the list', async () => {
    for (const path of ['/an.webvtt', '/an/search.webvtt', `/mo/${moId}/an.webvtt`, `/mo/${moId}/an/search.webvtt`]) {
      const { headers, text } = await get(`/production/${prId}${path}?fq=funnel:ReviewComment&rows=1`)
      assert.equal(headers.get('content-type'), 'text/vtt; charset=utf-8')
      assert.match(text, /^WEBVTT\n/)
      assert.match(text, /00:00:02\.000 --> 00:00:02\.040\nToo dark/)
      assert.doesNotMatch(text, /First/)
    }
  })

  // annotations-39
  test('stl does the same, in the frames of the clips', async () => {
    const response = await fetch(`${kit.url}/production/${prId}/mo/${moId}/an.stl?fq=funnel:Subtitle`, {
      headers: { authorization: `Bearer ${kit.admin.options.token}` },
    })
    assert.equal(response.headers.get('content-type'), 'application/x-ebu-stl')
    const { document } = readEbuStl(new Uint8Array(await response.arrayBuffer()))
    assert.deepEqual(
      document.cues.map(cue => [cue.start, cue.end, toPlainText(cue.textParts)]),
      [
        [100, 150, 'First'],
        [200, 250, 'Second'],
      ],
    )
  })

  // annotations-39
  test('ebuttd does the same', async () => {
    const { headers, text } = await get(`/production/${prId}/mo/${moId}/an.ebuttd?fq=funnel:ReviewComment&rows=1`)
    assert.equal(headers.get('content-type'), 'application/ttml+xml; charset=utf-8')
    assert.match(text, /<tt:p [^>]*begin="00:00:02.000" end="00:00:02.040">Too dark<\/tt:p>/)
  })

  // annotations-39
  test('json is the list itself; other extensions are no addresses', async () => {
    const { text } = await get(`/production/${prId}/mo/${moId}/an.json?rows=0`)
    assert.equal(JSON.parse(text).numFound, 6)
    assert.equal((await get(`/production/${prId}/an.exe`)).status, 404)
  })

  // annotations-41
  test('frames of a clip whose rate is not known have no time; without text there is nothing to time', async () => {
    const other = await createClip(kit, prId)
    const path = `/production/${prId}/mo/${other}/an.srt`
    assert.deepEqual([(await get(path)).status, (await get(path)).text], [200, ''])
    const body = { start: 1, description: 'When?' }
    await kit.admin.annotations.createClipAnnotation({ prId, moId: other, type: 'comment', body })
    const refused = await get(path)
    assert.equal(refused.status, 422)
    assert.equal(JSON.parse(refused.text).data[0].path, '/sampleRate')
  })

  // annotations-41
  test('a comment on a document or a placeholder is left out, and takes the file from nobody', async () => {
    const own = await createProduction(kit)
    const clips = [
      await createClip(kit, own, 0),
      await createClipWithRate(kit, own, { num: 25, den: 1 }, 100),
      await createClip(kit, own),
    ]
    for (const [index, clip] of clips.entries()) {
      const body = { start: 0, description: `Number ${index}` }
      await kit.admin.annotations.createClipAnnotation({ prId: own, moId: clip, type: 'comment', body })
    }
    for (const form of ['srt', 'webvtt', 'ebuttd', 'ass']) {
      const { status, headers, text } = await get(`/production/${own}/an.${form}?fq=funnel:ReviewComment`)
      assert.deepEqual([status, headers.get('x-pagination-total-results')], [200, '3'], form)
      assert.deepEqual(text.match(/Number \d/g), ['Number 1'], form)
    }
    const { status, text } = await get(`/production/${own}/an.stl`)
    assert.equal(status, 200)
    assert.match(text, /Number 1/)
  })

  // annotations-38, annotations-39
  test('every list has one, with the cues of what the list finds', async () => {
    const { annotations } = kit.admin
    const [format, aId] = ['srt' as const, kit.accountId]
    const ofClip = { query: { fq: [`mediaObjectId:${moId}`] } }
    const comments = { prId, query: { fq: [...ofClip.query.fq, 'funnel:ReviewComment'] } }
    const said = { prId, ...ofClip }
    const lists = [
      [annotations.listAnnotations, annotations.listAnnotationsAsFile, comments, 'Too dark'],
      [annotations.queryAnnotations, annotations.queryAnnotationsAsFile, comments, 'Too dark'],
      [annotations.listAnnotationsOfClip, annotations.listAnnotationsOfClipAsFile, comments, 'Too dark'],
      [annotations.queryAnnotationsOfClip, annotations.queryAnnotationsOfClipAsFile, comments, 'Too dark'],
      [annotations.searchAnnotationsOfAccount, annotations.searchAnnotationsOfAccountAsFile, comments, 'Too dark'],
      [annotations.searchAllAnnotations, annotations.searchAllAnnotationsAsFile, comments, 'Too dark'],
      [annotations.searchTranscripts, annotations.searchTranscriptsAsFile, said, 'This blade'],
      [annotations.searchTranscriptsOfClip, annotations.searchTranscriptsOfClipAsFile, said, 'This blade'],
      [annotations.searchMediaObjects, annotations.searchMediaObjectsAsFile, said, undefined],
    ] as const
    for (const [list, asFile, request, text] of lists) {
      const { numFound } = await list({ ...request, moId, aId })
      const response = await asFile({ ...request, moId, aId, format })
      assert.equal(numFound, 1, response.url)
      assert.equal(response.headers.get('x-pagination-total-results'), '1', response.url)
      assert.equal((await response.text()).split('\n')[2], text, response.url)
    }
  })

  // annotations-42
  test('needs what the list needs', async () => {
    const { api } = await kit.createUser()
    for (const path of ['/an.srt', `/mo/${moId}/an.srt`]) {
      const headers = { authorization: `Bearer ${api.options.token}` }
      assert.equal((await fetch(`${kit.url}/production/${prId}${path}`, { headers })).status, 403)
    }
    assert.equal((await get(`/production/${prId}/mo/999999/an.srt`)).status, 404)
    assert.equal((await get(`/production/${prId}/an.srt?rows=-1`)).status, 400)
  })
})
