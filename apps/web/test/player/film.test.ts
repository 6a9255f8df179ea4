import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrameClock, RATE_25, RATE_30 } from '@rushes/timebase'
import { findMatch } from '../../src/compare/match.ts'
import { Film } from '../../src/player/film.ts'
import { toFrame, toFrameFormat, writeTimecode } from '../../src/player/frames.ts'
import { toSeekSeconds } from '../../src/player/times/seek-times.ts'
import { readTimecode } from '../../src/player/times/typed-timecode.ts'

test('a film that is there before it is attached goes to the frame that was wanted', () => {
  Object.assign(globalThis, { HTMLMediaElement: { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 } })
  const video = Object.assign(new EventTarget(), {
    readyState: 4,
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

test('marks take the frame that is on its way to the screen', () => {
  const film = new Film(RATE_25, 100)
  film.seek(54)
  film.mark('in')
  film.step(10)
  film.mark('out')
  assert.deepEqual(film.getMarked(), { inFrame: 54, outFrame: 65 })
})
