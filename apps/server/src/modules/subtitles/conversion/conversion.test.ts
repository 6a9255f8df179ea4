import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { conversionLimitBytes, FileBody, mostSubtitles, type SubtitleConversion } from '@rushes/contract'
import { type FormatId, formats, listFormats } from '@rushes/timed-text'
import { refusal, refusalAt, refusedAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import type { ConversionQuery } from './request.ts'

const octets = 'application/octet-stream'
const srt = [
  '1\n00:00:01,000 --> 00:00:04,000\nGood evening.\n',
  '2\n00:00:05,000 --> 00:00:08,000\n<i>Snow</i>\nis on its way.\n',
].join('\n')

let kit: TestService
/** Somebody who is signed in and may nothing. */
let api: Client
before(async () => {
  kit = await startTestService()
  api = (await kit.createUser()).api
})
after(() => kit.stop())

function convert(file: string | Uint8Array, query: ConversionQuery, { contentType = octets, accept = '*/*' } = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  return api.subtitles.convertSubtitle({ query, body: new FileBody(contentType, bytes), headers: { accept } })
}

async function preview(file: string | Uint8Array, query: ConversionQuery) {
  return (await (await convert(file, { ...query, preview: true })).json()) as SubtitleConversion
}

const timesOf = (text: string) => Array.from(text.matchAll(/\S+ --> \S+/g), ([times]) => times)
async function listTimes(query: ConversionQuery) {
  return timesOf(await (await convert(srt, { format: 'srt', ...query })).text())
}

describe('a file of no clip', () => {
  // subtitles-64, subtitles-65
  test('becomes each format that is named, and is detected by its bytes again', async () => {
    for (const { id, mediaTypes, encoding, extension } of listFormats()) {
      const response = await convert(srt, { format: id as FormatId })
      const type = encoding === 'binary' ? mediaTypes[0] : `${mediaTypes[0]}; charset=utf-8`
      assert.equal(response.headers.get('content-type'), type)
      assert.ok(
        response.headers.get('content-disposition')?.startsWith(`attachment; filename="subtitles.${extension}"`),
      )
      const back = await preview(new Uint8Array(await response.arrayBuffer()), { format: 'srt', rate: '25' })
      assert.equal(back.subtitles, 2, id)
      assert.match(back.after.last.text, /^Snow\nis on its way\.$/, id)
    }
  })

  // subtitles-85
  test('has each line of rolling captions once where that is asked for', async () => {
    const lines = ['one', 'two', 'three', 'four', 'five']
    const rolling = lines
      .map(
        (line, at) =>
          `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${at > 0 ? `${lines[at - 1]}\n` : ''}${line}\n`,
      )
      .join('\n')
    const texts = async (unroll: boolean) =>
      (await (await convert(rolling, { format: 'srt', unroll })).text()).match(/[a-z]+/g)
    assert.deepEqual(await texts(true), lines)
    assert.equal((await texts(false))?.length, 9)
  })

  // subtitles-65
  test('becomes what Accept names, unless a format is named', async () => {
    const accepted = await convert(srt, {}, { accept: 'text/vtt' })
    assert.equal(accepted.headers.get('content-type'), 'text/vtt; charset=utf-8')
    assert.equal(accepted.headers.get('vary'), 'accept')
    assert.match(await accepted.text(), /^WEBVTT\n/)
    const named = await convert(srt, { format: 'srt' }, { accept: 'text/vtt' })
    assert.equal(named.headers.get('content-type'), 'application/x-subrip; charset=utf-8')
    await assert.rejects(convert(srt, {}), refusal(400, 'format'))
    await assert.rejects(convert(srt, {}, { accept: 'image/png' }), refusal(406))
  })

  // subtitles-64
  test('comes within JSON too, and leaves its name', async () => {
    const body = { content: Buffer.from(srt).toString('base64'), fileName: 'day one.srt' }
    const response = await api.subtitles.convertSubtitle({ query: { format: 'webvtt' }, body })
    assert.match(await response.text(), /^WEBVTT\n/)
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="day one\.vtt"/)
    const broken = api.subtitles.convertSubtitle({ query: { format: 'srt' }, body: { content: '{}' } })
    await assert.rejects(broken, refusalAt('BadRequestError', '/content'))
  })

  // subtitles-65
  test('is what it is said to be, in the encoding that is said', async () => {
    const latin = Buffer.from('1\n00:00:01,000 --> 00:00:04,000\nÇa va\n', 'latin1')
    for (const [query, contentType] of [
      [{ encoding: 'windows-1252' }, octets],
      [{}, 'application/x-subrip; charset=windows-1252'],
    ] as const) {
      const response = await convert(latin, { format: 'srt', ...query }, { contentType })
      assert.match(await response.text(), /Ça va/, contentType)
    }
    const asVtt = convert(srt, { sourceFormat: 'webvtt', format: 'srt' })
    await assert.rejects(asVtt, refusedAt('/'))
    const utf8 = convert(latin, { format: 'srt', encoding: 'utf-8' })
    await assert.rejects(utf8, refusal(400))
    await assert.rejects(convert(srt, { format: 'srt', encoding: 'klingon' }), refusedAt('encoding'))
  })

  // subtitles-64
  test('is converted for every user who is signed in, and for no one else', async () => {
    const call = (token: string | undefined) =>
      fetch(`${kit.url}/subtitle/convert?format=srt`, {
        method: 'POST',
        headers: { 'content-type': 'text/vtt', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n',
      })
    assert.equal((await call(api.options.token)).status, 200)
    assert.equal((await call(undefined)).status, 401)
  })
})

describe('its times', () => {
  // subtitles-66, subtitles-67, subtitles-68
  for (const [name, query, first] of [
    ['stay without a rate', {}, '00:00:01,000 --> 00:00:04,000'],
    ['are kept', { sourceRate: '23.976', rate: '25' }, '00:00:01,000 --> 00:00:04,000'],
    ['go with the frames', { sourceRate: '24', rate: '25', keep: 'frames' }, '00:00:00,960 --> 00:00:03,840'],
    ['of a fraction', { sourceRate: '24000/1001', rate: '24', keep: 'frames' }, '00:00:01,000 --> 00:00:04,000'],
    ['are moved by frames', { rate: '25', offset: '5' }, '00:00:01,200 --> 00:00:04,200'],
    ['are moved back by a timecode', { rate: '50', offset: '-00:00:00:25' }, '00:00:00,500 --> 00:00:03,500'],
    ['count from a start', { rate: '25', start: '10:00:00:00' }, '10:00:01,000 --> 10:00:04,000'],
    ['leave that of the source', { rate: '25', sourceStart: '00:00:01:00' }, '00:00:00,000 --> 00:00:03,000'],
    // SMPTE ST 12-1: an hour of drop frame is 107 892 frames, 3599.9964 s
    ['drop frames', { rate: '29.97', dropFrame: 'yes', offset: '01:00:00:00' }, '01:00:00,997 --> 01:00:04,000'],
    ['drop frames as is written', { rate: '29.97', offset: '01:00:00;00' }, '01:00:00,997 --> 01:00:04,000'],
  ] as [string, ConversionQuery, string][]) {
    test(name, async () => assert.equal((await listTimes(query))[0], first))
  }
})

describe('what a conversion reports', () => {
  // subtitles-69
  test('is a header with the codes of all that was repaired, moved or lost', async () => {
    const damaged = `${srt}\n3\n00:00:09,000 --> nonsense\nTwo.\n`
    const losses = (await convert(damaged, { format: 'ebustl', rate: '25', offset: '-30' })).headers.get(
      'x-subtitle-losses',
    )
    for (const code of ['IMPORT_ENTRY_SKIPPED', 'TIMING_OUT_OF_MEDIA', 'STYLE_UNSUPPORTED']) {
      assert.ok(losses?.split(', ').includes(code), `${code} is not in ${losses}`)
    }
    assert.equal((await convert(srt, { format: 'srt' })).headers.get('x-subtitle-losses'), null)
  })

  // subtitles-70
  test('is all of it in a preview, with places, and no file', async () => {
    const query = { format: 'ebustl', sourceRate: '25', rate: '50', start: '10:00:00:00' } as const
    const { before: source, after: target, subtitles, warnings } = await preview(srt, query)
    assert.equal(subtitles, 2)
    assert.deepEqual(source, {
      format: 'srt',
      first: { start: 1000, end: 4000, text: 'Good evening.' },
      last: { start: 5000, end: 8000, text: 'Snow\nis on its way.' },
    })
    assert.deepEqual(target, {
      format: 'ebustl',
      sampleRate: { numerator: 50, denumerator: 1 },
      first: {
        ...{ start: 1000, end: 4000, startFrame: 50, endFrame: 200 },
        ...{ startTimecode: '10:00:01:00', endTimecode: '10:00:04:00', text: 'Good evening.' },
      },
      last: {
        ...{ start: 5000, end: 8000, startFrame: 250, endFrame: 400 },
        ...{ startTimecode: '10:00:05:00', endTimecode: '10:00:08:00', text: 'Snow\nis on its way.' },
      },
    })
    const italic = warnings.find(({ type }) => type === 'STYLE_UNSUPPORTED')
    assert.deepEqual([italic?.severity, italic?.index, italic?.count], ['warning', 1, 1])
    const damaged = await preview(`${srt}\n3\n00:00:09,000 --> nonsense\nTwo.\n`, { format: 'srt' })
    assert.equal(damaged.warnings.find(({ type }) => type === 'IMPORT_ENTRY_SKIPPED')?.line, 11)
  })

  // subtitles-70
  test('has no timecodes at a rate without them', async () => {
    const { after: target } = await preview(srt, { format: 'srt', rate: '15' })
    assert.deepEqual(target.first, { start: 1000, end: 4000, startFrame: 15, endFrame: 60, text: 'Good evening.' })
  })
})

// subtitles-71
describe('a conversion is refused', () => {
  for (const [name, query, status, part] of [
    ['of a rate that is none', { rate: '0' }, 422, 'sample rate'],
    ['of a rate that nobody has', { rate: '29.90' }, 422, 'not a rate'],
    ['of a rate in words', { rate: 'fast' }, 400, 'rate'],
    ['of an offset that is none', { rate: '25', offset: '1.5' }, 400, 'offset'],
    ['of an offset without a rate', { offset: '5' }, 422, 'needs a rate'],
    ['of frames that are kept at one rate', { rate: '25', keep: 'frames' }, 422, 'both are needed'],
    ['of drop frame at 25', { rate: '25', dropFrame: 'yes' }, 422, 'Drop frame exists'],
    ['of a timecode that the rate has not', { rate: '25', start: '10:00:00:25' }, 422, 'frames of a timecode'],
    ['of a start that the format has no place for', { format: 'ebuttd', rate: '25', start: '10:00:00:00' }, 422, ''],
    ['of times beyond all numbers', { sourceRate: '999999999', rate: '1/999999999', keep: 'frames' }, 422, ''],
    ['to a format that there is not', { format: 'docx' }, 400, 'format'],
  ] as [string, ConversionQuery, number, string][]) {
    test(name, async () => {
      await assert.rejects(convert(srt, { format: 'srt', ...query }), refusal(status, part))
    })
  }

  test('of what is no subtitle file, has no cues or too many, or is too large', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)
    for (const file of ['', 'hello', noise]) await assert.rejects(convert(file, { format: 'srt' }), refusedAt('/'))
    await assert.rejects(convert('WEBVTT\n', { format: 'srt' }), refusedAt('/', 'no cues'))
    const cue = { start: 0, end: 1000, textParts: [{ type: 'text' as const, content: 'x' }] }
    const many = {
      timing: { unit: 'milliseconds' as const },
      cues: Array.from({ length: mostSubtitles + 1 }, () => cue),
    }
    await assert.rejects(convert(formats.srt.write(many).content, { format: 'webvtt' }), refusedAt('/', '50000 cues'))
    const large = new Uint8Array(conversionLimitBytes + 1)
    await assert.rejects(convert(large, { format: 'srt' }), refusal(413))
    const html = convert(srt, { format: 'srt' }, { contentType: 'text/html' })
    await assert.rejects(html, refusal(415))
  })
})

// subtitles-71
test('a conversion waits for its turn, and other requests do not', async () => {
  const turn = Promise.withResolvers<void>()
  const before = kit.service.platform.turns.files(0)(() => turn.promise)
  let isAnswered = false
  const conversion = convert(srt, { format: 'srt' }).then(() => {
    isAnswered = true
  })
  for (let round = 0; round < 5; round++) await api.authentication.getCurrentUser()
  assert.equal(isAnswered, false)
  turn.resolve()
  await Promise.all([before, conversion])
})
