import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrameClock, RATE_25, RATE_30 } from '@rushes/timebase'
import { follow } from '../../src/compare/follow.ts'
import { findMatch } from '../../src/compare/match.ts'
import { Film } from '../../src/player/film.ts'
import { toFrame, toFrameFormat, writeTimecode } from '../../src/player/frames.ts'
import { toSeekSeconds } from '../../src/player/times/seek-times.ts'
import { readTimecode } from '../../src/player/times/typed-timecode.ts'

test('a film that is there before it is attached goes to the frame that was wanted', () => {
  Object.assign(globalThis, { HTMLMediaElement: { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 } })
  const video = Object.assign(new EventTarget(), {
    readyState: 4,
    videoWidth: 320,
    currentTime: 0,
    requestVideoFrameCallback: () => 0,
    pause: () => {},
  })
  const film = new Film(RATE_25, 100)
  film.seek(70)
  const detach = film.attach(video as unknown as HTMLVideoElement)
  assert.equal(Math.floor(video.currentTime * 25), 70)
  // Another file takes the place of the one in which it is being sought: the wish is for that one as well.
  film.seek(80)
  video.currentTime = 0
  video.dispatchEvent(new Event('emptied'))
  video.dispatchEvent(new Event('loadeddata'))
  assert.equal(Math.floor(video.currentTime * 25), 80)
  detach()
})

test('a timecode that is typed past midnight is that of the next day, and one just before the film is before it', () => {
  const midnight = {
    sampleRate: { numerator: 25, denumerator: 1 },
    timecode: { frames: 2_159_950, dropFrame: false, sampleRate: { numerator: 25, denumerator: 1 } },
  }
  const format = toFrameFormat(midnight)
  assert.equal(writeTimecode(0, format), '23:59:58:00')
  assert.deepEqual(
    ['23:59:59:00', '00:00:01:05', '01:00:00:00', '23:59:57:24', '80'].map(text => readTimecode(text, format)),
    [25, 80, 90_050, -1, 80],
  )
  assert.equal(writeTimecode(80, format), '00:00:01:05')
  const morning = toFrameFormat({ ...midnight, timecode: { ...midnight.timecode, frames: 900_000 } })
  assert.equal(readTimecode('09:59:59:00', morning), -25)
})

test('a film with a variable rate is sought within its pictures, which have labels by their times', () => {
  // 60 pictures at 30 a second, then 60 at 15, from 01:00:00:00.
  const times = Array.from({ length: 120 }, (_, frame) =>
    Math.round((frame < 60 ? frame : 2 * frame - 60) * (1000 / 30)),
  )
  const clip = {
    sampleRate: { numerator: 30, denumerator: 1 },
    timecode: { frames: 108_000, dropFrame: false, sampleRate: { numerator: 30, denumerator: 1 } },
    pictures: createFrameClock(RATE_30, { times, end: 6000 }),
  }
  const format = toFrameFormat(clip)
  for (let frame = 0; frame < 120; frame++) {
    const begin = (frame < 60 ? frame : 2 * frame - 60) / 30
    assert.equal(toFrame(begin, format.rate, format.pictures), frame, 'as Chromium names it')
    assert.equal(toFrame(toSeekSeconds(frame, format.rate, 0.5, format.pictures), format.rate, format.pictures), frame)
  }
  assert.equal(writeTimecode(61, format), '01:00:02:02')
  assert.deepEqual(
    ['01:00:02:02', '01:00:02:03', '01:00:02:04', '61'].map(text => readTimecode(text, format)),
    [61, 61, 62, 61],
  )
  const constant = toFrameFormat({ sampleRate: { numerator: 25, denumerator: 1 } })
  assert.deepEqual([findMatch(61, 'time', format, constant), findMatch(52, 'time', constant, format)], [51, 61])
  const film = new Film(format.rate, 120, format.pictures)
  const video = Object.assign(new EventTarget(), {
    readyState: 4,
    videoWidth: 320,
    currentTime: 0,
    requestVideoFrameCallback: () => 0,
    pause: () => {},
  })
  film.seek(61)
  film.attach(video as unknown as HTMLVideoElement)()
  assert.equal(video.currentTime, 2.1)
})

