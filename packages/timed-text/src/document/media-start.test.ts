import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTimecode, RATE_23_976, RATE_25, RATE_29_97, type SampleRate } from '@rushes/timebase'
import { formats } from '../formats/ttml/testing/validated.ts'
import {
  type FrameDocument,
  type MediaPlace,
  type TimedTextFormat,
  type TimesReading,
  toFrameDocument,
} from '../index.ts'

const toMedia = (rate: SampleRate, label: string, frameCount: number): Required<Omit<MediaPlace, 'times'>> => {
  const dropFrame = label.includes(';')
  return { rate, start: { frames: parseTimecode(label, { rate, dropFrame }), dropFrame }, frameCount }
}
const toDocument = (rate: SampleRate, ...starts: number[]): FrameDocument => ({
  timing: { unit: 'frames', rate },
  cues: starts.map(start => ({ start, end: start + 48, textParts: [{ type: 'text', content: 'Hi' }] })),
})

// CTA-608-E and SMPTE RP 2052-10 leave the timecode of an SCC file to the programme; EBU Tech 3264, 5, has that of the
// programme as well, of which the header names the start (TCP)
describe('a file whose times are those of the timecode', () => {
  const scc = (label: string) =>
    `Scenarist_SCC V1.0\n\n${label}\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n${label.replace('03', '06')}\t942c 942c\n\n`

  for (const [name, label, media, start] of [
    ['at 29.97 with drop frame', '01:00:03;01', toMedia(RATE_29_97, '01:00:00;00', 10_000), 100],
    ['at 29.97 without', '01:00:03:01', toMedia(RATE_29_97, '01:00:00:00', 10_000), 100],
    ['whose labels are those of media with drop frame', '01:00:03:01', toMedia(RATE_29_97, '01:00:00;00', 10_000), 100],
    ['of film', '01:00:03:01', toMedia(RATE_23_976, '01:00:00:00', 10_000), 100],
  ] as const) {
    test(`${name} begins at the first frame of the media, which is reported`, () => {
      const { document, diagnostics } = formats.scc.read(scc(label), { rate: media.rate, media })
      assert.equal(document.cues[0]?.start, start)
      assert.deepEqual(
        diagnostics.map(({ code, severity, count }) => [code, severity, count]),
        [['IMPORT_TIMING_REPAIRED', 'info', 1]],
      )
    })
  }

  const media = toMedia(RATE_25, '10:00:00:00', 1000)
  const all: readonly TimedTextFormat[] = Object.values(formats)
  for (const format of all.filter(({ timeBases }) => timeBases.includes('smpte'))) {
    test(`comes back from ${format.label} as it was, where the file does not name the start itself`, () => {
      const document = toDocument(RATE_25, 100, 200)
      const { content } = format.write(document, { timeBase: 'smpte', programmeStart: media.start })
      const read = toFrameDocument(format.read(content, { rate: RATE_25, media }).document, RATE_25)
      const tolerance = format.id === 'scc' ? 1 : 0
      for (const [index, { start }] of read.cues.entries()) {
        assert.ok(Math.abs(start - document.cues[index]!.start) <= tolerance, `${start}`)
      }
      assert.equal(read.cues.length, 2)
    })
  }

  test('stays as it is where it fits the media, the media has no timecode, or the length is not known', () => {
    const { content } = formats.srt.write(toDocument(RATE_25, 90_100))
    const readStart = (file: string, place: MediaPlace) =>
      formats.srt.read(file, { media: place }).document.cues[0]?.start
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 1000)), 100)
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 100_000)), 3_604_000)
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 0)), 3_604_000)
    assert.equal(readStart(content, { rate: RATE_25, frameCount: 1000 }), 3_604_000)
  })
})

