import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Annotation, JsonPatch, Transcript } from '@rushes/contract'
import { answers, speak } from '../../../test/peers/speech-server.ts'
import { refusal, refusalAt } from '../../../test/refusal.ts'
import { createPhoneFilm } from '../../../test/scene/phone-film.ts'
import { createClip } from '../../../test/scene/subtitles.ts'
import { createTranscriptScene, partsOf, type TranscriptScene, timesOf } from './testing/scene.ts'

let scene: TranscriptScene
before(async () => {
  scene = await createTranscriptScene()
})
after(() => scene.stop())

const textOf = (paragraph: Annotation) =>
  partsOf(paragraph)
    .map(({ word }) => word)
    .join('')

/** A clip with the transcript of two speakers, A from frame 0 and B from frame 250 on. */
async function createTalk(): Promise<{ moId: number; first: Annotation; second: Annotation }> {
  const moId = await scene.createSilentClip()
  const turns = [
    { speaker: 'A', words: speak('This blade has a dark past.') },
    { speaker: 'B', words: speak('It has shed much innocent blood.', 10) },
  ]
  const segments = turns.flatMap(({ speaker, words }) => ({ speaker, ...answers.nested(words).segments[0]! }))
  const response = await scene.put(moId, { segments })
  assert.equal(response.status, 200, await response.clone().text())
  const { paragraphs } = (await response.json()) as Transcript
  return { moId, first: paragraphs[0]!, second: paragraphs[1]! }
}

const at = (moId: number, anId?: number) => ({
  prId: scene.prId,
  moId,
  language: 'en',
  ...(anId !== undefined && { anId }),
})
const patch = (moId: number, anId: number, body: JsonPatch) =>
  scene.kit.admin.transcripts.patchParagraph({ ...at(moId), anId, body })
const retext = (moId: number, anId: number, text: string) =>
  patch(moId, anId, [{ op: 'replace', path: '/text', value: text }])

