import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createMediaEngine } from '../engine.ts'
import { readFrameCounter } from '../sample/frame-counter.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { createWave } from '../sample/wave.ts'
import type { Lane } from './pack.ts'
import { pack } from './sources.ts'

const engine = createMediaEngine()
let folder: string
const at = (file: string): string => join(folder, file)
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-changes-'))
})
after(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test('a film whose size and shape change keeps its frames, each with its picture', async () => {
  const parts: Buffer[] = []
  for (const [part, size] of [
    { width: 320, height: 180 },
    { width: 640, height: 360 },
    { width: 240, height: 180 },
  ].entries()) {
    const clip = at(`part-${part}.mp4`)
    await makeSampleClip(engine, clip, { ...size, seconds: 1, toneHz: 0 })
    parts.push(await readFile(await pack(clip, at(`part-${part}.ts`), { format: 'mpegts', delayMs: 1000 * part })))
  }
  const input = at('changes.ts')
  await writeFile(input, Buffer.concat(parts))
  const report = await engine.probe(input)
  assert.deepEqual([report.frameCount, report.rate, report.variableFrameRate], [75, { num: 25, den: 1 }, false])
  const output = at('changes.mp4')
  const proxy = await engine.makeProxy({ input, output, maxHeight: 540, report })
  assert.deepEqual([proxy.frameCount, proxy.repeatedFrames], [75, 0])
  assert.ok(Math.abs(proxy.report.lastPictureSeconds! - 74 / 25) < 0.001)
  assert.deepEqual([proxy.report.video?.width, proxy.report.video?.height], [320, 180])
  for (const frame of [0, 24, 25, 49]) {
    const { data, width, height } = await engine.decodeFrame(output, frame)
    assert.equal(readFrameCounter(data, width, height), frame % 25)
  }
  // the narrow picture has bars at its sides
  const { data, width } = await engine.decodeFrame(output, 60)
  assert.ok(data[90 * width + 10]! < 20 && data[90 * width + width - 10]! < 20)
  assert.ok(data[20 * width + 50]! > 100)
  const poster = { input, output: at('narrow.jpg'), frame: 60, maxWidth: 320, report }
  assert.deepEqual(await engine.makePoster(poster), { width: 320, height: 180 })
  const still = await engine.decodeFrame(at('narrow.jpg'), 0)
  assert.ok(still.data[90 * 320 + 10]! < 10 && still.data[20 * 320 + 50]! > 100)
})

test('the last picture is held while sound goes on', async () => {
  const clip = at('sound-goes-on.mp4')
  await makeSampleClip(engine, clip, { seconds: 4, width: 320, height: 180 })
  const slower = 'settb=1/25,setpts=if(gte(N\\,10)\\,2*N-10\\,N)'
  for (const [file, format, filter, pictures, isVariable] of [
    ['one.mp4', 'mp4', 'select=lt(n\\,1)', 1, false],
    ['one.mkv', 'matroska', 'select=lt(n\\,1)', 1, false],
    ['some.ts', 'mpegts', 'select=lt(n\\,50)', 50, false],
    ['slower.mov', 'mov', `select=lt(n\\,20),${slower}`, 20, true],
  ] as const) {
    const lanes = [{ of: 'video', codec: 'libx264', filter, options: { bf: '0' } }, { of: 'audio' }] as const
    const input = await pack(clip, at(file), { format, lanes })
    const report = await engine.probe(input)
    assert.deepEqual([report.kind, report.variableFrameRate], ['VIDEO', isVariable], file)
    assert.equal(report.frameCount! - report.heldFrames, pictures, file)
    assert.ok(Math.abs(report.duration!.num / report.duration!.den - 4) < 0.1, `${file} lasts as long as its sound`)
    const output = at(`held-${file}.mp4`)
    const proxy = await engine.makeProxy({ input, output, maxHeight: 180, report })
    assert.deepEqual([proxy.frameCount, proxy.repeatedFrames], [report.frameCount, 0], file)
    const apart = report.rate!.den / report.rate!.num
    assert.ok(Math.abs(proxy.report.lastPictureSeconds! - report.lastPictureSeconds!) < apart, file)
    assert.ok(countTurns(await readFile(output)) > 4, `${file}: sound and held pictures are apart`)
    const still = { input, output: at('held.jpg'), frame: report.frameCount! - 1, maxWidth: 320, report }
    await engine.makePoster(still)
    for (const [path, frame] of [
      [output, pictures - 1],
      [output, report.frameCount! - 1],
      [still.output, 0],
    ] as const) {
      const { data, width, height } = await engine.decodeFrame(path, frame)
      assert.equal(readFrameCounter(data, width, height), pictures - 1, `${file}: ${frame} of ${path}`)
    }
  }
})

test('sound of any number of channels has a proxy and a waveform', async () => {
  await writeFile(at('tone.wav'), createWave(1))
  for (const channels of [1, 3, 5, 17, 64]) {
    const gains = Array.from({ length: channels }, (_, channel) => `c${channel}=${channel === channels - 1 ? 1 : 0}*c0`)
    const filter = `pan=${channels}C|${gains.join('|')},aformat=sample_fmts=s16`
    const recipe = { format: 'wav', lanes: [{ of: 'audio', codec: 'pcm_s16le', filter }] } as const
    const input = await pack(at('tone.wav'), at(`${channels}.wav`), recipe)
    const report = await engine.probe(input)
    assert.equal(report.audio?.channels, channels)
    const proxy = await engine.makeProxy({ input, output: at(`${channels}.m4a`), maxHeight: 540, report })
    assert.equal(proxy.report.audio?.channels, 2)
    const { data } = await engine.makeWaveform({ input, output: at('waveform.json'), report })
    assert.ok(Math.max(...data) >= 1, `${channels} channels`)
  }
})

test('more channels than can be mixed are an error that lasts', async () => {
  const header = Buffer.from(createWave(1).subarray(0, 44))
  header.writeUInt16LE(65, 22)
  header.writeUInt32LE(48_000 * 130, 28)
  header.writeUInt16LE(130, 32)
  header.writeUInt32LE(130 * 480, 40)
  await writeFile(at('65.wav'), Buffer.concat([header, Buffer.alloc(130 * 480)]))
  const proxy = engine.makeProxy({ input: at('65.wav'), output: at('65.m4a'), maxHeight: 540 })
  await assert.rejects(proxy, { code: 'UNSUPPORTED' })
})

test('sound that changes a hundred times is as long as its parts', async () => {
  await writeFile(at('long.wav'), createWave(3))
  const packAac = async (channels: number) => {
    const filter = `pan=${channels}c|${Array.from({ length: channels }, (_, n) => `c${n}=c0`).join('|')},aformat=sample_fmts=fltp,asetnsamples=1024:p=0`
    const recipe = { format: 'adts', lanes: [{ of: 'audio', codec: 'aac', filter }] } as const
    return splitAdts(await readFile(await pack(at('long.wav'), at(`${channels}.aac`), recipe)))
  }
  const [mono, stereo] = [await packAac(1), await packAac(2)]
  const input = at('hundred.aac')
  await writeFile(input, Buffer.concat(mono.slice(0, 101).map((packet, n) => (n % 2 === 0 ? packet : stereo[n]!))))
  const proxy = await engine.makeProxy({ input, output: at('hundred.m4a'), maxHeight: 540 })
  const { num, den } = proxy.report.duration!
  assert.ok(Math.abs(num / den - (101 * 1024) / 48_000) < 0.1, `${num / den} s`)
  const { data } = await engine.makeWaveform({ input, output: at('hundred.json') })
  const loud = data.filter(peak => Math.abs(peak) > 4).length
  assert.ok(loud > data.length * 0.8, `${loud} of ${data.length}`)
})

test('tracks of one channel are heard together, as channels without positions are', async () => {
  await writeFile(at('tone.wav'), createWave(12))
  const toLane = (gain: number, seconds = 12): Lane => ({
    of: 'audio',
    codec: 'pcm_s16le',
    filter: `aselect=lt(t\\,${seconds}),pan=mono|c0=${gain}*c0,aformat=sample_fmts=s16`,
  })
  const [tone, silence] = [toLane(1), toLane(0)]
  for (const [file, format, lanes, left, right] of [
    ['two.mov', 'mov', [tone, silence], 1, 0],
    ['four.mov', 'mov', [silence, silence, tone, silence], 0.5, 0.5],
    ['eight.mkv', 'matroska', [...Array.from({ length: 7 }, () => silence), tone], Math.sqrt(1 / 8), Math.sqrt(1 / 8)],
    ['short.mkv', 'matroska', [toLane(0, 0.5), tone, toLane(1, 0.5)], Math.sqrt(1 / 3), Math.sqrt(1 / 3)],
  ] as const) {
    const input = await pack(at('tone.wav'), at(file), { format, lanes })
    const report = await engine.probe(input)
    const output = at(`${file}.m4a`)
    const proxy = await engine.makeProxy({ input, output, maxHeight: 540, report })
    const { num, den } = proxy.report.duration!
    assert.ok(proxy.report.audio?.channels === 2 && Math.abs(num / den - 12) < 0.1, `${file}: ${num / den} s`)
    const { data } = await engine.makeWaveform({ input, output: at('waveform.json'), report })
    const { data: whole } = await engine.makeWaveform({ input: at('tone.wav'), output: at('waveform.json') })
    const middle = (points: readonly number[]) => Math.max(...points.slice(600, 660))
    const level = middle(data) / middle(whole)
    assert.ok(Math.abs(level - (left + right) / 2) < 0.05, `${file}: ${level}`)
    for (const [channel, wanted] of [left, right].entries()) {
      const side = await pack(output, at('side.wav'), {
        format: 'wav',
        lanes: [{ of: 'audio', codec: 'pcm_s16le', filter: `pan=mono|c0=c${channel},aformat=sample_fmts=s16` }],
      })
      const heard = middle((await engine.makeWaveform({ input: side, output: at('waveform.json') })).data)
      assert.ok(Math.abs(heard / middle(whole) - wanted) < 0.07, `${file}: ${heard} on side ${channel}`)
    }
  }
})

/** How often a file goes from one of its two tracks to the other. */
function countTurns(bytes: Buffer): number {
  const chunks: { readonly track: number; readonly offset: number }[] = []
  for (let place = bytes.indexOf('stco'), track = 0; place >= 0; place = bytes.indexOf('stco', place + 4), track += 1) {
    const count = bytes.readUInt32BE(place + 8)
    for (let chunk = 0; chunk < count; chunk += 1)
      chunks.push({ track, offset: bytes.readUInt32BE(place + 12 + 4 * chunk) })
  }
  const tracks = chunks.toSorted((a, b) => a.offset - b.offset).map(({ track }) => track)
  return tracks.filter((track, chunk) => chunk > 0 && track !== tracks[chunk - 1]).length
}

test('sound whose sample rate changes goes on with its times', async () => {
  await writeFile(at('second.wav'), createWave(1))
  const rates = [48_000, 44_100, 32_000, 22_050, 48_000]
  const parts: Buffer[] = []
  for (const [part, rate] of rates.entries()) {
    const filter = `aresample=${rate},aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=1024:p=0`
    const lanes = [{ of: 'audio', codec: 'aac', filter }] as const
    const coded = await pack(at('second.wav'), at('coded.ts'), { format: 'mpegts', lanes })
    parts.push(await readFile(await pack(coded, at('moved.ts'), { format: 'mpegts', delayMs: 1100 * part })))
  }
  await writeFile(at('rates.ts'), Buffer.concat(parts))
  const proxy = await engine.makeProxy({ input: at('rates.ts'), output: at('rates.m4a'), maxHeight: 540 })
  const { num, den } = proxy.report.duration!
  assert.ok(Math.abs(num / den - 5.4) < 0.15, `${num / den} s`)
  const { data } = await engine.makeWaveform({ input: at('rates.ts'), output: at('rates.json') })
  for (const part of rates.keys()) {
    const middle = data.slice(2 * Math.round(50 * (1.1 * part + 0.2)), 2 * Math.round(50 * (1.1 * part + 0.9)))
    assert.ok(Math.max(...middle) > 4, `the sound of part ${part}`)
  }
})

function splitAdts(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let place = 0; place + 7 <= bytes.length; ) {
    const length = ((bytes[place + 3]! & 3) << 11) | (bytes[place + 4]! << 3) | (bytes[place + 5]! >> 5)
    packets.push(bytes.subarray(place, place + length))
    place += length
  }
  return packets
}