describe('what the times of a file mean', () => {
  const stlFrom = (start: string, ...frames: number[]) =>
    formats.ebustl.write(toDocument(RATE_25, ...frames), {
      timeBase: 'smpte',
      programmeStart: toMedia(RATE_25, start, 0).start,
    }).content
  const ebuttFrom = (start: string, ...frames: number[]) =>
    formats.ebutt.write(toDocument(RATE_25, ...frames), { timeBase: 'smpte', startOfProgramme: start }).content
  const read = (file: string | Uint8Array, media: MediaPlace, times?: TimesReading) => {
    const format: TimedTextFormat =
      typeof file !== 'string' ? formats.ebustl : file[0] === '<' ? formats.ebutt : formats.srt
    const { document, diagnostics } = format.read(file, { rate: media.rate, media, ...(times && { times }) })
    return {
      starts: toFrameDocument(document, media.rate).cues.map(({ start }) => start),
      told: diagnostics.map(({ code, message }) => `${code}: ${message}`),
      document,
    }
  }
  const told = (reading: string) => [`IMPORT_TIMING_REPAIRED: Times were read as ${reading}`]

  for (const [name, from] of [
    ['EBU STL', stlFrom],
    ['EBU-TT', ebuttFrom],
  ] as const) {
    // EBU Tech 3264, 4: TCP is the time code of the first frame of the programme, which need not be that of the file
    test(`in ${name} is the timecode of the media, though the programme starts later`, () => {
      const { starts, told: report } = read(from('10:00:00:00', 0, 100), toMedia(RATE_25, '09:59:30:00', 5000))
      assert.deepEqual([starts, report], [[750, 850], told('timecode from 09:59:30:00')])
    })

    test(`in ${name} is the time since the start of the programme where the media has another timecode`, () => {
      const { starts, told: report } = read(from('10:00:00:00', 0, 100), toMedia(RATE_25, '01:00:00:00', 5000))
      assert.deepEqual([starts, report], [[0, 100], told('time since the start of the programme')])
    })

    test(`in ${name} is media time where neither fits`, () => {
      const { starts, told: report } = read(from('00:01:00:00', 0, 100), toMedia(RATE_25, '10:00:00:00', 5000))
      assert.deepEqual([starts, report], [[0, 100], told('time since the start of the programme')])
      const late = read(from('00:01:00:00', 0, 100), toMedia(RATE_25, '10:00:00:00', 5000), {
        startOfProgramme: 'keep',
      })
      assert.deepEqual([late.starts, late.told], [[1500, 1600], told('media time')])
    })

    test(`in ${name} is as the caller says`, () => {
      const media = toMedia(RATE_25, '09:59:30:00', 5000)
      const file = from('10:00:00:00', 0, 100)
      for (const [times, expected] of [
        [{ timeBase: 'smpte' }, [750, 850]],
        [{ startOfProgramme: 'subtract' }, [0, 100]],
        [{ startOfProgramme: toMedia(RATE_25, '09:59:00:00', 0).start }, [1500, 1600]],
        [{ timeBase: 'smpte', startOfProgramme: toMedia(RATE_25, '09:59:40:00', 0).start }, [500, 600]],
      ] as const) {
        assert.deepEqual(read(file, media, times).starts, expected, JSON.stringify(times))
      }
    })

    test(`in ${name} that fits no reading is refused by its first cue`, () => {
      const media = toMedia(RATE_25, '10:00:00:00', 50)
      const { told: report } = read(from('20:00:00:00', 60, 100), media)
      assert.equal(report.length, 1)
      assert.match(report[0]!, /^TIMING_OUT_OF_MEDIA: Cue 1 does not begin inside the clip/)
    })

    test(`in ${name} passes through to the same file`, () => {
      for (const start of ['09:59:30:00', '10:00:00:00', '01:00:00:00', '00:00:00:00']) {
        const file = from('10:00:00:00', 0, 100)
        const { document } = read(file, toMedia(RATE_25, start, 5000))
        const format: TimedTextFormat = typeof file === 'string' ? formats.ebutt : formats.ebustl
        assert.deepEqual(format.write(document).content, file, start)
      }
    })
  }

  // EBU Tech 3264, 4: the field is as the programme has it; many systems leave it at zeros or at spaces
  for (const [name, header] of [
    ['zero', '00000000'],
    ['blank', '        '],
  ] as const) {
    test(`in EBU STL with a start of ${name} is media time where that fits, else the timecode of the media`, () => {
      const withHeader = (file: Uint8Array) => {
        const bytes = file.slice()
        bytes.set(new TextEncoder().encode(header), 256)
        return bytes
      }
      for (const [from, start, expected] of [
        ['00:00:00:00', '10:00:00:00', []],
        ['00:00:00:00', '00:00:00:00', []],
        ['10:00:00:00', '10:00:00:00', told('timecode from 10:00:00:00')],
        ['09:59:56:00', '09:59:56:00', told('timecode from 09:59:56:00')],
      ] as const) {
        const found = read(withHeader(stlFrom(from, 100, 200)), toMedia(RATE_25, start, 5000))
        assert.deepEqual([found.starts, found.told], [[100, 200], expected], `${from} in ${start}`)
      }
    })
  }

  test('in EBU-TT that names no start is media time where that fits, else the timecode of the media', () => {
    for (const [from, start, expected] of [
      ['00:00:00:00', '10:00:00:00', []],
      ['00:00:00:00', '00:00:00:00', []],
      ['10:00:00:00', '10:00:00:00', told('timecode from 10:00:00:00')],
      ['23:59:00:00', '23:59:00:00', told('timecode from 23:59:00:00')],
    ] as const) {
      const file = String(ebuttFrom(from, 100, 200)).replace(/<ebuttm:documentStartOfProgramme>.*?<\/.*?>/, '')
      const found = read(file, toMedia(RATE_25, start, 5000))
      assert.deepEqual([found.starts, found.told], [[100, 200], expected], `${from} in ${start}`)
    }
  })

  const toSrt = (...starts: string[]) =>
    starts.map((start, index) => `${index + 1}\n${start},000 --> ${start},500\na\n`).join('\n')

  test('in SubRip is media time, else timecode', () => {
    const media = toMedia(RATE_29_97, '01:00:00:00', 200_000)
    assert.deepEqual(read(toSrt('00:00:10'), media), { ...read(toSrt('00:00:10'), media), starts: [300], told: [] })
    const short = toMedia(RATE_29_97, '01:00:00:00', 1000)
    const labels = read(toSrt('01:00:10'), short)
    assert.deepEqual([labels.starts, labels.told], [[300], told('timecode from 01:00:00:00')])
  })

  test('in SubRip is as the caller says: labels, or running time from a timecode', () => {
    const { rate, ...media } = { ...toMedia(RATE_29_97, '01:00:00:00', 200_000) }
    const place = { rate, ...media }
    assert.deepEqual(read(toSrt('01:00:10'), place, { timeBase: 'smpte' }).starts, [300])
    assert.deepEqual(read(toSrt('01:00:10'), place, { timeBase: 'media' }).starts, [108_192])
    const running = { timeBase: 'media', startOfProgramme: media.start } as const
    assert.deepEqual(read(toSrt('01:00:13'), place, running).starts, [282])
    assert.deepEqual(read(toSrt('01:00:10'), place, { timeBase: 'smpte', startOfProgramme: 'keep' }).starts, [108_300])
  })

  test('in SubRip that fits no reading is refused by its first cue', () => {
    const { told: report } = read(toSrt('00:00:01', '05:00:00'), toMedia(RATE_25, '01:00:00:00', 1000))
    assert.match(report[0]!, /Cue 2 does not begin inside the clip with times read as media time, or as timecode from/)
    assert.equal(read(toSrt('05:00:00'), toMedia(RATE_25, '01:00:00:00', 0)).told.length, 0)
    // A timecode of 00:00:00:00 is one; where there is none, nothing says that the file is of another clip.
    assert.match(read(toSrt('05:00:00'), toMedia(RATE_25, '00:00:00:00', 1000)).told[0]!, /Cue 1 does not begin inside/)
    assert.deepEqual(read(toSrt('05:00:00'), { rate: RATE_25, frameCount: 1000 }).told, [])
    const stated = read(toSrt('05:00:00'), { rate: RATE_25, frameCount: 1000 }, { timeBase: 'media' })
    assert.match(stated.told[0]!, /Cue 1 does not begin inside the clip with times read as media time/)
  })

  test('leaves out a subtitle zero before the programme', () => {
    const file = String(ebuttFrom('10:00:00:00', 0, 100)).replace(
      'begin="10:00:00:00" end="10:00:01:23"',
      'begin="00:00:00:00" end="00:00:00:08"',
    )
    const { starts } = read(file, toMedia(RATE_25, '10:00:00:00', 5000))
    assert.deepEqual(starts, [100])
  })
})