describe('a transcript that is imported', () => {
  // transcripts-12
  test('from JSON of a recogniser becomes paragraphs by speaker, and is being edited', async () => {
    const { moId, first, second } = await createTalk()
    assert.deepEqual([first.speaker, textOf(first)], ['A', 'This blade has a dark past.'])
    assert.deepEqual([second.speaker, second.start, textOf(second)], ['B', 250, 'It has shed much innocent blood.'])
    assert.equal(first.source, 'transcript_import')
    assert.equal(await scene.getStatus(moId), 'EDITING')
  })

  // transcripts-12
  test('from WebVTT and SubRip shares the time of each cue among its words', async () => {
    const moId = await scene.createSilentClip()
    const vtt =
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Anna>Good day\n\n00:00:02.000 --> 00:00:03.000\n<v Bo>Hello'
    const { paragraphs } = (await (await scene.put(moId, vtt, 'text/vtt')).json()) as Transcript
    assert.deepEqual(
      paragraphs.map(({ speaker, start, end }) => [speaker, start, end]),
      [
        ['Anna', 25, 50],
        ['Bo', 50, 75],
      ],
    )
    assert.deepEqual(timesOf(paragraphs[0]!), ['Good 25+14', 'day 39+11'])
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nGood day\n'
    const replaced = (await (await scene.put(moId, srt, 'application/x-subrip; charset=utf-8')).json()) as Transcript
    assert.deepEqual(replaced.paragraphs.map(textOf), ['Good day'])
  })

  // transcripts-12
  test('of a clip with a variable rate begins with the picture in sight, and shows its label', async () => {
    const moId = await createPhoneFilm(scene.kit, scene.prId)
    const vtt = 'WEBVTT\n\n00:00:02.140 --> 00:00:03.010\nHello'
    const { paragraphs } = (await (await scene.put(moId, vtt, 'text/vtt')).json()) as Transcript
    assert.deepEqual(paragraphs.map(timesOf), [['Hello 62+13']])
    const headers = { accept: 'text/csv' }
    const table = await scene.kit.admin.transcripts.getTranscript({ ...at(moId), headers })
    assert.match(await table.text(), /^01:00:02:04,/m)
  })

  // transcripts-11
  test('as GET shows it stays as it is', async () => {
    const { moId } = await createTalk()
    const before = await scene.getTranscript(moId)
    const after = (await (await scene.put(moId, before)).json()) as Transcript
    assert.deepEqual(after.paragraphs.map(timesOf), before.paragraphs.map(timesOf))
    assert.deepEqual(
      after.paragraphs.map(paragraph => [paragraph.speaker, ...partsOf(paragraph).map(part => part.spokenDuration)]),
      before.paragraphs.map(paragraph => [paragraph.speaker, ...partsOf(paragraph).map(part => part.spokenDuration)]),
    )
  })

  // transcripts-13
  test('is never replaced by a file without words: 422', async () => {
    const { moId } = await createTalk()
    const before = await scene.getTranscript(moId)
    for (const [body, contentType] of [
      ['', 'application/x-subrip'],
      ['WEBVTT\n', 'text/vtt'],
      ['1\n00:00:01,000 --> 00:00:02,000\n \n', 'application/x-subrip'],
    ] as const) {
      assert.equal((await scene.put(moId, body, contentType)).status, 422, contentType)
    }
    assert.deepEqual(await scene.getTranscript(moId), before)
  })

  // transcripts-13
  test('is refused whole when it is none, or lies outside of the clip', async () => {
    const { moId } = await createTalk()
    const part = (start: number, duration: number, word = 'x ') => ({ start, duration, word })
    const paragraphs = (...parts: object[]) => ({ paragraphs: [{ structuredDescription: { parts } }] })
    const cases: [unknown, number, string][] = [
      [{ hello: 'there' }, 422, '/'],
      [{ segments: [] }, 422, '/'],
      [paragraphs(), 422, '/'],
      [paragraphs(part(0, 10), part(999, 2)), 422, '/paragraphs/0/structuredDescription/parts/1/duration'],
      [paragraphs(part(10, 10), part(5, 2)), 422, '/paragraphs/0/structuredDescription/parts/1/start'],
      [paragraphs(part(0, 10, '  ')), 422, '/paragraphs/0/structuredDescription/parts/0/word'],
      [paragraphs({ start: 'now', duration: 1, word: 'x' }), 422, '/paragraphs/0/structuredDescription/parts/0/start'],
      [[1], 400, '/'],
    ]
    for (const [body, status, path] of cases) {
      const response = await scene.put(moId, body)
      const error = JSON.parse(await response.text())
      assert.deepEqual([response.status, error.data?.[0]?.path], [status, path], JSON.stringify(error))
    }
    assert.equal((await scene.put(moId, 'x', 'text/plain')).status, 415)
    assert.equal((await scene.put(moId, 'no subtitles', 'text/vtt')).status, 422)
    const placeholder = await createClip(scene.kit, scene.prId)
    assert.equal((await scene.put(placeholder, answers.nested(speak('a b')))).status, 422)
    assert.equal((await scene.getTranscript(moId)).paragraphs.length, 2, 'what was there is there')
  })

  // transcripts-13
  test('replaces another one only while that is not COMPLETED', async () => {
    const { moId } = await createTalk()
    const body = [{ op: 'add', path: '/transcriptionStatuses/en', value: 'COMPLETED' }] as const
    await scene.kit.admin.annotations.patchMediaObjectAnnotation({ prId: scene.prId, moId, body: [...body] })
    assert.equal((await scene.put(moId, answers.nested(speak('a b')))).status, 409)
    await assert.rejects(scene.kit.admin.transcripts.deleteTranscript(at(moId)), refusal(409, 'COMPLETED'))
  })
})

describe('a transcript as a file', () => {
  const get = async (moId: number, accept: string) => {
    const response = await scene.kit.admin.transcripts.getTranscript({ ...at(moId), headers: { accept } })
    return [response.headers.get('content-type'), await response.text()]
  }

  // transcripts-11
  test('is text, a table of the columns Media Start, Speakers, Transcript, or a page', async () => {
    const { moId } = await createTalk()
    assert.deepEqual(await get(moId, 'text/plain'), [
      'text/plain; charset=utf-8',
      'A: This blade has a dark past.\n\nB: It has shed much innocent blood.\n',
    ])
    const [, table] = await get(moId, 'text/csv')
    assert.equal(
      table!.replace('\ufeff', ''),
      'Media Start,Speakers,Transcript\r\n00:00:00:00,A,This blade has a dark past.\r\n00:00:10:00,B,It has shed much innocent blood.\r\n',
    )
    const [type, page] = await get(moId, 'text/html')
    assert.equal(type, 'text/html; charset=utf-8')
    assert.match(page!, /<p><time>00:00:10:00<\/time> <b>B<\/b> It has shed much innocent blood\.<\/p>/)
    await assert.rejects(get(moId, 'image/png'), refusal(406))
    const nobody = scene.kit.client().transcripts.getTranscript(at(moId))
    await assert.rejects(nobody, refusal(401))
    await assert.rejects(scene.getTranscript(moId, 'fr'), refusal(404))
  })
})

