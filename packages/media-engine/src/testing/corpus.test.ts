import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createMediaEngine, type MediaEngine } from '../engine.ts'
import { readFrameCounter } from '../sample/frame-counter.ts'
import { createBlackPng } from '../sample/png.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { containers, hasTool, make, pack, rates, toRational } from './corpus.ts'
import { createEnginesUnderTest } from './engines.ts'

const seconds = 1
const isLong = process.env.RUSHES_LONG === '1'
const skip = (await hasTool()) ? false : 'the corpus is made with the ffmpeg of the system, which is not there'

let folder: string
let maker: MediaEngine
const sources = new Map<string, { path: string; frames: number }>()
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-corpus-'))
  maker = createMediaEngine()
  for (const { name, rate, startTimecode } of rates) {
    const path = join(folder, `source ${name}.mp4`)
    const size = { width: 160, height: 96 }
    sources.set(name, { path, frames: await makeSampleClip(maker, path, { ...size, seconds, rate, startTimecode }) })
  }
})
after(async () => {
  await maker.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every container and every rate meets in the long run; else each container has some rates and each rate some containers. */
const pairs = containers
  .flatMap((container, row) =>
    rates.map((rate, column) => ({ container, rate, isShort: (column + 2 * row) % 3 === 0 })),
  )
  .filter(({ container, rate, isShort }) => (isLong || isShort) && !container.without.includes(rate.name))

for (const { name: engineName, engine, skip: isMissing } of await createEnginesUnderTest()) {
  describe(`the corpus with ${engineName}`, { skip: skip || isMissing }, () => {
    after(() => engine.close())

    for (const { container, rate } of pairs) {
      test(`${container.name} at ${rate.name}: frames, rate, timecode and picture are exact`, async () => {
        const source = sources.get(rate.name)!
        const path = join(folder, `${container.name} ${rate.name}.${container.extension}`)
        await pack(source.path, path, container, rate.startTimecode)
        const report = await engine.probe(path)
        assert.equal(report.kind, 'VIDEO')
        assert.equal(report.mimeType, container.mimeType)
        assert.equal(report.frameCount, source.frames)
        assert.deepEqual(report.rate, toRational(rate.rate))
        assert.equal(report.variableFrameRate, false)
        assert.equal(report.truncated, false)
        if (container.hasTimecode) assert.equal(report.startTimecode?.text, rate.startTimecode)
        const wanted = Math.floor(source.frames / 2) + 1
        const { data, width, height } = await engine.decodeFrame(path, wanted)
        assert.equal(readFrameCounter(data, width, height), wanted)
      })
    }

    test('interlaced pictures are said to be', async () => {
      const { path } = sources.get('25')!
      const args = ['-i', path, '-map', '0:v', '-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-top', '1']
      const report = await engine.probe(await make(join(folder, 'interlaced.mxf'), args))
      assert.equal(report.scanType, 'Interlaced')
      assert.equal((await engine.probe(path)).scanType, 'Progressive')
    })

    test('a picture that a player turns says by how much', async () => {
      // The tool counts against the clock.
      const args = ['-i', sources.get('25')!.path, '-c', 'copy', '-metadata:s:v', 'rotate=270']
      assert.equal((await engine.probe(await make(join(folder, 'turned.mp4'), args))).rotation, 90)
    })

    test('colours are reported as the file says them', async () => {
      const said = [
        '-color_primaries',
        'bt2020',
        '-color_trc',
        'smpte2084',
        '-colorspace',
        'bt2020nc',
        '-color_range',
        'tv',
      ]
      const args = ['-i', sources.get('25')!.path, '-map', '0:v', '-c:v', 'libx264', ...said]
      const { video } = await engine.probe(await make(join(folder, 'wide.mp4'), args))
      assert.deepEqual(video?.colour, { range: 'tv', primaries: 'bt2020', transfer: 'smpte2084', matrix: 'bt2020nc' })
    })

    for (const [file, mimeType, args] of [
      ['tone.wav', 'audio/wav', []],
      ['tone.mp3', 'audio/mpeg', []],
      ['tone.flac', 'audio/flac', []],
      ['tone.aac', 'audio/aac', ['-c:a', 'aac']],
      ['tone.m4a', 'audio/mp4', ['-c:a', 'aac']],
    ] as const) {
      test(`${file} is sound of its length`, async () => {
        const input = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2']
        const report = await engine.probe(await make(join(folder, file), [...input, ...args]))
        assert.deepEqual([report.kind, report.mimeType, report.frameCount], ['AUDIO', mimeType, undefined])
        const length = report.duration!.num / report.duration!.den
        // Coded sound has whole packets, the first of them silent.
        assert.ok(Math.abs(length - 2) < 0.1, `${length} s`)
      })
    }

    test('a broadcast wave file says when it begins', async () => {
      const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=1']
      const bext = ['-write_bext', '1', '-metadata', 'time_reference=172800000']
      const report = await engine.probe(await make(join(folder, 'broadcast.wav'), [...tone, ...bext]))
      assert.deepEqual(report.timeReference, { num: 3600, den: 1 })
    })

    for (const [file, mimeType] of [
      ['still.png', 'image/png'],
      ['still.jpg', 'image/jpeg'],
      ['still.tiff', 'image/tiff'],
    ] as const) {
      test(`${file} is a picture of one frame`, async () => {
        const args = ['-i', sources.get('25')!.path, '-frames:v', '1']
        const report = await engine.probe(await make(join(folder, file), args))
        assert.deepEqual([report.kind, report.mimeType, report.frameCount], ['IMAGE', mimeType, 1])
        assert.deepEqual([report.video?.width, report.video?.height], [160, 96])
      })
    }

    test('a page and an unknown file are documents', async () => {
      for (const [file, content, mimeType] of [
        ['page.pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'application/pdf'],
        ['notes.xyz', 'what nobody knows\u0000\u0001\u0002', 'application/octet-stream'],
      ] as const) {
        const path = join(folder, file)
        await writeFile(path, content)
        const report = await engine.probe(path)
        assert.equal(report.mimeType, mimeType)
        assert.ok(report.kind === 'DOCUMENT' || report.kind === 'UNKNOWN', report.kind)
      }
    })

    test('a small file that would unpack to a huge picture is refused', async () => {
      const path = join(folder, 'bomb.png')
      await writeFile(path, createBlackPng(20_000, 20_000))
      const output = join(folder, 'bomb.jpg')
      await assert.rejects(engine.makePoster({ input: path, output, frame: 0, maxWidth: 320 }), { name: 'MediaError' })
    })
  })
}
