import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FieldPairs } from './field-pairs.ts'

/** Bits as text and Exp-Golomb codes as numbers. */
function toBytes(...parts: readonly (string | number)[]): number[] {
  const golomb = (value: number) => (value + 1).toString(2).padStart(2 * (value + 1).toString(2).length - 1, '0')
  const bits = `${parts.map(part => (typeof part === 'number' ? golomb(part) : part)).join('')}1`
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return bytes.map(byte => Number.parseInt(byte, 2))
}

const eight = (value: number) => value.toString(2).padStart(8, '0')
/** Main profile, frame numbers of four bits; the last bit but one says that all pictures are frames. */
const sequence = (onlyFrames: '0' | '1') =>
  toBytes(eight(0x67), eight(77), eight(0), eight(30), 0, 0, 0, 0, 1, '0', 9, 8, onlyFrames)
const pictures = toBytes(eight(0x68), 0, 0)
const slice = (frameNumber: number, field: '0' | '10' | '11', firstBlock = 0) =>
  toBytes(eight(0x41), firstBlock, 5, 0, frameNumber.toString(2).padStart(4, '0'), field)
const startCodes = (...nals: readonly number[][]) => Uint8Array.from(nals.flatMap(nal => [0, 0, 1, ...nal]))
const lengths = (...nals: readonly number[][]) =>
  Uint8Array.from(nals.flatMap(nal => [0, 0, nal.length >> 8, nal.length & 255, ...nal]))
const record = (set: number[]) =>
  Uint8Array.from([1, 77, 0, 30, 0xff, 0xe1, 0, set.length, ...set, 1, 0, pictures.length, ...pictures])

const [top, bottom, frame] = ['10', '11', '0'] as const
for (const [what, extradata, wrap] of [
  ['a transport stream', startCodes(sequence('0'), pictures), startCodes],
  ['MOV and Matroska', record(sequence('0')), lengths],
] as const) {
  test(`second fields are found in ${what}, whatever comes between pictures`, () => {
    const pairs = new FieldPairs(extradata)
    const read = [
      [wrap(slice(0, top), slice(0, top, 4)), false],
      [wrap(slice(0, bottom)), true],
      [wrap(slice(1, bottom)), false],
      [wrap(slice(1, top)), true],
      // a frame, both fields in one packet, and a field without another
      [wrap(slice(2, frame)), false],
      [wrap(slice(3, top), slice(3, bottom)), false],
      [wrap(slice(4, top)), false],
      [wrap(slice(5, top)), false],
      [wrap(slice(5, bottom)), true],
      [wrap(slice(5, top)), false],
    ] as const
    assert.deepEqual(
      read.map(([packet]) => pairs.isSecondField(packet)),
      read.map(([, expected]) => expected),
    )
  })
}

test('packets of a film of frames need not be read', () => {
  assert.equal(new FieldPairs(record(sequence('1'))).isPossible, false)
  assert.equal(new FieldPairs(record(sequence('0'))).isPossible, true)
})

test('damaged headers throw nothing and end', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(bytes, bytes, (extradata, packet) => {
      for (const start of [[], [1], [0, 0, 1, 0x67], [0, 0, 1, 0x41]]) {
        const pairs = new FieldPairs(Uint8Array.from([...start, ...extradata]))
        assert.equal(typeof pairs.isSecondField(Uint8Array.from([...start, ...packet])), 'boolean')
      }
    }),
  )
})
