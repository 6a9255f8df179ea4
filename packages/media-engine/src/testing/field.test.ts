/** Files that rebuild what cameras, recorders and phones write; see the README of the conformance data. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMediaEngine } from '../engine.ts'
import { createWave } from '../sample/wave.ts'
import { pack } from './sources.ts'

const field = fileURLToPath(new URL('../../../../../shared/conformance/field/', import.meta.url))
const skip = existsSync(field) ? false : 'the conformance data is absent'

describe('files from the field', { skip }, () => {
  const engine = createMediaEngine()
  let folder: string
  const at = (file: string): string => join(folder, file)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-field-'))
  })
  after(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  const makeProxy = (file: string) =>
    engine.makeProxy({ input: join(field, file), output: at(`${file}.mp4`), maxHeight: 540 })

  /** Luma at a place, which is a share of width and height. */
  async function readLuma(path: string, x: number, y: number): Promise<number> {
    const { data, width, height } = await engine.decodeFrame(path, 0)
    return data[Math.floor(y * height) * width + Math.floor(x * width)]!
  }

  test('the proxy of an HD film names its colours', async () => {
    const { report } = await makeProxy('colour-hd709.mp4')
    assert.deepEqual(report.video?.colour, { range: 'tv', primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' })
  })

  /** Red, green and blue of four patches side by side, in a picture at the top left of a JPEG. */
  async function readPatches(path: string, size: { readonly width: number; readonly height: number }) {
    const { data, width, height } = await engine.decodeFrame(path, 0)
    const [x, y, plane] = [size.width / 8, size.height >> 1, width * height]
    return [0, 1, 2, 3].flatMap(patch => {
      const place = Math.floor(x * (2 * patch + 1))
      const chroma = (y >> 1) * (width >> 1) + (place >> 1)
      const luma = data[y * width + place]!
      const [blue, red] = [data[plane + chroma]! - 128, data[plane * 1.25 + chroma]! - 128]
      const colour = [luma + 1.402 * red, luma - 0.344 * blue - 0.714 * red, luma + 1.772 * blue]
      return colour.map(value => Math.round(Math.min(255, Math.max(0, value))))
    })
  }

  test('saturated colours are true in the poster and in the sprite', async () => {
    const input = at('colour-hd709.mp4.mp4')
    const { tile } = await engine.makeSprite({ input, output: at('saturated-sprite.jpg') })
    const size = await engine.makePoster({ input, output: at('saturated.jpg'), frame: 0, maxWidth: 320 })
    const wanted = [0, 180, 0, 200, 0, 0, 0, 0, 200, 128, 128, 128]
    for (const [file, part] of [
      ['saturated-sprite.jpg', tile],
      ['saturated.jpg', size],
    ] as const) {
      const shown = await readPatches(at(file), part)
      assert.ok(Math.max(...shown.map((value, n) => Math.abs(value - wanted[n]!))) <= 3, `${file}: ${shown}`)
    }
  })

  test('a title with straight alpha lies over black in proxy, poster and sprite', async () => {
    const { report } = await makeProxy('title-4444.mov')
    await engine.makeSprite({ input: at('title-4444.mov.mp4'), output: at('sprite.jpg'), report })
    const poster = { frame: 0, maxWidth: 320 }
    await engine.makePoster({ input: join(field, 'title-4444.mov'), output: at('film.jpg'), ...poster })
    await engine.makePoster({ input: join(field, 'title.png'), output: at('still.jpg'), ...poster })
    for (const made of ['title-4444.mov.mp4', 'film.jpg', 'still.jpg']) {
      assert.ok((await readLuma(at(made), 0.5, 0.5)) > 225, `the bar of ${made}`)
      assert.ok((await readLuma(at(made), 0.5, 0.1)) < 25, `the rest of ${made}`)
      assert.ok((await readLuma(at(made), 0.1, 0.5)) < 25, `the side of ${made}`)
    }
    const { data } = await engine.decodeFrame(at('sprite.jpg'), 0)
    assert.ok(data.includes(255) && data.includes(0))
  })

  test('a timecode track is read with the rate that it counts at', async () => {
    for (const [file, text, rate] of [
      ['thirty-drop.mov', '16:37:10;02', 30],
      ['midnight.mov', '23:59:58:00', 25],
      ['plain25.mov', '01:00:00:00', 25],
    ] as const) {
      const { startTimecode, unreadTimecode } = await engine.probe(join(field, file))
      assert.deepEqual([startTimecode?.text, startTimecode?.rate, unreadTimecode], [text, { num: rate, den: 1 }, false])
    }
  })

  test('edit lists trim the picture, its timecode, or both; one that points outside or is empty leaves nothing', async () => {
    const bytes = await readFile(join(field, 'midnight.mov'))
    const [ofPicture, ofTimecode] = [bytes.indexOf('elst'), bytes.lastIndexOf('elst')]
    const twoSeconds = 2 * 12_800
    const probeEdited = async (...edits: readonly (readonly [at: number, ms: number, from: number])[]) => {
      const edited = Buffer.from(bytes)
      for (const [at, ms, from] of edits) {
        edited.writeUInt32BE(ms, at + 12)
        edited.writeInt32BE(from, at + 16)
      }
      await writeFile(at('edited.mov'), edited)
      return engine.probe(at('edited.mov'))
    }
    for (const [edits, frames, label, doubt] of [
      [[[ofPicture, 2000, twoSeconds]], 50, '23:59:58:00'],
      [[[ofTimecode, 2000, twoSeconds]], 100, '00:00:00:00'],
      [
        [
          [ofPicture, 2000, twoSeconds],
          [ofTimecode, 2000, twoSeconds],
        ],
        50,
        '00:00:00:00',
      ],
      [[[ofPicture, 2 ** 31 - 1, 0]], 100, '23:59:58:00'],
      [[[ofTimecode, 4000, -1]], 100, '23:59:58:00', 'NOT_SHOWN'],
      [[[ofTimecode, 4000, 2 * twoSeconds]], 100, '00:00:02:00', 'COUNTED_ON'],
      [[[ofTimecode, 4000, 2 ** 31 - 1]], 100, '22:36:10:04', 'COUNTED_ON'],
    ] as const) {
      const { frameCount, truncated, startTimecode } = await probeEdited(...edits)
      assert.deepEqual([frameCount, truncated, startTimecode?.text], [frames, false, label])
      assert.equal(startTimecode?.doubt, doubt)
    }
    for (const from of [1e6, 2 ** 31 - 1])
      await assert.rejects(probeEdited([ofPicture, 4000, from]), {
        code: 'NOT_MEDIA',
        message: /edit list points outside/,
      })
    for (const ms of [4000, 2 ** 31 - 1])
      await assert.rejects(probeEdited([ofPicture, ms, -1]), {
        code: 'NOT_MEDIA',
        message: /edit list shows nothing/,
      })
  })

  test('sound in MXF counts at the rate of its timecode', async () => {
    await writeFile(at('tone.wav'), createWave(1))
    for (const [num, den, timecode] of [
      [24_000, 1001, '10:00:00:00'],
      [30_000, 1001, '01:00:00;02'],
      [25, 1, '23:59:59:24'],
    ] as const) {
      const input = await pack(at('tone.wav'), at('sound.mxf'), {
        format: 'mxf_opatom',
        options: { mxf_audio_edit_rate: `${num}/${den}` },
        tags: { timecode },
        lanes: [{ of: 'audio', codec: 'pcm_s16le', filter: 'pan=mono|c0=c0,aformat=sample_fmts=s16' }],
      })
      const { kind, startTimecode, soundCounting } = await engine.probe(input)
      const rate = { num, den }
      assert.deepEqual(
        [kind, startTimecode?.text, startTimecode?.rate, soundCounting],
        ['AUDIO', timecode, rate, { rate, dropFrame: timecode.includes(';') }],
      )
    }
  })

  test('the iXML of a recorder says at which rate it counts', async () => {
    const { timeReference, soundCounting } = await engine.probe(join(field, 'bwf-23976.wav'))
    assert.deepEqual(
      [timeReference, soundCounting],
      [
        { num: 36_036, den: 1 },
        { rate: { num: 24000, den: 1001 }, dropFrame: false },
      ],
    )
    // Others write it after the sound, or not at all.
    const bytes = await readFile(join(field, 'bwf-23976.wav'))
    const place = bytes.indexOf('iXML')
    const end = place + 8 + bytes.readUInt32LE(place + 4)
    const ixml = bytes.subarray(place, end)
    await writeFile(at('last.wav'), Buffer.concat([bytes.subarray(0, place), bytes.subarray(end), ixml]))
    assert.deepEqual((await engine.probe(at('last.wav'))).soundCounting, soundCounting)
    // without a `bext` chunk, as some recorders do, it has the time as well
    const plain = Buffer.concat([bytes.subarray(0, place), bytes.subarray(end)])
    plain.write('junk', plain.indexOf('bext'))
    const chunk = Buffer.from(
      '<BWFXML><SPEED><TIMECODE_RATE>30000/1001</TIMECODE_RATE><TIMECODE_FLAG>DF</TIMECODE_FLAG>' +
        '<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>' +
        '<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>172800000</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>' +
        '<TIMESTAMP_SAMPLE_RATE>48000</TIMESTAMP_SAMPLE_RATE></SPEED></BWFXML> ',
    )
    const head = Buffer.alloc(8)
    head.write('iXML')
    head.writeUInt32LE(chunk.length, 4)
    await writeFile(at('plain.wav'), Buffer.concat([plain, head, chunk]))
    const ofPlain = await engine.probe(at('plain.wav'))
    assert.deepEqual(
      [ofPlain.timeReference, ofPlain.soundCounting],
      [
        { num: 3600, den: 1 },
        { rate: { num: 30_000, den: 1001 }, dropFrame: true },
      ],
    )
    ixml.write('junk')
    await writeFile(at('none.wav'), bytes)
    assert.equal((await engine.probe(at('none.wav'))).soundCounting, undefined)
  })

  test('a still is turned as its orientation says', async () => {
    const input = join(field, 'turned6.jpg')
    const report = await engine.probe(input)
    assert.deepEqual([report.rotation, report.mirrored], [90, false])
    const made = await engine.makePoster({ input, output: at('turned.jpg'), frame: 0, maxWidth: 320 })
    assert.deepEqual(made, { width: 96, height: 160 })
    assert.equal((await engine.probe(at('turned.jpg'))).rotation, 0)
  })

  test('a still is turned and mirrored by each orientation', async () => {
    const bytes = await readFile(join(field, 'turned6.jpg'))
    // the tag 0x0112, of one short number
    const tag = bytes.indexOf(Buffer.from('0112000300000001', 'hex'))
    assert.ok(tag > 0)
    const turn = async (orientation: number) => {
      bytes[tag + 9] = orientation
      await writeFile(at('still.jpg'), bytes)
      await engine.makePoster({ input: at('still.jpg'), output: at('poster.jpg'), frame: 0, maxWidth: 320 })
      return engine.decodeFrame(at('poster.jpg'), 0)
    }
    const plain = await turn(1)
    const [right, below] = [plain.width - 1, plain.height - 1]
    const sources: Readonly<Record<number, (x: number, y: number) => readonly [x: number, y: number]>> = {
      2: (x, y) => [right - x, y],
      3: (x, y) => [right - x, below - y],
      4: (x, y) => [x, below - y],
      5: (x, y) => [y, x],
      6: (x, y) => [y, below - x],
      7: (x, y) => [right - y, below - x],
      8: (x, y) => [right - y, x],
    }
    for (const [orientation, toSource] of Object.entries(sources)) {
      const { data, width, height } = await turn(Number(orientation))
      const isUpright = Number(orientation) <= 4
      assert.deepEqual([width, height], isUpright ? [right + 1, below + 1] : [below + 1, right + 1])
      for (const [x, y] of [
        [9, 9],
        [width - 9, 9],
        [9, height - 9],
        [width - 9, height - 9],
        [width >> 1, 20],
      ] as const) {
        const [sourceX, sourceY] = toSource(x, y)
        const [shown, wanted] = [data[y * width + x]!, plain.data[sourceY * plain.width + sourceX]!]
        assert.ok(Math.abs(shown - wanted) < 8, `orientation ${orientation}: ${shown} at ${x}, ${y}, not ${wanted}`)
      }
    }
  })

  /** The same film with a time stamp for each picture: second fields have none. */
  async function writePerFrame(source: string, output: string): Promise<string> {
    const bytes = await readFile(source)
    const counts = new Map<number, number>()
    for (let packet = 0; packet + 188 <= bytes.length; packet += 188) {
      const id = bytes.readUInt16BE(packet + 1) & 0x1fff
      const begin = packet + 4 + ((bytes[packet + 3]! & 0x20) === 0 ? 0 : bytes[packet + 4]! + 1)
      const isVideo = bytes.readUInt32BE(begin) === 0x1e0 && (bytes[packet + 1]! & 0x40) !== 0
      if (!isVideo) continue
      const count = counts.get(id) ?? 0
      counts.set(id, count + 1)
      if (count % 2 === 0) continue
      bytes[begin + 7]! &= 0x3f
      bytes.fill(0xff, begin + 9, begin + 9 + bytes[begin + 8]!)
    }
    assert.deepEqual([...counts.values()], [100])
    await writeFile(output, bytes)
    return output
  }

  for (const [file, format] of [
    ['fields.ts', undefined],
    ['per-frame.ts', 'frame'],
    ['fields.mkv', 'matroska'],
    ['fields.mov', 'mov'],
    ['copied.ts', 'mpegts'],
  ] as const) {
    test(`pictures that ${file} has as two fields are counted and shown once`, async () => {
      const source = join(field, 'paff-field.ts')
      const input =
        format === 'frame'
          ? await writePerFrame(source, at(file))
          : format
            ? await pack(source, at(file), { format })
            : source
      const report = await engine.probe(input)
      assert.deepEqual([report.frameCount, report.variableFrameRate, report.truncated], [50, false, false])
      assert.deepEqual(
        [report.rate, report.duration],
        [
          { num: 25, den: 1 },
          { num: 2, den: 1 },
        ],
      )
      assert.equal(report.scanType, 'Interlaced')
      const proxy = await engine.makeProxy({ input, output: at(`${file}.mp4`), maxHeight: 540, report })
      assert.deepEqual([proxy.frameCount, proxy.repeatedFrames], [50, 0])
      assert.deepEqual([proxy.report.rate, proxy.report.duration], [report.rate, report.duration])
      for (const frame of [0, 1, 25, 49]) {
        const [shown, wanted] = [
          await engine.decodeFrame(at(`${file}.mp4`), frame),
          await engine.decodeFrame(input, frame),
        ]
        assert.ok(Math.abs(shown.data[0]! - wanted.data[0]!) <= 2, `frame ${frame}`)
      }
    })
  }

  test('sound whose channels change goes on with its times', async () => {
    const { frameCount, repeatedFrames, report } = await makeProxy('sound-changes.ts')
    assert.deepEqual([frameCount, repeatedFrames, report.rate], [100, 0, { num: 25, den: 1 }])
    assert.deepEqual(report.duration, { num: 4, den: 1 })
    const { duration } = report.audio!
    assert.ok(Math.abs(duration!.num / duration!.den - 4) < 0.05)
    await assertTones(at('sound-changes.ts.mp4'), [
      [0.5, 440],
      [1.9, 440],
      [2.1, 880],
      [3.8, 880],
    ])
  })

  test('a film without a constant rate has the usual one next to its pictures', async () => {
    for (const [file, frames, num, den] of [
      ['recorded.webm', 71, 30_000, 1001],
      ['vfr.mp4', 120, 30, 1],
    ] as const) {
      const report = await engine.probe(join(field, file))
      assert.deepEqual(
        [report.frameCount, report.variableFrameRate, report.rate, report.video?.rate],
        [frames, true, { num, den }, { num, den }],
      )
      const proxy = await makeProxy(file)
      assert.deepEqual([proxy.frameCount, proxy.repeatedFrames], [frames, 0])
      const [made, wanted] = [proxy.report.frameTimes, report.frameTimes]
      assert.equal(made?.times.length, frames)
      for (const [frame, time] of wanted?.times.entries() ?? []) {
        assert.ok(
          Math.abs(made!.times[frame]! - time) <= 1,
          `${file}: frame ${frame} at ${made!.times[frame]}, not ${time}`,
        )
      }
      assert.ok(made!.end > made!.times.at(-1)!)
    }
  })

  test('sound without positions is heard, and seen in the waveform', async () => {
    await makeProxy('poly-6ch-tone4.wav')
    for (const input of [join(field, 'poly-6ch-tone4.wav'), at('poly-6ch-tone4.wav.mp4')]) {
      const { data } = await engine.makeWaveform({ input, output: at('poly.json') })
      assert.ok(Math.max(...data) > 10, input)
    }
  })

  test('a sound track that nobody reads costs the others nothing', async () => {
    const input = join(field, 'apac-first.mov')
    const report = await engine.probe(input)
    assert.match(report.tracks[1]?.unreadable ?? '', /apple_apac/)
    assert.equal(report.audio?.index, 2)
    const proxy = await makeProxy('apac-first.mov')
    assert.deepEqual([proxy.frameCount, proxy.soundLeftOut, proxy.report.audio?.codec], [60, false, 'aac'])
    const { length } = await engine.makeWaveform({ input, output: at('apac.json') })
    assert.equal(length, 100)
  })

  /** Fails unless the tones are heard at these seconds; zero crossings tell. */
  async function assertTones(input: string, tones: readonly (readonly [seconds: number, hz: number])[]): Promise<void> {
    const output = at('tones.pcm')
    await engine.extractSound({ input, output, samplingFrequency: 8000 })
    const sound = await readFile(output)
    for (const [seconds, hz] of tones) {
      const part = Array.from({ length: 800 }, (_, n) => sound.readInt16LE(2 * (Math.round(seconds * 8000) - 400 + n)))
      const crossings = part.filter((value, n) => n > 0 && value >= 0 !== part[n - 1]! >= 0).length
      assert.ok(Math.abs(crossings / 0.2 - hz) < 30, `${crossings / 0.2} Hz at ${seconds} s, not ${hz}`)
    }
  }
})
