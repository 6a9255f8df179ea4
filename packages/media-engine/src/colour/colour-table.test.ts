import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createColourConversion, formatColourTable, needsTable } from './colour-table.ts'

/** What Chromium 156 shows of films with these colours, measured; all numbers are of 255. */
const measured = [
  ['bt2020', 'smpte2084', [128, 128, 128], [132, 132, 132]],
  ['bt2020', 'smpte2084', [235, 235, 235], [255, 255, 255]],
  ['bt2020', 'arib-std-b67', [128, 128, 128], [99, 99, 99]],
  ['bt2020', 'arib-std-b67', [235, 235, 235], [239, 239, 239]],
  ['bt2020', 'bt2020-10', [200, 0, 0], [250, 0, 0]],
  ['smpte432', 'bt709', [220, 150, 120], [232, 146, 115]],
  ['smpte431', 'bt709', [200, 0, 0], [214, 0, 0]],
  ['bt470bg', 'bt470bg', [220, 150, 120], [215, 131, 98]],
  ['bt470m', 'bt709', [220, 150, 120], [246, 146, 115]],
  ['film', 'bt709', [0, 180, 0], [0, 186, 0]],
  ['ebu3213', 'bt709', [200, 0, 0], [203, 28, 0]],
  ['smpte428', 'bt709', [0, 180, 0], [0, 244, 0]],
  ['bt709', 'linear', [128, 128, 128], [188, 188, 188]],
  ['bt709', 'bt470m', [20, 20, 20], [12, 12, 12]],
  ['bt709', 'smpte428', [128, 128, 128], [118, 118, 118]],
] as const

for (const [primaries, transfer, code, expected] of measured) {
  test(`${code} of ${primaries} with ${transfer} is shown as ${expected}`, () => {
    const convert = createColourConversion({ primaries, transfer })
    const shown = convert([code[0] / 255, code[1] / 255, code[2] / 255]).map(value => Math.round(value * 255))
    assert.ok(
      shown.every((value, place) => Math.abs(value - expected[place]!) <= 2),
      shown.join(),
    )
  })
}

test('black stays black and white stays white, and a table has every step', () => {
  for (const [primaries, transfer] of measured) {
    const convert = createColourConversion({ primaries, transfer })
    assert.deepEqual(convert([0, 0, 0]).map(Math.round), [0, 0, 0])
    for (const value of convert([1, 1, 1])) assert.ok(value > 0.995, `${primaries} ${transfer}: ${value}`)
  }
  const [size, ...rows] = formatColourTable({ primaries: 'bt2020', transfer: 'bt709' }).trim().split('\n')
  assert.equal(rows.length, Number(size?.split(' ')[1]) ** 3)
})

test('what a browser shows as BT.709 needs no table', () => {
  for (const primaries of ['bt709', 'smpte170m', 'smpte240m']) {
    for (const transfer of ['bt709', 'smpte170m', 'iec61966-2-1', 'bt2020-10', 'log100'])
      assert.equal(needsTable({ primaries, transfer }), false)
  }
})
