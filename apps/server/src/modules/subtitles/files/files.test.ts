import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody, mostSubtitles, type SubtitleEntry } from '@rushes/contract'
import { RATE_23_976, RATE_25, RATE_29_97, RATE_50, type SampleRate } from '@rushes/timebase'
import { refusedAt } from '../../../../test/refusal.ts'
import { createClip, entry, readAnnotation } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

const presetId = 'preset_001'
const srt = 'application/x-subrip'
const vtt = 'text/vtt'
const ttml = 'application/ttml+xml'
const ebutt = 'application/x-ebu-tt+xml'
const stl = 'application/x-ebu-stl'
let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [{ id: presetId }] })
})
after(() => kit.stop())

/** Subtitles of a new clip as files. */
async function filesOf(rate: SampleRate = RATE_25, frameCount = 10_000) {
  const place = { prId, moId: await createClip(kit, prId, rate, frameCount), language: 'en', presetId }
  const { subtitles } = kit.admin
  return {
    place,
    upload: (content: string | Uint8Array, contentType = srt, version?: number) =>
      subtitles.replaceSubtitle({
        ...place,
        query: { version },
        body: new FileBody(contentType, typeof content === 'string' ? Buffer.from(content) : content),
      }),
    download: (accept: string) => subtitles.getSubtitle({ ...place, headers: { accept } }),
    async text(accept: string) {
      return (await subtitles.getSubtitle({ ...place, headers: { accept } })).text()
    },
    async store(entries: SubtitleEntry[]) {
      const body = { version: 0, structuredDescription: { subtitles: entries } }
      return (await subtitles.replaceSubtitle({ ...place, body })).structuredDescription.subtitles
    },
    entries: async () => (await readAnnotation(await subtitles.getSubtitle(place))).structuredDescription.subtitles,
  }
}

const oneCue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'

describe('frames', () => {
  const rates: [string, SampleRate][] = [
    ['23.976', RATE_23_976],
    ['25', RATE_25],
    ['29.97', RATE_29_97],
    ['50', RATE_50],
  ]
  for (const [name, rate] of rates) {
    for (const format of [srt, vtt, ttml, ebutt]) {
      test(`at ${name} frames per second are the same after ${format}`, async () => {
        const twoHours = Math.round((7200 * rate.num) / rate.den)
        const starts = Array.from({ length: 400 }, (_, index) => (index < 200 ? index : twoHours - 401 + index))
        const files = await filesOf(rate, twoHours)
        const stored = await files.store(starts.map(start => entry(start, start + 1)))
        const imported = await files.upload(await files.text(format), format)
        assert.deepEqual(
          imported.structuredDescription.subtitles.map(({ start, end }) => [start, end]),
          stored.map(({ start, end }) => [start, end]),
        )
      })
    }
  }

  test('of a 29.97 clip are those of its exact rate', async () => {
    const files = await filesOf(RATE_29_97, 200_000)
    const imported = await files.upload('1\n01:00:00,000 --> 01:00:00,100\nAn hour\n')
    assert.deepEqual(
      imported.structuredDescription.subtitles.map(({ start, end }) => [start, end]),
      [[107892, 107895]],
    )
  })
})