describe('editing a paragraph', () => {
  // transcripts-15
  test('keeps the times of the words that stay; a changed word takes those of the one before it', async () => {
    const { moId, first } = await createTalk()
    const before = timesOf(first)
    const changed = await retext(moId, first.id, 'This sword has a dark past.')
    assert.deepEqual(
      timesOf(changed),
      before.map(time => time.replace('blade', 'sword')),
    )
    assert.deepEqual([changed.version, partsOf(changed)[1]!.confidence, partsOf(changed)[2]!.confidence], [2, 1, 0.8])
    const spelled = await retext(moId, first.id, 'This SWORD, has a dark past!')
    assert.deepEqual(
      timesOf(spelled).map(time => time.split(' ')[1]),
      before.map(time => time.split(' ')[1]),
    )
  })

  // transcripts-16
  test('words that are added share the gap, words that go leave theirs to nobody', async () => {
    const { moId, first } = await createTalk()
    const added = await retext(moId, first.id, 'This very old blade has a dark past.')
    const times = new Map(partsOf(added).map(part => [part.word.trim(), part]))
    for (const [word, start] of [
      ['This', 0],
      ['blade', 13],
      ['has', 25],
      ['a', 38],
      ['dark', 50],
      ['past.', 63],
    ] as const) {
      assert.equal(times.get(word)!.start, start, word)
    }
    const starts = partsOf(added).map(({ start }) => start)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(partsOf(added).map(({ id }) => id)).size, 8, 'every part has an id of its own')
    const shortened = await retext(moId, first.id, 'This has a past.')
    assert.deepEqual(
      partsOf(shortened).map(({ start }) => start),
      [0, 25, 38, 63],
    )
  })

  // transcripts-16
  test('words before the first one and behind the last one stay between the paragraphs around', async () => {
    const { moId, first, second } = await createTalk()
    const longer = await retext(moId, second.id, 'And then it has shed much innocent blood for years and years.')
    assert.ok(longer.start! >= first.end! && longer.start! < 250 && longer.end! <= 1000)
    assert.equal(partsOf(longer).find(({ word }) => word === 'shed ')!.start, partsOf(second)[2]!.start)
    const end = await retext(moId, first.id, `This blade has a dark past. ${'And more. '.repeat(60)}`)
    assert.ok(end.end! <= longer.start!, `${end.end} ${longer.start}`)
  })

  // transcripts-15
  test('is a JSON Patch of text and speaker, all of it or nothing', async () => {
    const { moId, first } = await createTalk()
    const changed = await patch(moId, first.id, [
      { op: 'test', path: '/text', value: 'This blade has a dark past.' },
      { op: 'replace', path: '/speaker', value: 'Narrator' },
    ])
    assert.deepEqual([changed.speaker, partsOf(changed)[0]!.speaker], ['Narrator', 'Narrator'])
    await assert.rejects(
      patch(moId, first.id, [
        { op: 'test', path: '/speaker', value: 'A' },
        { op: 'remove', path: '/text' },
      ]),
      refusal(409),
    )
    await assert.rejects(patch(moId, first.id, [{ op: 'remove', path: '/text' }]), refusal(422, 'text'))
    await assert.rejects(retext(moId, first.id, '  '), refusalAt('ValidationError', '/text'))
    await assert.rejects(patch(moId, first.id, [{ op: 'add', path: '/start', value: 1 }]), refusal(422, 'start'))
    await assert.rejects(patch(moId, 4711, [{ op: 'remove', path: '/speaker' }]), refusal(404))
    const other = await createTalk()
    await assert.rejects(
      patch(other.moId, first.id, [{ op: 'remove', path: '/speaker' }]),
      refusal(404),
      'of another clip',
    )
    const { speaker } = await patch(moId, first.id, [{ op: 'remove', path: '/speaker' }])
    assert.equal(speaker, undefined)
    const { api } = await scene.kit.createMember(scene.prId, { rights: ['PRODUCTION_VIEW'] })
    const request = api.transcripts.patchParagraph({ ...at(moId), anId: first.id, body: [] })
    await assert.rejects(request, refusal(403, 'LIBRARY_UPDATE_METADATA'))
  })

  // transcripts-17
  test('by several at once loses nothing', async () => {
    const { moId, first, second } = await createTalk()
    await Promise.all([
      retext(moId, first.id, 'This blade has a past.'),
      retext(moId, second.id, 'It has shed blood.'),
      patch(moId, first.id, [{ op: 'replace', path: '/speaker', value: 'C' }]),
    ])
    const { paragraphs } = await scene.getTranscript(moId)
    assert.deepEqual(
      paragraphs.map(paragraph => [paragraph.speaker, textOf(paragraph)]),
      [
        ['C', 'This blade has a past.'],
        ['B', 'It has shed blood.'],
      ],
    )
  })
})

