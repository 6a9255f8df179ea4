import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createMediaEngine } from '../engine.ts'
import { readFrameCounter } from '../sample/frame-counter.ts'
import { createBlackPng } from '../sample/png.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { createWave } from '../sample/wave.ts'
import { containers, rates, toRational } from './corpus.ts'
import type { Recipe } from './pack.ts'
import { pack } from './sources.ts'

const seconds = 1
const isLong = process.env.RUSHES_LONG === '1'
const engine = createMediaEngine()

let folder: string
const sources = new Map<string, { path: string; frames: number }>()
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-corpus-'))
  for (const { name, rate, startTimecode } of rates) {
    const path = join(folder, `source ${name}.mp4`)
    const size = { width: 160, height: 96 }
    sources.set(name, { path, frames: await makeSampleClip(engine, path, { ...size, seconds, rate, startTimecode }) })
  }
})
after(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every container and every rate meets in the long run; else each container has some rates and each rate some containers. */
const pairs = containers
  .flatMap((container, row) =>
    rates.map((rate, column) => ({ container, rate, isShort: (column + 2 * row) % 3 === 0 })),
  )
  .filter(({ container, rate, isShort }) => (isLong || isShort) && !container.without.includes(rate.name))

describe('the corpus', () => {
  for (const { container, rate } of pairs) {
    test(`${container.name} at ${rate.name}: frames, rate, timecode and picture are exact`, async () => {
      const source = sources.get(rate.name)!
      const path = join(folder, `${container.name} ${rate.name}.${container.extension}`)
      const { startTimecode: timecode } = rate
      await pack(source.path, path, { ...container.recipe, ...(container.hasTimecode && { tags: { timecode } }) })
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

  const packFilm = (file: string, recipe: Recipe) => pack(sources.get('25')!.path, join(folder, file), recipe)

  test('interlaced pictures are said to be', async () => {
    const options = { flags: '+ilme+ildct', field_order: 'tt' }
    const lanes = [{ of: 'video', codec: 'mpeg2video', filter: 'setfield=tff', options }] as const
    const report = await engine.probe(await packFilm('interlaced.mxf', { format: 'mxf', lanes }))
    assert.equal(report.scanType, 'Interlaced')
    assert.equal((await engine.probe(sources.get('25')!.path)).scanType, 'Progressive')
  })

  test('a picture that a player turns says by how much', async () => {
    const film = await readFile(sources.get('25')!.path)
    // The matrix in the header of the first track: nine numbers of 32 bits.
    const matrix = film.indexOf('tkhd') + 44
    for (const [place, value] of [0, 0x1_0000, 0, -0x1_0000, 0].entries()) film.writeInt32BE(value, matrix + 4 * place)
    const path = join(folder, 'turned.mp4')
    await writeFile(path, film)
    assert.equal((await engine.probe(path)).rotation, 90)
  })

  test('colours are reported as the file says them', async () => {
    const colours = { color_primaries: 'bt2020', color_trc: 'smpte2084', colorspace: 'bt2020nc', color_range: 'tv' }
    const lanes = [{ of: 'video', codec: 'libx264', options: colours }] as const
    const { video } = await engine.probe(await packFilm('wide.mp4', { format: 'mp4', lanes }))
    assert.deepEqual(video?.colour, { range: 'tv', primaries: 'bt2020', transfer: 'smpte2084', matrix: 'bt2020nc' })
  })

  const packTone = async (file: string, recipe: Recipe) => {
    const input = join(folder, `source of ${file}.wav`)
    await writeFile(input, createWave(2))
    return pack(input, join(folder, file), recipe)
  }
  const aac = { of: 'audio', codec: 'aac', filter: 'aformat=sample_fmts=fltp,asetnsamples=1024:p=0' } as const
  const mp3 = { of: 'audio', codec: 'libmp3lame', filter: 'aformat=sample_fmts=s16p,asetnsamples=1152' } as const
  for (const [file, mimeType, format, lane] of [
    ['tone.wav', 'audio/wav', 'wav', { of: 'audio' }],
    ['tone.mp3', 'audio/mpeg', 'mp3', mp3],
    ['tone.flac', 'audio/flac', 'flac', { of: 'audio', codec: 'flac', filter: 'asetnsamples=4608:p=0' }],
    ['tone.aac', 'audio/aac', 'adts', aac],
    ['tone.m4a', 'audio/mp4', 'ipod', aac],
  ] as const) {
    test(`${file} is sound of its length`, async () => {
      const report = await engine.probe(await packTone(file, { format, lanes: [lane] }))
      assert.deepEqual([report.kind, report.mimeType, report.frameCount], ['AUDIO', mimeType, undefined])
      const length = report.duration!.num / report.duration!.den
      // Coded sound has whole packets, the first of them silent.
      assert.ok(Math.abs(length - 2) < 0.1, `${length} s`)
    })
  }

  test('a broadcast wave file says when it begins', async () => {
    const recipe = { format: 'wav', options: { write_bext: '1' }, tags: { time_reference: '172800000' } }
    const report = await engine.probe(await packTone('broadcast.wav', recipe))
    assert.deepEqual(report.timeReference, { num: 3600, den: 1 })
  })

  for (const [file, mimeType, codec, picture] of [
    ['still.png', 'image/png', 'png', 'format=rgb24'],
    ['still.jpg', 'image/jpeg', 'mjpeg', 'scale=out_range=full,format=yuvj420p'],
    ['still.tiff', 'image/tiff', 'tiff', 'format=rgb24'],
  ] as const) {
    test(`${file} is a picture of one frame`, async () => {
      const lanes = [{ of: 'video', codec, filter: `select=eq(n\\,0),${picture}` }] as const
      const recipe = { format: 'image2', options: { update: '1' }, lanes }
      const report = await engine.probe(await packFilm(file, recipe))
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
