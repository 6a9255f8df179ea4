import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MediaError, type ProbeReport, type Track } from '@rushes/media-engine'
import {
  choosePosterFrame,
  findProxiedFrameCount,
  isLasting,
  listProbeWarnings,
  toFrameFacts,
  toLoudness,
  toTechnicalDescription,
} from './policy.ts'
import { readIngestSettings } from './settings.ts'

const video: Track = {
  index: 0,
  type: 'VIDEO',
  codec: 'h264',
  profile: 'High',
  language: undefined,
  bitRate: 2_000_000,
  duration: { num: 888, den: 1 },
  packetCount: 21312,
  width: 1920,
  height: 1080,
  pixelFormat: 'yuv420p',
  pixelAspect: { num: 1, den: 1 },
  colour: undefined,
  rate: { num: 24, den: 1 },
  channels: undefined,
  samplingFrequency: undefined,
  bitsPerSample: 8,
}
const film: ProbeReport = {
  kind: 'VIDEO',
  mimeType: 'video/mp4',
  sizeBytes: 310674005,
  format: undefined,
  tracks: [video],
  video,
  audio: undefined,
  frameCount: 21312,
  declaredFrameCount: 21312,
  truncated: false,
  rate: { num: 24, den: 1 },
  lastPictureSeconds: undefined,
  heldFrames: 0,
  variableFrameRate: false,
  frameTimes: undefined,
  startTimecode: undefined,
  unreadTimecode: false,
  timeReference: undefined,
  soundCounting: undefined,
  rotation: 0,
  mirrored: false,
  scanType: 'Progressive',
  duration: { num: 888, den: 1 },
  videoStartSeconds: 0,
  demuxer: 'mov',
}
const sound: Partial<ProbeReport> = {
  kind: 'AUDIO',
  video: undefined,
  frameCount: undefined,
  rate: undefined,
  duration: { num: 1003, den: 100 },
}
const timecode = (text: string) => ({ text, dropFrame: text.includes(';'), source: 'TIMECODE_TRACK' }) as const