describe('the paragraphs of a transcript', () => {
  // transcripts-18
  test('are cut in two and joined again, every word with its time', async () => {
    const { moId, first } = await createTalk()
    const { admin } = scene.kit
    const split = await admin.transcripts.splitParagraph({ ...at(moId), anId: first.id, body: { part: 2 } })
    const [head, tail] = split.paragraphs
    assert.deepEqual([head!.id, head!.end, tail!.start], [first.id, 23, 25])
    assert.deepEqual([textOf(head!).trim(), textOf(tail!), tail!.speaker], ['This blade', 'has a dark past.', 'A'])
    assert.equal(partsOf(tail!)[0]!.id, `${tail!.id}-25`)
    const merged = await admin.transcripts.mergeParagraph({ ...at(moId), anId: first.id })
    assert.deepEqual(merged.deletedIds, [tail!.id])
    assert.deepEqual([timesOf(merged.paragraphs[0]!), textOf(merged.paragraphs[0]!)], [timesOf(first), textOf(first)])
    for (const part of [6, 99]) {
      const request = admin.transcripts.splitParagraph({ ...at(moId), anId: first.id, body: { part } })
      await assert.rejects(request, refusalAt('ValidationError', '/part'))
    }
  })

  // transcripts-18
  test('are joined with the next one under one speaker; the last one with none', async () => {
    const { moId, first, second } = await createTalk()
    const { admin } = scene.kit
    await assert.rejects(admin.transcripts.mergeParagraph({ ...at(moId), anId: second.id }), refusal(422, 'last'))
    const { paragraphs } = await admin.transcripts.mergeParagraph({ ...at(moId), anId: first.id })
    assert.equal(textOf(paragraphs[0]!), 'This blade has a dark past. It has shed much innocent blood.')
    assert.ok(partsOf(paragraphs[0]!).every(({ speaker }) => speaker === 'A'))
    assert.equal((await scene.getTranscript(moId)).paragraphs.length, 1)
  })

  // transcripts-19
  test('change their speaker together', async () => {
    const { moId } = await createTalk()
    const rename = (body: { from?: string; to?: string }) =>
      scene.kit.admin.transcripts.renameSpeaker({ ...at(moId), body })
    const { paragraphs } = await rename({ from: 'B', to: 'Anna' })
    assert.deepEqual(
      paragraphs.map(paragraph => [paragraph.speaker, partsOf(paragraph)[0]!.speaker]),
      [['Anna', 'Anna']],
    )
    await rename({ from: 'Anna' })
    assert.deepEqual(
      (await scene.getTranscript(moId)).paragraphs.map(({ speaker }) => speaker),
      ['A', undefined],
    )
    await rename({ to: 'Bo' })
    await assert.rejects(rename({ from: 'Nobody', to: 'X' }), refusalAt('ValidationError', '/from'))
  })

  // transcripts-14
  test('go with the transcript, and its status', async () => {
    const { moId, first } = await createTalk()
    await scene.kit.admin.transcripts.deleteTranscript(at(moId))
    await assert.rejects(scene.getTranscript(moId), refusal(404))
    await assert.rejects(scene.kit.admin.transcripts.deleteTranscript(at(moId)), refusal(404))
    await assert.rejects(scene.kit.admin.annotations.getAnnotation({ prId: scene.prId, anId: first.id }), refusal(404))
    assert.equal(await scene.getStatus(moId), undefined)
  })
})