test('rewinding takes as long as the pictures were shown', t => {
  // a picture a second, then 25 in one
  const times = Array.from({ length: 35 }, (_, frame) => (frame < 10 ? frame * 1000 : 10_000 + (frame - 10) * 40))
  const film = new Film(RATE_25, 35, createFrameClock(RATE_25, { times, end: 11_000 }))
  film.frame.value = 12
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const waiting: (() => void)[] = []
  const original = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = callback => waiting.push(() => callback(now))
  t.after(() => {
    globalThis.requestAnimationFrame = original
  })
  film.rewind()
  const shown = [40, 80, 1080, 3080].map(passed => {
    now = passed
    waiting.shift()?.()
    return film.wanted.value
  })
  film.pause()
  assert.deepEqual(shown, [11, 10, 9, 7])
})

test('a film that stops on a picture, or is sent to one, of which the browser tells nobody goes to the frame that is named', t => {
  Object.assign(globalThis, { HTMLMediaElement: { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 } })
  const waiting: (() => void)[] = []
  const original = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = callback => waiting.push(() => callback(0))
  t.after(() => {
    globalThis.requestAnimationFrame = original
  })
  /** Lets the browser paint twice: what it has announced by then is all. */
  const paint = () => {
    for (let turn = 0; turn < 2; turn++) for (const act of waiting.splice(0)) act()
  }
  let announce = (_frame: number) => {}
  const video = Object.assign(new EventTarget(), {
    readyState: 4,
    videoWidth: 320,
    currentTime: 0,
    playbackRate: 1,
    requestVideoFrameCallback: (tell: (now: number, picture: object) => void) => {
      announce = frame => tell(0, { mediaTime: frame / 25 })
      return 0
    },
    play: async () => {},
    pause: () => video.dispatchEvent(new Event('pause')),
  })
  const film = new Film(RATE_25, 200)
  const detach = film.attach(video as unknown as HTMLVideoElement)
  const sought = () => Math.floor(video.currentTime * 25)
  const arrive = (frame?: number) => {
    if (frame !== undefined) announce(frame)
    video.dispatchEvent(new Event('seeked'))
    paint()
  }
  arrive(0)
  film.play()
  announce(5)
  // Ten more are shown without an announcement.
  video.currentTime = 15.5 / 25
  film.pause()
  paint()
  assert.deepEqual([sought(), film.frame.value], [5, 5])
  arrive(5)
  film.seek(150)
  const { currentTime: first } = video
  arrive()
  // It is asked for once more, at another time: at the same one a browser would only say that it is there.
  assert.equal(sought(), 150)
  assert.notEqual(video.currentTime, first)
  arrive(150)
  assert.deepEqual([film.frame.value, film.wanted.value], [150, undefined])
  // A browser that stays silent is not asked for ever.
  film.seek(160)
  arrive()
  const { currentTime: second } = video
  arrive()
  assert.equal(video.currentTime, second)
  detach()
})

test('a film that follows another one shows the same time, shifted by an offset, or the same timecode', () => {
  const toFormat = (frames: number) =>
    toFrameFormat({
      sampleRate: { numerator: 25, denumerator: 1 },
      timecode: { frames, dropFrame: false, sampleRate: { numerator: 25, denumerator: 1 } },
    })
  const [first, later] = [toFormat(900_000), toFormat(900_025)]
  const [leader, follower] = [new Film(RATE_25, 100), new Film(RATE_25, 100)]
  const showBeside = (frame: number, matching: 'time' | 'timecode', offset = 0) => {
    leader.seek(frame)
    follow(leader, follower, at => findMatch(at, matching, first, later) + offset)()
    return follower.wanted.value
  }
  assert.deepEqual([showBeside(42, 'time'), showBeside(42, 'time', 2), showBeside(43, 'time', -3)], [42, 44, 40])
  // 10:00:01:18 is frame 43 of the one and frame 18 of the other, which has nothing to show at frame 10 of the first.
  assert.deepEqual([showBeside(43, 'timecode'), findMatch(10, 'timecode', first, later)], [18, -15])
  assert.equal(showBeside(10, 'timecode'), 0)
  // Each step of the first one is one of the other.
  const stop = follow(leader, follower, at => findMatch(at, 'time', first, later))
  leader.seek(50)
  leader.step(1)
  assert.equal(follower.wanted.value, 51)
  stop()
})

test('marks take the frame that is on its way to the screen', () => {
  const film = new Film(RATE_25, 100)
  film.seek(54)
  film.mark('in')
  film.step(10)
  film.mark('out')
  assert.deepEqual(film.getMarked(), { inFrame: 54, outFrame: 65 })
})