// ingest-1
describe('what frame numbers mean', () => {
  const cases: [string, Partial<ProbeReport>, Partial<ReturnType<typeof toFrameFacts>>][] = [
    [
      'a film counts its frames',
      {},
      { frameCount: 21312, startTimecodeFrames: undefined, sampleRate: { num: 24, den: 1 } },
    ],
    ['the first timecode of a day is one', { startTimecode: timecode('00:00:00:00') }, { startTimecodeFrames: 0 }],
    ['its timecode counts from midnight', { startTimecode: timecode('10:00:00:00') }, { startTimecodeFrames: 864_000 }],
    [
      'drop frame is kept at 29.97',
      { rate: { num: 30000, den: 1001 }, startTimecode: timecode('01:00:00;00') },
      { startTimecodeFrames: 107_892, dropFrame: true },
    ],
    [
      'a drop flag at 24 says nothing',
      { startTimecode: timecode('01:00:00;00') },
      { startTimecodeFrames: 86_400, dropFrame: false },
    ],
    [
      'nor does it at 30, where the label is the one that the camera showed',
      { rate: { num: 30, den: 1 }, startTimecode: timecode('16:37:10;02') },
      { startTimecodeFrames: 1_794_902, dropFrame: false },
    ],
    [
      'a track that counts half the frames is at the same moment',
      { rate: { num: 50, den: 1 }, startTimecode: { ...timecode('10:00:00:12'), rate: { num: 25, den: 1 } } },
      { startTimecodeFrames: 1_800_024 },
    ],
    [
      'also with drop frame',
      {
        rate: { num: 60000, den: 1001 },
        startTimecode: { ...timecode('00:01:00;02'), rate: { num: 30000, den: 1001 } },
      },
      { startTimecodeFrames: 3600, dropFrame: true },
    ],
    [
      'a track that counts twice the frames is at the same moment',
      { rate: { num: 25, den: 1 }, startTimecode: { ...timecode('10:00:00:13'), rate: { num: 50, den: 1 } } },
      { startTimecodeFrames: 900_006 },
    ],
    [
      'a track of another rate is read at that of the film',
      { rate: { num: 25, den: 1 }, startTimecode: { ...timecode('10:00:00:24'), rate: { num: 30, den: 1 } } },
      { startTimecodeFrames: 900_024 },
    ],
    [
      'slow motion counts at the usual rate that divides it',
      { rate: { num: 120, den: 1 }, startTimecode: timecode('01:00:00:01') },
      { startTimecodeFrames: 432_002 },
    ],
    ['hours go on after a day', { startTimecode: timecode('25:00:00:01') }, { startTimecodeFrames: 86_401 }],
    [
      'a timecode that the rate cannot mean is none',
      { startTimecode: timecode('01:00:00:24') },
      { startTimecodeFrames: undefined, dropFrame: false },
    ],
    [
      'nor is one at a rate without timecode',
      { rate: { num: 15, den: 1 }, startTimecode: timecode('01:00:00:00') },
      { startTimecodeFrames: undefined },
    ],
    [
      'sound counts as its recorder did, from the label on the slate',
      {
        ...sound,
        timeReference: { num: 36_036, den: 1 },
        soundCounting: { rate: { num: 24000, den: 1001 }, dropFrame: false },
      },
      { startTimecodeFrames: 864_000, frameCount: 241, sampleRate: { num: 24000, den: 1001 } },
    ],
    [
      'also with drop frame',
      {
        ...sound,
        timeReference: { num: 3600, den: 1 },
        soundCounting: { rate: { num: 30000, den: 1001 }, dropFrame: true },
      },
      { startTimecodeFrames: 107_892, dropFrame: true },
    ],
    [
      'where a frame of it begins within a sample',
      {
        ...sound,
        timeReference: { num: Math.floor((107_893 * 48_000 * 1001) / 30_000), den: 48_000 },
        soundCounting: { rate: { num: 30000, den: 1001 }, dropFrame: true },
      },
      { startTimecodeFrames: 107_893 },
    ],
    [
      'in MXF from its label',
      {
        ...sound,
        startTimecode: { text: '01:00:00;02', dropFrame: true, source: 'CONTAINER', rate: { num: 30000, den: 1001 } },
        soundCounting: { rate: { num: 30000, den: 1001 }, dropFrame: true },
      },
      { startTimecodeFrames: 107_894, dropFrame: true },
    ],
    [
      'not at a rate that no timecode has',
      { ...sound, soundCounting: { rate: { num: 1, den: 1000 }, dropFrame: true } },
      { sampleRate: { num: 25, den: 1 }, dropFrame: false },
    ],
    ['sound counts 25 in a second', sound, { frameCount: 251, sampleRate: { num: 25, den: 1 } }],
    [
      'a broadcast wave brings its time of day',
      { kind: 'AUDIO', video: undefined, rate: undefined, timeReference: { num: 172_800_000, den: 48_000 } },
      { startTimecodeFrames: 90_000 },
    ],
    [
      'a picture has one frame',
      { kind: 'IMAGE', rate: undefined, frameCount: 1, duration: undefined },
      { frameCount: 1, sampleRate: undefined },
    ],
    [
      'so has a document',
      { kind: 'DOCUMENT', rate: undefined, frameCount: undefined, duration: undefined },
      { frameCount: 1 },
    ],
  ]
  for (const [name, change, expected] of cases) {
    test(name, () => {
      const facts: Record<string, unknown> = { ...toFrameFacts({ ...film, ...change }) }
      for (const [member, value] of Object.entries(expected)) assert.deepEqual(facts[member], value, member)
    })
  }
})

// ingest-2
test('the technical description has the shape of the notes (2.6)', () => {
  const description = toTechnicalDescription(film, 'sintel-2048-surround.mp4')
  assert.equal(description.reelName, 'sintel-2048-surround')
  assert.equal(description.frames, 21312)
  assert.equal(description.duration, 888)
  assert.deepEqual(description.sampleRate, { numerator: 24, denumerator: 1, drop_frame: false })
  const [track] = description.tracks as Record<string, unknown>[]
  assert.equal(track?.codingFormat, 'h264')
  assert.equal(track?.fileName, 'sintel-2048-surround.mp4')
  assert.ok(!('truncated' in description))
  assert.ok(!('timecode' in description), 'a file without timecode has none')
  assert.equal(toTechnicalDescription({ ...film, truncated: true }, 'x').truncated, true)
})

// ingest-4
test('a timecode that is lost is worth a warning', () => {
  const messagesOf = (facts: Partial<ProbeReport>) =>
    listProbeWarnings({ ...film, ...facts }, 'a.mov').map(({ type, message }) => `${type} ${message}`)
  assert.deepEqual(messagesOf({ startTimecode: timecode('25:00:00;01') }), [])
  assert.deepEqual(messagesOf({ startTimecode: timecode('01:00:00:24') }), [
    'TIMECODE The start timecode 01:00:00:24 does not exist at 24 frames a second; the clip has no timecode',
  ])
  assert.deepEqual(messagesOf({ rate: { num: 30000, den: 1001 }, startTimecode: timecode('00:01:00;00') }), [
    'TIMECODE The start timecode 00:01:00;00 does not exist at 29.97 frames a second; the clip has no timecode',
  ])
  const messageOf = (doubt: 'NOT_SHOWN' | 'COUNTED_ON') =>
    messagesOf({ startTimecode: { ...timecode('01:00:00:00'), doubt } }).join()
  assert.match(messageOf('NOT_SHOWN'), /^TIMECODE The edit list .* shows nothing of its timecode track/)
  assert.match(messageOf('COUNTED_ON'), /^TIMECODE The edit list .* begins after the end of its timecode track/)
  const wave = { ...sound, timeReference: { num: 3600, den: 1 } }
  assert.deepEqual(messagesOf(wave), [
    'TIMECODE The timecode is counted at 25 frames a second: the file does not say how many',
  ])
  assert.deepEqual(messagesOf({ ...wave, soundCounting: { rate: { num: 15, den: 1 }, dropFrame: false } }), [
    'TIMECODE The timecode is counted at 25 frames a second: no timecode counts at 15',
  ])
  assert.deepEqual(messagesOf({ ...wave, soundCounting: { rate: { num: 24, den: 1 }, dropFrame: false } }), [])
  assert.deepEqual(messagesOf({ ...wave, timeReference: { num: 0, den: 1 } }), [])
  assert.deepEqual(messagesOf({ unreadTimecode: true }), [
    'TIMECODE The timecode track cannot be read; the clip has no timecode',
  ])
})