// subtitles-13
describe('what an entry says', () => {
  const rich: SubtitleEntry[] = [
    {
      start: 10,
      end: 60,
      region: 'topRegion',
      textParts: [
        { content: 'Plain, ', type: 'text' },
        { content: 'slanted', type: 'text', style: { italic: true } },
        { content: '\n', type: 'lineBreak' },
        { content: 'heavy', type: 'text', style: { bold: true, underline: true } },
        { content: ' yellow', type: 'text', style: { colour: '#ffff00' } },
      ],
    },
    { start: 70, end: 90, region: 'bottomRegion', textParts: [{ content: '<i> & "--> x', type: 'text' }] },
  ]
  for (const format of [srt, vtt, ttml, ebutt]) {
    test(`survives ${format}: styles, line breaks, regions, signs`, async () => {
      const files = await filesOf()
      await files.store(rich)
      const { structuredDescription } = await files.upload(await files.text(format), format)
      assert.deepEqual(structuredDescription, { subtitles: rich, subtitlePresetId: presetId })
    })
  }

  test('of a WebVTT file comes out again as it went in', async () => {
    const file =
      'WEBVTT - a title\n\nSTYLE\n::cue { color: white }\n\nREGION\nid:fred\nwidth:40%\n\nNOTE by hand\n\n' +
      'first\n00:00:01.000 --> 00:00:02.000 line:10% align:left\n<v Fred>Hello <00:00:01.400>there\n\n' +
      '00:00:03.000 --> 00:00:04.000 region:fred\n<c.loud>Bye</c>\n'
    const files = await filesOf()
    const { structuredDescription } = await files.upload(file, vtt)
    assert.deepEqual(
      structuredDescription.subtitles.map(({ region }) => region),
      ['topRegion', 'fred'],
    )
    assert.equal(await files.text(vtt), file)
  })

  test('is exported with the EBU STL file that EBU-TT contained, until it is edited', async () => {
    const file =
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ebuttm="urn:ebu:tt:metadata"><head><metadata>' +
      '<ebuttm:binaryData textEncoding="BASE64" binaryDataType="EBU Tech 3264">QUJD</ebuttm:binaryData></metadata></head>' +
      '<body><div><p begin="1s" end="2s">One</p></div></body></tt>'
    const files = await filesOf()
    await files.upload(file, ebutt)
    assert.match(await files.text(ebutt), />QUJD</)
    const path = '/structuredDescription/subtitles/0/textParts/0/content'
    await kit.admin.subtitles.patchSubtitle({ ...files.place, body: [{ op: 'replace', path, value: 'Two' }] })
    const edited = await files.text(ebutt)
    assert.match(edited, />Two</)
    assert.doesNotMatch(edited, /QUJD/)
  })

  test('of a file in SMPTE time is imported at the frames of the clip, and exported as EBU-TT-D', async () => {
    const file =
      '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ' +
      'ttp:timeBase="smpte" ttp:frameRate="25" ttp:dropMode="nonDrop"><head><styling><style xml:id="yellow" tts:color="yellow"/>' +
      '</styling><layout><region xml:id="upper" tts:origin="10% 10%" tts:extent="80% 20%"/></layout></head><body><div>' +
      '<p xml:id="c7" region="upper" begin="00:00:01:05" end="00:00:02:00"><span style="yellow">Hello</span><br/>there</p></div></body></tt>'
    const files = await filesOf()
    const [hello] = (await files.upload(file, ttml)).structuredDescription.subtitles
    assert.deepEqual([hello?.start, hello?.end, hello?.region, hello?.id], [30, 50, 'upper', 'c7'])
    const answer = await files.download(ttml)
    assert.equal(answer.headers.get('content-type'), 'application/ttml+xml; charset=utf-8')
    assert.equal(answer.headers.get('x-subtitle-losses'), null)
    const written = await answer.text()
    assert.match(written, /ttp:timeBase="media".* xml:lang="en"/)
    assert.match(written, /<tt:style xml:id="yellow" tts:color="#ffff00"\/>/)
    assert.match(
      written,
      /<tt:p xml:id="c7" region="upper" style="[^"]+" begin="00:00:01.200" end="00:00:02.000"><tt:span style="yellow">Hello<\/tt:span><tt:br\/>there<\/tt:p>/,
    )
  })

  test('moves when its region is changed, whatever the file had said', async () => {
    const files = await filesOf()
    await files.upload('WEBVTT\n\n00:01.000 --> 00:02.000 line:5%\nUp\n', vtt)
    const value = 'bottomRegion'
    const body = [{ op: 'replace' as const, path: '/structuredDescription/subtitles/0/region', value }]
    await kit.admin.subtitles.patchSubtitle({ ...files.place, body })
    assert.doesNotMatch(await files.text(vtt), /line:/)
  })

  test('of EBU STL comes out again byte for byte, an edited entry aside', async () => {
    const files = await filesOf()
    const entries: SubtitleEntry[] = [
      { start: 25, end: 50, region: 'topRegion', textParts: [{ content: 'Up', style: { colour: '#ffff00' } }] },
      {
        start: 60,
        end: 80,
        region: 'bottomRegion',
        textParts: [{ content: 'Être' }, { content: '\n' }, { content: 'ou' }],
      },
    ]
    await files.store(entries)
    const written = await files.download(stl)
    assert.equal(written.headers.get('content-type'), stl)
    assert.equal(written.headers.get('x-subtitle-losses'), null)
    const file = new Uint8Array(await written.arrayBuffer())
    assert.equal(file.length, 1024 + 2 * 128)

    const { structuredDescription } = await files.upload(file, stl)
    const high = { doubleHeight: true }
    assert.deepEqual(
      structuredDescription.subtitles.map(({ ext: _ext, ...rest }) => rest),
      [
        {
          start: 25,
          end: 50,
          region: 'topRegion',
          id: '1',
          textParts: [{ content: 'Up', type: 'text', style: { ...high, colour: '#ffff00' } }],
        },
        {
          start: 60,
          end: 80,
          region: 'bottomRegion',
          id: '2',
          textParts: [
            { content: 'Être', type: 'text', style: high },
            { content: '\n', type: 'lineBreak' },
            { content: 'ou', type: 'text', style: high },
          ],
        },
      ],
    )
    const download = async () => new Uint8Array(await (await files.download(stl)).arrayBuffer())
    assert.deepEqual(await download(), file)

    const body = [{ op: 'replace' as const, path: '/structuredDescription/subtitles/1/end', value: 81 }]
    await kit.admin.subtitles.patchSubtitle({ ...files.place, body })
    const edited = await download()
    assert.deepEqual(edited.subarray(0, 1152), file.subarray(0, 1152))
    const differing = [...edited.keys()].filter(index => edited[index] !== file[index])
    // The frames of the time code out, and nothing else.
    assert.deepEqual(differing, [1152 + 12])
  })

  test('and a format cannot hold is named in X-Subtitle-Losses', async () => {
    const files = await filesOf()
    await files.store([{ start: 1, end: 2, textParts: [{ content: 'Hi', style: { speaker: 'Ann', bold: false } }] }])
    assert.equal((await files.download(srt)).headers.get('x-subtitle-losses'), 'STYLE_UNSUPPORTED')
    assert.equal((await files.download(vtt)).headers.get('x-subtitle-losses'), null)
    assert.match(await files.text(vtt), /<v Ann>Hi/)
  })
})

