import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MediaError } from '../errors.ts'
import type { RawProbe, RawStream, StreamTally } from './raw.ts'
import { toReport } from './to-report.ts'

const format = {
  filename: 'a.mov',
  nb_streams: 1,
  nb_programs: 0,
  format_name: 'mov,mp4',
  format_long_name: '',
  probe_score: 100,
}
const picture: RawStream = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1440,
  height: 1080,
  pix_fmt: 'yuv422p10le',
  sample_aspect_ratio: '4:3',
  r_frame_rate: '25/1',
  avg_frame_rate: '25/1',
  time_base: '1/25',
}
const counted = (index: number, frames: number, allPackets = frames): StreamTally => ({
  index,
  shownPackets: frames,
  allPackets,
  startPts: 0,
  endPts: frames,
  times: Float64Array.from({ length: frames }, (_, frame) => frame),
})
const report = (streams: RawStream[], tallies: StreamTally[], tags = {}) => {
  const raw: RawProbe = { format: { ...format, tags }, streams, tallies }
  return toReport(raw, { is: 'MEDIA' }, 1000)
}

test('a header that promises more than is there means truncated, one that an edit list shortens does not', () => {
  const cut = report([{ ...picture, nb_frames: '250', duration_ts: 250 }], [counted(0, 123)])
  assert.deepEqual([cut.truncated, cut.frameCount, cut.declaredFrameCount], [true, 123, 250])
  const edited = report([{ ...picture, nb_frames: '250', duration_ts: 200 }], [counted(0, 200, 212)])
  assert.deepEqual([edited.truncated, edited.frameCount], [false, 200])
})

test('a film of which one frame is shown, since its times have a gap, is not taken for a picture', () => {
  assert.equal(report([picture], [counted(0, 1, 75)]).kind, 'VIDEO')
  assert.equal(report([picture], [counted(0, 1)]).kind, 'IMAGE')
})

test('sound that goes on for a second or more holds the last picture, for as long as it is heard', () => {
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const heard = (endPts: number, shownTicks = endPts): StreamTally => ({ ...counted(1, 9), endPts, shownTicks })
  const facts = (frames: number, tally: StreamTally) => {
    const { kind, frameCount, heldFrames, duration, lastPictureSeconds } = report(
      [picture, sound],
      [counted(0, frames), tally],
    )
    return [kind, frameCount, heldFrames, duration && duration.num / duration.den, lastPictureSeconds]
  }
  assert.deepEqual(facts(1, heard(120_000)), ['VIDEO', 3000, 2999, 120, 119.96])
  assert.deepEqual(facts(50, heard(3000)), ['VIDEO', 75, 25, 3, 2.96])
  assert.deepEqual(facts(50, heard(2990)), ['VIDEO', 50, 0, 2, 1.96])
  // The time stamps of a transport stream begin again after 26 hours.
  assert.deepEqual(facts(50, heard(95_443_000, 3000)), ['VIDEO', 125, 75, 5, 4.96])
})

test('the times of frames are those of pictures, and of those that hold the last one, and rise', () => {
  const times = Float64Array.from([700, 740, 780, 780, 1100])
  const tally: StreamTally = { index: 0, shownPackets: 5, allPackets: 5, startPts: 700, endPts: 1100, times }
  const film = { ...picture, time_base: '1/1000' }
  const silent = report([film], [tally])
  assert.deepEqual(
    [silent.rate, silent.frameTimes],
    [
      { num: 25, den: 1 },
      { times: [0, 40, 80, 80, 400], end: 440 },
    ],
  )
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const heard = { ...counted(1, 9), startPts: 700, endPts: 2200, shownTicks: 1500 }
  const { frameTimes, frameCount, duration } = report([film, sound], [{ ...tally, endPts: 1140 }, heard])
  assert.deepEqual([frameCount, frameTimes?.times.length, duration], [32, 32, { num: 38, den: 25 }])
  assert.deepEqual([frameTimes?.times.slice(4, 7), frameTimes?.end], [[400, 440, 480], 1520])
  assert.equal(report([picture], [counted(0, 50)]).frameTimes, undefined)
})

test('a time scale that gives a frame in minutes is damage', () => {
  const slow = { ...picture, r_frame_rate: '1/512', avg_frame_rate: '1/512', time_base: '512/1' }
  assert.throws(
    () => report([slow], [counted(0, 6)]),
    error => error instanceof MediaError && error.code === 'NOT_MEDIA' && /in 512 seconds/.test(error.message),
  )
})

test('cover art is no track: a song with a cover is AUDIO', () => {
  const song: RawStream = {
    index: 1,
    codec_type: 'audio',
    codec_name: 'mp3',
    time_base: '1/1000',
    sample_rate: '44100',
  }
  const cover = { ...picture, disposition: { attached_pic: 1 } }
  const found = report([cover, song], [counted(0, 1), { ...counted(1, 100), endPts: 2600 }])
  assert.deepEqual([found.kind, found.tracks.length, found.frameCount], ['AUDIO', 1, undefined])
  assert.deepEqual(found.duration, { num: 13, den: 5 })
})

test('one frame without sound is an IMAGE without rate or duration', () => {
  const found = report([picture], [counted(0, 1)])
  assert.deepEqual(
    [found.kind, found.rate, found.duration, found.tracks[0]?.type],
    ['IMAGE', undefined, undefined, 'IMAGE'],
  )
})