test('a file that is named as media and is none is worth a warning', () => {
  const document = { ...film, kind: 'UNKNOWN' } as const
  assert.match(
    listProbeWarnings(document, 'zeros.MP4')[0]?.message ?? '',
    /named as a video but could not be read as one/,
  )
  assert.match(listProbeWarnings(document, 'zeros.wav')[0]?.message ?? '', /named as a sound/)
  const sound = { ...video, type: 'AUDIO' } as const
  const unreadable = { ...sound, unreadable: 'its coding (apple_apac) is not supported' }
  assert.deepEqual(listProbeWarnings({ ...film, tracks: [video, unreadable, sound] }, 'film.mov'), [
    { type: 'LEFT_OUT', message: 'Sound track 1 of 2 is left out: its coding (apple_apac) is not supported' },
  ])
  assert.deepEqual(listProbeWarnings(document, 'notes.txt'), [])
  assert.deepEqual(listProbeWarnings(film, 'film.mp4'), [])
})

test('a proxy has as many frames as its source, or fewer where the source is damaged', () => {
  assert.equal(findProxiedFrameCount(film, { frameCount: 21312 }), 21312)
  assert.equal(findProxiedFrameCount(film, { frameCount: 21300 }), 21300)
  assert.equal(findProxiedFrameCount(film, { frameCount: 21313 }), undefined)
  const lasting = (lastPictureSeconds: number) => ({ frameCount: 21312, lastPictureSeconds })
  assert.equal(findProxiedFrameCount(film, lasting(21311 / 24)), 21312)
  assert.equal(findProxiedFrameCount(film, lasting(21000 / 24)), undefined)
  const variable = { ...film, variableFrameRate: true, lastPictureSeconds: 1000 }
  assert.equal(findProxiedFrameCount(variable, lasting(1000)), 21312)
  assert.equal(findProxiedFrameCount(variable, lasting(21311 / 24)), undefined)
  assert.equal(findProxiedFrameCount({ ...film, truncated: true, frameCount: 123 }, { frameCount: 122 }), 122)
  assert.equal(findProxiedFrameCount({ ...film, truncated: true, frameCount: 123 }, { frameCount: 0 }), undefined)
  assert.equal(
    findProxiedFrameCount({ ...film, truncated: true, frameCount: 123 }, { frameCount: undefined }),
    undefined,
  )
})

test('the poster is a frame of the clip', () => {
  assert.deepEqual([0, 1, 10, 11, 250].map(choosePosterFrame), [0, 0, 0, 1, 24])
})

test('a file that is damaged is not tried again, a tool that died is', () => {
  assert.ok(isLasting(new MediaError('NOT_MEDIA', '')))
  for (const code of ['CRASHED', 'STALLED', 'STORAGE_FULL', 'NO_ENGINE'] as const)
    assert.ok(!isLasting(new MediaError(code, '')), code)
  assert.ok(!isLasting(new Error('disk')))
})

test('settings that make no sense have their defaults', () => {
  const defaults = readIngestSettings(undefined)
  assert.deepEqual(readIngestSettings({ poster: 'yes', proxyMaxHeight: -1, posterMaxWidth: 1.5 }), defaults)
  assert.deepEqual(readIngestSettings({ proxy: false, proxyMaxHeight: 721 }), {
    ...defaults,
    proxy: false,
    proxyMaxHeight: 720,
  })
})

test('the loudness of a clip has at most 120 steps, each as loud as its loudest point', () => {
  assert.equal(toLoudness([-1, 1, -128, 127, 0, 0]), '0f0')
  const long = Array.from({ length: 4000 }, (_, index) => (index === 3999 ? 127 : 0))
  assert.equal(toLoudness(long), `${'0'.repeat(119)}f`)
  assert.equal(toLoudness([]), '')
})
