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
  const { rate, isVariable } = measureRate(stream(rates), tally(times))
  assert.deepEqual([rate, isVariable], [{ num: 25, den: 1 }, true])
})

test('a variable rate is the one of cameras that is next to what most pictures say', () => {
  const find = (distances: readonly number[], rates: Partial<RawStream> = {}) => {
    let time = 0
    const times = [0, ...distances].map(distance => (time += distance))
    const { rate, isVariable } = measureRate(
      stream({ time_base: '1/1000', r_frame_rate: '1000/1', ...rates }),
      tally(times),
    )
    return [rate?.num, rate?.den, isVariable]
  }
  const repeat = (count: number, ...distances: number[]) => Array.from({ length: count }, () => distances).flat()
  // Browsers write no average, and screens show slides.
  assert.deepEqual(find([...repeat(20, 40, 27), ...repeat(5, 191, 190)], { avg_frame_rate: '0/0' }), [
    30_000,
    1001,
    true,
  ])
  assert.deepEqual(find([10_000, 20_000, 5_000, 35_000, 20_000]), [24_000, 1001, true])
  // A phone in low light, pauses, and times in milliseconds of which no two are alike.
  assert.deepEqual(find([...repeat(20, 33, 33, 34), ...repeat(25, 66, 67)]), [30, 1, true])
  assert.deepEqual(find([...repeat(20, 42, 41, 42), 900, ...repeat(20, 42, 41, 42)]), [24, 1, true])
  assert.deepEqual(find([...repeat(30, 16, 17, 17), 500, 16]), [60, 1, true])
  // Slow motion that was not held.
  assert.deepEqual(find([...repeat(90, 4, 4, 5, 4, 4, 4), 80]), [240, 1, true])
})

test('a constant rate next to one of cameras is that one, and variable', () => {
  const measure = (rate: string, ticks: number, count = 500) =>
    measureRate(stream({ r_frame_rate: rate, avg_frame_rate: rate }), tally(grid(count, ticks)))
  for (const [rate, ticks, num, den, isVariable] of [
    ['2399/10', 900_000 / 2399, 240, 1, true],
    ['2983/100', 9_000_000 / 2983, 30_000, 1001, true],
    ['15/1', 6000, 15, 1, false],
    ['25000/1001', 3603.6, 25_000, 1001, false],
    ['25/2', 7200, 25, 2, false],
    ['240/1', 375, 240, 1, false],
  ] as const) {
    const measured = measure(rate, ticks)
    assert.deepEqual([measured.rate, measured.isVariable], [{ num, den }, isVariable], rate)
  }
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