test('the start timecode is that of the timecode track, then of the picture, then of the container, in any case', () => {
  const track: RawStream = { index: 1, codec_type: 'data', tags: { timecode: '01:00:00:00' } }
  const own = { ...picture, tags: { TIMECODE: '02:00:00;00' } }
  const tags = { Timecode: '03:00:00:00' }
  const textOf = (streams: RawStream[]) => report(streams, [counted(0, 9)], tags).startTimecode
  assert.deepEqual(textOf([own, track]), { text: '01:00:00:00', dropFrame: false, source: 'TIMECODE_TRACK' })
  assert.deepEqual(textOf([own]), { text: '02:00:00;00', dropFrame: true, source: 'VIDEO_TRACK' })
  const slower = { ...track, avg_frame_rate: '25/1' }
  assert.deepEqual(textOf([own, slower])?.rate, { num: 25, den: 1 })
  const unread = { ...track, codec_tag_string: 'tmcd', tags: {} }
  const isUnread = (streams: RawStream[], tags = {}) => report(streams, [counted(0, 9)], tags).unreadTimecode
  assert.deepEqual([isUnread([picture, unread]), isUnread([own, unread]), isUnread([picture])], [true, false, false])
  assert.deepEqual(textOf([picture]), { text: '03:00:00:00', dropFrame: false, source: 'CONTAINER' })
})

test('rotation is given clockwise, field order as scan type, depth from the pixel format', () => {
  const turned = report([{ ...picture, field_order: 'tt', side_data_list: [{ rotation: -90 }] }], [counted(0, 9)])
  assert.deepEqual([turned.rotation, turned.scanType, turned.video?.bitsPerSample], [90, 'Interlaced', 10])
})

test('a file without anything shown is NOT_MEDIA, and says whether an edit list hides what is there', () => {
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const data: RawStream = { index: 1, codec_type: 'data' }
  for (const [streams, tallies, message] of [
    [[picture], [counted(0, 0)], /neither picture nor sound/],
    [[picture], [], /neither picture nor sound/],
    [[picture], [counted(0, 0, 36)], /edit list/],
    [[picture, sound], [counted(0, 0, 36), counted(1, 0, 9)], /edit list/],
    [[picture, sound], [counted(0, 0), counted(1, 0, 9)], /edit list/],
    [[picture, data], [counted(0, 0, 36), counted(1, 1)], /edit list/],
  ] as const) {
    assert.throws(
      () => report([...streams], [...tallies]),
      (error: unknown) => error instanceof MediaError && error.code === 'NOT_MEDIA' && message.test(error.message),
    )
  }
})

test('a track of which an edit list shows nothing is left out, and the file says why', () => {
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const streams = [
    { ...picture, id: 7 },
    { ...sound, id: 8 },
  ]
  const none = [counted(0, 0), counted(1, 9)]
  const toFound = (unshownTracks: number[], tallies: StreamTally[]) => {
    const { kind, tracks } = toReport({ format, streams, tallies, unshownTracks }, { is: 'MEDIA' }, 9)
    return [kind, tracks.map(({ unreadable }) => unreadable)]
  }
  const why = 'the edit list of the file shows nothing of it'
  assert.deepEqual(toFound([7], none), ['AUDIO', [why, undefined]])
  assert.deepEqual(toFound([8], [counted(0, 9), counted(1, 0)]), ['VIDEO', [undefined, why]])
  assert.deepEqual(toFound([], none), ['AUDIO', [undefined, undefined]], 'its bytes are missing')
  assert.throws(() => toFound([7, 8], [counted(0, 0), counted(1, 0)]), /shows nothing of its picture and sound/)
})

test('what cannot be decoded costs nothing that can', () => {
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const second = { ...sound, index: 2 }
  const unknown = { codec_name: 'apac', decodable: false }
  const all = [counted(0, 50), counted(1, 9), counted(2, 9)]
  for (const [streams, kind, video, audio, left] of [
    [[picture, { ...sound, ...unknown }, second], 'VIDEO', 0, 2, [1]],
    [[picture, sound, { ...second, ...unknown }], 'VIDEO', 0, 1, [2]],
    [[picture, { ...sound, ...unknown }], 'VIDEO', 0, undefined, [1]],
    [[{ ...picture, ...unknown }, sound], 'AUDIO', undefined, 1, [0]],
    [[picture, { ...sound, channels: 65 }, second], 'VIDEO', 0, 2, [1]],
    [
      [
        { ...picture, ...unknown },
        { ...sound, ...unknown },
      ],
      'VIDEO',
      0,
      1,
      [0, 1],
    ],
  ] as const) {
    const found = report([...streams], all)
    const unreadable = found.tracks.filter(track => track.unreadable !== undefined).map(({ index }) => index)
    assert.deepEqual([found.kind, found.video?.index, found.audio?.index, unreadable], [kind, video, audio, left])
  }
})

test('picture or sound that an edit list hides is left out, and the other is what the file is', () => {
  const sound: RawStream = { index: 1, codec_type: 'audio', codec_name: 'aac', time_base: '1/1000', channels: 2 }
  const second = { ...sound, index: 2 }
  for (const [streams, tallies, kind, left] of [
    [[picture, sound], [counted(0, 0, 36), counted(1, 9)], 'AUDIO', [0]],
    [[picture, sound], [counted(0, 50), counted(1, 0, 9)], 'VIDEO', [1]],
    [[picture, sound, second], [counted(0, 50), counted(1, 0, 9), counted(2, 9)], 'VIDEO', [1]],
    [[picture, sound], [counted(0, 50, 60), counted(1, 9, 12)], 'VIDEO', []],
  ] as const) {
    const found = report([...streams], [...tallies])
    const unreadable = found.tracks.filter(track => track.unreadable !== undefined)
    assert.deepEqual([found.kind, unreadable.map(({ index }) => index)], [kind, left])
    assert.ok(unreadable.every(track => /edit list/.test(track.unreadable ?? '')))
  }
})