// subtitles-14, subtitles-15, subtitles-24, subtitles-26
describe('a file', () => {
  test('replaces the whole, creates where there was nothing, and is reported as Subtitling.import', async () => {
    const files = await filesOf()
    const { id, version } = await files.upload(oneCue)
    assert.deepEqual(await files.entries(), [
      { start: 25, end: 50, region: 'bottomRegion', textParts: [{ content: 'Hello', type: 'text' }] },
    ])
    const again = await files.upload('WEBVTT\n\n00:03.000 --> 00:04.000\nOther\n', vtt, version)
    assert.deepEqual([again.id, again.version], [id, version + 1])
    assert.deepEqual(
      again.structuredDescription.subtitles.map(({ start }) => start),
      [75],
    )
    await assert.rejects(files.upload(oneCue, srt, version), {
      name: 'ConflictError',
      data: { version: again.version },
    })
    const events = await kit.admin.events.listProductionEvents({
      prId,
      query: { type: ['Subtitling.import'], limit: 1000 },
    })
    assert.equal(events.filter(event => event.object?.id === id).length, 2)
  })

  test('of no subtitles is written as an empty file of its format', async () => {
    const files = await filesOf()
    assert.equal(await files.text(srt), '')
    assert.equal(await files.text(vtt), 'WEBVTT\n')
  })

  const taken: [string, string | Uint8Array, string, string][] = [
    ['with a byte order mark', `\ufeff${oneCue}`, srt, 'Hello'],
    ['with CRLF', oneCue.replaceAll('\n', '\r\n'), 'text/srt', 'Hello'],
    ['in UTF-16', Buffer.from(`\ufeff${oneCue}`, 'utf16le'), srt, 'Hello'],
    [
      'in windows-1252, as its charset says',
      Buffer.from(oneCue.replace('Hello', 'Olé'), 'latin1'),
      `${srt}; charset=windows-1252`,
      'Olé',
    ],
    ['in windows-1252, as is guessed', Buffer.from(oneCue.replace('Hello', 'Olé'), 'latin1'), srt, 'Olé'],
    ['of WebVTT in UTF-16', Buffer.from('\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'utf16le'), vtt, 'Hello'],
    [
      'of WebVTT with CRLF and a mark',
      '\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHello\r\n',
      `${vtt};charset=UTF-8`,
      'Hello',
    ],
  ]
  for (const [name, content, contentType, text] of taken) {
    test(`${name} is read`, async () => {
      const { structuredDescription } = await (await filesOf()).upload(content, contentType)
      assert.deepEqual(
        structuredDescription.subtitles.map(({ textParts }) => textParts),
        [[{ content: text, type: 'text' }]],
      )
    })
  }

  test('that was repaired says so in its warnings', async () => {
    const { structuredDescription } = await (await filesOf()).upload(`${oneCue}\n2\n00:00:xx --> 00:00:05,000\nLost\n`)
    assert.equal(structuredDescription.subtitles.length, 1)
    assert.deepEqual(
      structuredDescription.warnings?.map(({ type, line }) => [type, line]),
      [['IMPORT_ENTRY_SKIPPED', 6]],
    )
  })

  test('whose last subtitle outlasts the clip, or runs backwards, is repaired with a warning on the entry', async () => {
    const files = await filesOf(RATE_25, 45)
    const { structuredDescription } = await files.upload(`1\n00:00:00,400 --> 00:00:00,200\nBack\n\n${oneCue}`)
    assert.deepEqual(
      structuredDescription.subtitles.map(({ start, end, warnings }) => [start, end, warnings?.[0]?.type]),
      [
        [10, 10, 'IMPORT_TIMING_REPAIRED'],
        [25, 45, 'IMPORT_TIMING_REPAIRED'],
      ],
    )
  })

  const manyCues = (count: number) => '00:01 --> 00:02\nx\n\n'.repeat(count)
  const refused: [string, string | Uint8Array, string, string][] = [
    ['that is no SubRip', 'Dear reader,\nthis is a letter.\n', srt, 'ValidationError'],
    ['of JSON', '{"subtitles":[]}', srt, 'ValidationError'],
    [
      'of random bytes',
      Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 197) % 256)),
      srt,
      'ValidationError',
    ],
    ['without the signature of WebVTT', oneCue, vtt, 'ValidationError'],
    ['that is empty where WebVTT is announced', '', vtt, 'ValidationError'],
    [
      'of WebVTT with bad UTF-8',
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nOl\xe9\n', 'latin1'),
      `${vtt};charset=utf-8`,
      'BadRequestError',
    ],
    [
      'with bad bytes for its charset',
      Buffer.from(oneCue.replace('Hello', '\xe9'), 'latin1'),
      `${srt};charset=utf-8`,
      'BadRequestError',
    ],
    ['in a charset that nobody knows', oneCue, `${srt}; charset=klingon`, 'BadRequestError'],
    ['with a NUL in its text', oneCue.replace('Hello', 'a\0b'), srt, 'BadRequestError'],
    ['with too many cues', manyCues(mostSubtitles + 1), srt, 'ValidationError'],
    ['with far too many cues', manyCues(850_000), srt, 'ValidationError'],
    ['that is too large', Buffer.alloc(16 * 1024 * 1024 + 1, 'x'), srt, 'PayloadTooLargeError'],
    ['that belongs to a longer clip', oneCue.replaceAll('00:00', '01:00'), srt, 'ValidationError'],
    ['of another kind', oneCue, 'application/pdf', 'UnsupportedMediaTypeError'],
    ['that is no TTML', oneCue, ttml, 'ValidationError'],
    ['that is no EBU STL', oneCue, stl, 'ValidationError'],
    [
      'of TTML that begins in one encoding and goes on in another',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><tt>\xe9</tt>', 'latin1'),
      ttml,
      'BadRequestError',
    ],
    [
      'with a line of endless text',
      `1\n00:00:01,000 --> 00:00:02,000\n${'x'.repeat(10_001)}\n`,
      srt,
      'ValidationError',
    ],
  ]
  for (const [name, content, contentType, error] of refused) {
    test(`${name} is refused with ${error}, and nothing is stored`, async () => {
      const files = await filesOf()
      await assert.rejects(files.upload(content, contentType), { name: error })
      const get = kit.admin.subtitles.getSubtitle({ ...files.place, query: { noCreate: true } })
      await assert.rejects(get, { name: 'NotFoundError' })
    })
  }

  test('of unknown length that is too large is refused before it is read to its end', async () => {
    const files = await filesOf()
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(Buffer.alloc(1024 * 1024, 'x'))
        if (sent === 100) controller.close()
      },
    })
    const { moId } = files.place
    const response = await fetch(`${kit.url}/production/${prId}/mo/${moId}/subtitle/en/${presetId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': srt },
      body,
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, 413)
    assert.ok(sent < 100)
  })

  test('needs the rate of the clip', async () => {
    const moId = await createClip(kit, prId)
    const place = { prId, moId, language: 'en', presetId }
    const upload = () => kit.admin.subtitles.replaceSubtitle({ ...place, body: new FileBody(srt, Buffer.from(oneCue)) })
    await assert.rejects(upload(), refusedAt('/sampleRate'))
    const text = async () => (await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept: srt } })).text()
    assert.equal(await text(), '')
    const body = [{ op: 'add' as const, path: '/structuredDescription/subtitles/-', value: entry(1, 2) }]
    await kit.admin.subtitles.patchSubtitle({ ...place, body })
    await assert.rejects(text(), refusedAt('/sampleRate'))
  })
})
