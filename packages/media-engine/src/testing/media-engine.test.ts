import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, truncate, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { createMediaEngine, type MediaEngine } from '../engine.ts'
import { MediaError, type MediaErrorCode } from '../errors.ts'
import { readFrameCounter } from '../sample/frame-counter.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { createWave } from '../sample/wave.ts'
import { pack } from './sources.ts'

const SIZE = { width: 160, height: 96 }
const FRAMES = 50

const failsWith = (code: MediaErrorCode) => (error: unknown) => {
  assert.ok(error instanceof MediaError, String(error))
  assert.equal(error.code, code, `${error.message} ${error.detail ?? ''}`)
  return true
}

async function readCounter(engine: MediaEngine, path: string, frame: number): Promise<number | undefined> {
  const { data, width, height } = await engine.decodeFrame(path, frame)
  return readFrameCounter(data, width, height)
}

describe('the media engine', () => {
  const engine = createMediaEngine()
  let folder: string
  let clip: string
  const at = (file: string): string => join(folder, file)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-engine-'))
    clip = at('-clip %d.mp4')
    await makeSampleClip(engine, clip, { ...SIZE, seconds: 2, rate: RATE_25, startTimecode: '10:00:00:00' })
  })
  after(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a sample clip has the size, rate, timecode, sound and frames that were asked', async () => {
    const report = await engine.probe(clip)
    assert.equal(report.kind, 'VIDEO')
    assert.equal(report.mimeType, 'video/mp4')
    assert.equal(report.frameCount, FRAMES)
    assert.deepEqual(report.rate, { num: 25, den: 1 })
    assert.deepEqual(report.duration, { num: 2, den: 1 })
    assert.equal(report.variableFrameRate, false)
    assert.equal(report.truncated, false)
    assert.equal(report.scanType, 'Progressive')
    assert.equal(report.rotation, 0)
    assert.equal(report.startTimecode?.text, '10:00:00:00')
    assert.equal(report.startTimecode.dropFrame, false)
    assert.equal(report.video?.codec, 'h264')
    assert.equal(report.video.width, SIZE.width)
    assert.equal(report.video.bitsPerSample, 8)
    assert.equal(report.audio?.codec, 'aac')
    assert.equal(report.audio.channels, 2)
    assert.equal(report.audio.samplingFrequency, 48_000)
    assert.equal(report.format?.filename, '-clip %d.mp4')
    assert.equal(report.format.format_name, 'mov,mp4,m4a,3gp,3g2,mj2')
    assert.match(report.format.duration ?? '', /^2\.0\d{5}$/)
    assert.equal(report.format.size, String(report.sizeBytes))
  })

  test('every frame of a sample clip shows its number', async () => {
    for (const frame of [0, 1, 24, 25, 49]) assert.equal(await readCounter(engine, clip, frame), frame)
    await assert.rejects(engine.decodeFrame(clip, FRAMES), failsWith('FRAME_OUT_OF_RANGE'))
  })

  test('a drop frame timecode survives clip and proxy', async () => {
    const source = at('df.mp4')
    const options = { ...SIZE, seconds: 1, rate: RATE_29_97, startTimecode: '00:59:58;00' }
    assert.equal(await makeSampleClip(engine, source, options), 30)
    const found = (await engine.probe(source)).startTimecode
    assert.deepEqual([found?.text, found?.dropFrame], ['00:59:58;00', true])
    const proxy = await engine.makeProxy({
      input: source,
      output: at('df-proxy.mp4'),
      maxHeight: 96,
      startTimecode: found?.text,
    })
    assert.deepEqual(proxy.report.rate, { num: 30000, den: 1001 })
    assert.equal(proxy.report.startTimecode?.text, '00:59:58;00')
    assert.equal(proxy.frameCount, 30)
  })

  test('a timecode that its rate does not have is refused', async () => {
    const options = { ...SIZE, seconds: 1, rate: RATE_25, startTimecode: '00:59:58;00' }
    await assert.rejects(makeSampleClip(engine, at('bad.mp4'), options), failsWith('BAD_REQUEST'))
  })

  for (const [source, format, change] of [
    ['source.ts', 'mpegts', {}],
    ['source.mkv', 'matroska', {}],
    ['variable.mp4', 'mp4', { stretchFromFrame: 20 }],
    ['late-sound.ts', 'mpegts', { audioDelayMs: 400 }],
    ['early-sound.mkv', 'matroska', { audioDelayMs: -200 }],
  ] as const) {
    test(`the proxy of ${source} has the frames of its source, each at its place`, async () => {
      const input = await pack(clip, at(source), { format, ...change })
      const report = await engine.probe(input)
      assert.equal(report.frameCount, FRAMES)
      assert.equal(report.variableFrameRate, 'stretchFromFrame' in change)
      const shares: number[] = []
      const proxy = await engine.makeProxy({
        input,
        output: at(`${source}.proxy.mp4`),
        maxHeight: 48,
        onProgress: share => shares.push(share),
      })
      assert.equal(proxy.frameCount, report.frameCount)
      assert.equal(proxy.report.videoStartSeconds, 0)
      assert.equal(proxy.report.variableFrameRate, report.variableFrameRate)
      assert.deepEqual([proxy.report.video?.width, proxy.report.video?.height], [80, 48])
      for (const frame of [0, 21, 30, 49])
        assert.equal(await readCounter(engine, at(`${source}.proxy.mp4`), frame), frame)
      // at the 20 ms points of the waveform: silence before late sound, none before early sound
      const tone = await engine.makeWaveform({ input: at(`${source}.proxy.mp4`), output: at(`${source}.json`) })
      const onset = tone.data.findIndex(peak => Math.abs(peak) > 4) / 2
      const expected = 'audioDelayMs' in change ? Math.max(0, change.audioDelayMs / 20) : 0
      assert.ok(Math.abs(onset - expected) <= 2, `sound begins at point ${onset}, not ${expected}`)
      assert.equal(shares.at(-1), 1)
      assert.deepEqual(
        shares,
        shares.toSorted((a, b) => a - b),
      )
    })
  }

  test('a cut file is flagged, counted as it is, and still gives a proxy', async () => {
    const cut = at('cut.mp4')
    const bytes = await readFile(clip)
    await writeFile(cut, bytes)
    await truncate(cut, Math.floor(bytes.length * 0.7))
    const report = await engine.probe(cut)
    assert.equal(report.truncated, true)
    assert.equal(report.declaredFrameCount, FRAMES)
    const counted = report.frameCount ?? 0
    assert.ok(counted > 10 && counted < FRAMES, `${counted}`)
    const proxy = await engine.makeProxy({ input: cut, output: at('cut-proxy.mp4'), maxHeight: 96 })
    // the packet in which the file ends may be lost
    assert.ok(counted - (proxy.frameCount ?? 0) <= 1, `${counted} ${proxy.frameCount}`)
  })

  test('a damaged file keeps the numbers of its frames: those that cannot be decoded repeat the one before', async () => {
    const whole = at('whole.mp4')
    await makeSampleClip(engine, whole, { ...SIZE, seconds: 4, rate: RATE_25 })
    const report = await engine.probe(whole)
    const bytes = await readFile(whole)
    // In the middle of the pictures, and seeded: the same bytes on every machine.
    const begin = Math.floor((bytes.indexOf('mdat') + bytes.length) / 2)
    let state = 1
    for (let place = begin; place < begin + 3000; place += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      bytes[place] = state >> 16
    }
    const input = at('damaged-middle.mp4')
    await writeFile(input, bytes)
    const output = at('damaged-middle.proxy.mp4')
    const proxy = await engine.makeProxy({ input, output, maxHeight: 96 })
    assert.ok(proxy.repeatedFrames > 0, 'the damage cost frames')
    assert.equal(proxy.frameCount, report.frameCount)
    for (const frame of [0, 10, 90, 99]) assert.equal(await readCounter(engine, output, frame), frame)
    assert.equal((await engine.makeProxy({ input: whole, output, maxHeight: 96 })).repeatedFrames, 0)
  })

  test('sound alone is AUDIO and gets a sound proxy of the same length', async () => {
    const input = at('tone.wav')
    await writeFile(input, createWave(1))
    const report = await engine.probe(input)
    assert.equal(report.kind, 'AUDIO')
    assert.equal(report.mimeType, 'audio/wav')
    assert.deepEqual(report.duration, { num: 1, den: 1 })
    assert.equal(report.audio?.bitsPerSample, 16)
    const proxy = await engine.makeProxy({ input, output: at('tone.m4a'), maxHeight: 540 })
    assert.equal(proxy.frameCount, undefined)
    assert.equal(proxy.report.kind, 'AUDIO')
    assert.equal(proxy.report.audio?.codec, 'aac')
    const { num, den } = proxy.report.duration ?? { num: 0, den: 1 }
    assert.ok(Math.abs(num / den - 1) < 0.03, `${num}/${den}`)
  })

  test('a waveform has 50 points a second that follow the sound, and the source and its proxy have the same', async () => {
    const ofClip = await engine.makeWaveform({ input: clip, output: at('clip.json') })
    assert.deepEqual(JSON.parse(await readFile(at('clip.json'), 'utf8')), ofClip)
    assert.ok(Math.abs(ofClip.length - 100) <= 2, `${ofClip.length}`)
    const middle = ofClip.data.slice(40, 160)
    // -18 dBFS, mixed from two equal channels to one, is 16 of 128
    for (const peak of middle) assert.ok(Math.abs(peak) >= 13 && Math.abs(peak) <= 19, `${peak}`)
    await engine.makeProxy({ input: clip, output: at('wave-proxy.mp4'), maxHeight: 96 })
    const ofProxy = await engine.makeWaveform({ input: at('wave-proxy.mp4'), output: at('proxy.json') })
    for (const [place, peak] of middle.entries()) assert.ok(Math.abs(peak - (ofProxy.data[40 + place] ?? 0)) <= 2)
    const silent = await makeSampleClip(engine, at('silent.mp4'), { ...SIZE, seconds: 1, toneHz: 0 })
    assert.equal(silent, 25)
    await assert.rejects(
      engine.makeWaveform({ input: at('silent.mp4'), output: at('silent.json') }),
      failsWith('NO_STREAM'),
    )
  })

  test('a poster shows the asked frame, within the asked width', async () => {
    for (const frame of [0, 37]) {
      const output = at(`poster-${frame}.jpg`)
      assert.deepEqual(await engine.makePoster({ input: clip, output, frame, maxWidth: 120 }), {
        width: 120,
        height: 72,
      })
      const report = await engine.probe(output)
      assert.equal(report.kind, 'IMAGE')
      assert.equal(report.mimeType, 'image/jpeg')
      assert.equal(report.tracks[0]?.type, 'IMAGE')
      assert.equal(await readCounter(engine, output, 0), frame)
    }
    const request = { input: clip, output: at('none.jpg'), frame: FRAMES, maxWidth: 120 }
    await assert.rejects(engine.makePoster(request), failsWith('FRAME_OUT_OF_RANGE'))
  })

  for (const [file, text] of [
    ['hls.mp4', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsecret.mp4\n#EXT-X-ENDLIST\n'],
    ['concat.mov', "ffconcat version 1.0\nfile 'secret.mp4'\n"],
  ] as const) {
    test(`a playlist named ${file} is refused by probe, proxy and poster, whatever the caller claims of it`, async () => {
      await writeFile(at('secret.mp4'), await readFile(clip))
      await writeFile(at(file), text)
      const input = at(file)
      await assert.rejects(engine.probe(input), failsWith('REFUSED'))
      await assert.rejects(engine.makeProxy({ input, output: at('leak.mp4'), maxHeight: 96 }), failsWith('REFUSED'))
      await assert.rejects(
        engine.makePoster({ input, output: at('leak.jpg'), frame: 0, maxWidth: 96 }),
        failsWith('REFUSED'),
      )
      const honest = await engine.probe(clip)
      for (const demuxer of [honest.demuxer, undefined]) {
        const report = { ...honest, demuxer }
        const proxy = engine.makeProxy({ input, output: at('leak.mp4'), maxHeight: 96, report })
        await assert.rejects(proxy, MediaError)
        const poster = engine.makePoster({ input, output: at('leak.jpg'), frame: 0, maxWidth: 96, report })
        await assert.rejects(poster, MediaError)
      }
      assert.deepEqual(
        (await readdir(folder)).filter(entry => entry.startsWith('leak')),
        [],
      )
    })
  }

  test('damaged and foreign files are a typed error or a typed result', async () => {
    const bytes = await readFile(clip)
    for (const [file, content, code] of [
      ['empty.mp4', Buffer.alloc(0), 'NOT_MEDIA'],
      ['no-index.mp4', bytes.subarray(0, 40), 'NOT_MEDIA'],
      ['riff.wav', Buffer.from('RIFF but nothing more'), 'NOT_MEDIA'],
    ] as const) {
      await writeFile(at(file), content)
      await assert.rejects(engine.probe(at(file)), failsWith(code))
    }
    for (const [file, content, kind, mimeType] of [
      ['text.mov', Buffer.from('hello, not media'), 'DOCUMENT', 'text/plain'],
      ['paper.mp4', Buffer.from('%PDF-1.4\n%\xe2\xe3\n'), 'DOCUMENT', 'application/pdf'],
      ['zeros.mp4', Buffer.alloc(50_000), 'UNKNOWN', 'application/octet-stream'],
    ] as const) {
      await writeFile(at(file), content)
      const report = await engine.probe(at(file))
      assert.deepEqual([report.kind, report.mimeType], [kind, mimeType])
      await assert.rejects(
        engine.makeProxy({ input: at(file), output: at('no.mp4'), maxHeight: 96 }),
        failsWith('NO_STREAM'),
      )
    }
    await assert.rejects(engine.probe(at('absent.mp4')), failsWith('NOT_FOUND'))
    await assert.rejects(engine.probe(folder), failsWith('NOT_FOUND'))
  })

  test('flipped bytes never take the engine down', async () => {
    const bytes = await readFile(clip)
    for (let seed = 1; seed <= 8; seed += 1) {
      const damaged = Buffer.from(bytes)
      for (let hit = 0; hit < 40; hit += 1)
        damaged[(seed * 7919 + hit * 104_729) % damaged.length] = (seed * 31 + hit * 17) % 256
      const input = at(`damaged-${seed}.mp4`)
      await writeFile(input, damaged)
      const outcome = await engine
        .makeProxy({ input, output: at('damaged-proxy.mp4'), maxHeight: 96 })
        .catch((error: unknown) => error)
      if (outcome instanceof Error) assert.ok(outcome instanceof MediaError, String(outcome))
    }
    assert.equal((await engine.probe(clip)).frameCount, FRAMES)
  })

  test('a job that is cancelled or late ends with its code and leaves nothing behind', async () => {
    const request = { input: clip, output: at('stopped.mp4'), maxHeight: 96, report: await engine.probe(clip) }
    const controller = new AbortController()
    const watcher = watch(folder, { signal: AbortSignal.timeout(20_000) })
    const cancelled = assert.rejects(engine.makeProxy({ ...request, signal: controller.signal }), failsWith('ABORTED'))
    for await (const { filename } of watcher) if (filename?.startsWith('stopped.mp4')) break
    controller.abort()
    await cancelled
    await assert.rejects(engine.makeProxy({ ...request, timeoutMs: 1 }), failsWith('TIMEOUT'))
    await assert.rejects(engine.probe(clip, { signal: AbortSignal.abort() }), failsWith('ABORTED'))
    assert.deepEqual(
      (await readdir(folder)).filter(entry => /^stopped|part|pcm/.test(entry)),
      [],
    )
  })
})
