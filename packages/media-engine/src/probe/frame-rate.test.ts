import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureRate } from './frame-rate.ts'
import type { RawStream, StreamTally } from './raw.ts'

const stream = (rates: Partial<RawStream>): RawStream => ({ index: 0, time_base: '1/90000', ...rates })
const tally = (times: readonly number[]): StreamTally => ({
  index: 0,
  shownPackets: times.length,
  allPackets: times.length,
  times: Float64Array.from(times),
})
const grid = (count: number, ticks: number): number[] =>
  Array.from({ length: count }, (_, frame) => 7200 + Math.round(frame * ticks))

test('the nominal rate wins where the frames stand on its grid, whatever the average says', () => {
  const measured = measureRate(stream({ r_frame_rate: '25/1', avg_frame_rate: '74950/2999' }), tally(grid(100, 3600)))
  assert.deepEqual(measured, { rate: { num: 25, den: 1 }, isVariable: false })
})

test('the average wins where the nominal rate is that of fields', () => {
  const measured = measureRate(stream({ r_frame_rate: '50/1', avg_frame_rate: '25/1' }), tally(grid(100, 3600)))
  assert.deepEqual(measured, { rate: { num: 25, den: 1 }, isVariable: false })
})

test('times rounded to milliseconds are still a constant rate', () => {
  const times = Array.from({ length: 2000 }, (_, frame) => Math.round((frame * 1001) / 24))
  const milliseconds = { r_frame_rate: '24000/1001', avg_frame_rate: '24000/1001', time_base: '1/1000' }
  assert.deepEqual(measureRate(stream(milliseconds), tally(times)), {
    rate: { num: 24000, den: 1001 },
    isVariable: false,
  })
})

test('a gap of hours makes the rate variable, and it is that of the other frames', () => {
  const rates = { r_frame_rate: '25/1', avg_frame_rate: '75/14403' }
  const times = grid(75, 3600).map((time, frame) => (frame > 37 ? time + 14_400 * 90_000 : time))
  assert.deepEqual(measureRate(stream(rates), tally(times)), { rate: { num: 25, den: 1 }, isVariable: true })
  const slides = { r_frame_rate: '1/1', avg_frame_rate: '6/100' }
  const unequal = [0, 10, 30, 35, 70, 90].map(seconds => seconds * 90_000)
  assert.deepEqual(measureRate(stream(slides), tally(unequal)).rate, { num: 3, den: 50 }, 'slides have no other')
})

test('a film that shows one frame has a usual rate, unless its times are too coarse for a film', () => {
  const rates = { r_frame_rate: '1/512', avg_frame_rate: '1/512' }
  assert.deepEqual(measureRate(stream(rates), tally([0])).rate, { num: 25, den: 1 })
  assert.deepEqual(measureRate(stream({ ...rates, time_base: '1/1' }), tally([0])).rate, { num: 1, den: 512 })
})

test('a frame missing in the middle makes the rate variable; one missing in the last window does not', () => {
  const rates = { r_frame_rate: '25/1', avg_frame_rate: '25/1' }
  assert.equal(measureRate(stream(rates), tally(grid(200, 3600).toSpliced(100, 1))).isVariable, true)
  assert.equal(measureRate(stream(rates), tally(grid(200, 3600).toSpliced(197, 1))).isVariable, false)
})

test('without times, a nominal rate that differs from the average is variable', () => {
  const noTimes: StreamTally = { index: 0, shownPackets: 9, allPackets: 9 }
  assert.equal(measureRate(stream({ r_frame_rate: '25/1', avg_frame_rate: '3950/247' }), noTimes).isVariable, true)
  assert.deepEqual(measureRate(stream({ r_frame_rate: '0/0', avg_frame_rate: '0/0' }), noTimes), { isVariable: false })
})
