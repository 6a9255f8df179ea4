import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_29_97 } from '@rushes/timebase'
import fc from 'fast-check'
import { countInputs } from '../../testing/arbitraries.ts'
import { toPlainText } from '../../text/text-parts.ts'
import { toWord, writePreamble } from '../scc/line21/codes.ts'
import { type CaptionChannel, type CaptionFacts, readCaptionData } from './index.ts'

type Pair = number | string
const facts: CaptionFacts = { rate: RATE_29_97, frameCount: 200 }
const [load, show, erase, rollUp2, newLine] = [0x1420, 0x142f, 0x142c, 0x1425, 0x142d]
const row15 = writePreamble({ row: 14, attribute: { column: 0, isUnderlined: false } })

/** Pairs of a field: text is two characters a pair, codes are sent twice. */
function toPairs(...items: readonly Pair[]): number[] {
  return items.flatMap(item => {
    if (typeof item === 'number') return [item, item]
    return (item.match(/..?/g) ?? []).map(two => (two.charCodeAt(0) << 8) | (two[1] ?? '\0').charCodeAt(0))
  })
}

/** Constructs of a type, by their frame. */
function construct(type: number, frame: number, first: number, second: number) {
  return { frame, bytes: [0xfc | type, first, second] }
}

function onField(type: 0 | 1, from: number, pairs: readonly number[], everyFrame = 1) {
  return pairs.map((pair, index) => {
    const word = toWord(pair)
    return construct(type, from + Math.floor(index * everyFrame), word >> 8, word & 0xff)
  })
}

/** The packets of a block each. */
function inService(service: number, frame: number, ...bytes: readonly (number | string)[]) {
  const block = bytes.flatMap(item => (typeof item === 'string' ? [...Buffer.from(item, 'latin1')] : [item]))
  const head = service < 7 ? [(service << 5) | block.length] : [(7 << 5) | block.length, service]
  const packet = [0, ...head, ...block]
  if (packet.length % 2 === 1) packet.push(0)
  packet[0] = packet.length / 2
  return Array.from({ length: packet.length / 2 }, (_, index) =>
    construct(index === 0 ? 3 : 2, frame, packet[2 * index]!, packet[2 * index + 1]!),
  )
}

function read(constructs: readonly ReturnType<typeof construct>[], given: Partial<CaptionFacts> = {}) {
  const sorted = constructs.toSorted((a, b) => a.frame - b.frame)
  const data = { frames: sorted.map(({ frame }) => frame), triplets: sorted.flatMap(({ bytes }) => bytes) }
  return readCaptionData(data, { ...facts, ...given })
}

function list(channels: readonly CaptionChannel[]) {
  return Object.fromEntries(
    channels.map(({ name, document }) => [
      name,
      document.cues.map(({ start, end, textParts }) => `${start}-${end} ${toPlainText(textParts).replace('\n', '|')}`),
    ]),
  )
}

describe('captions of CEA-608 within a picture', () => {
  // CTA-608-E 8.4, 47 CFR 15.119(e): a code says whose the bytes after it are; the second field has its own codes
  test('are those of four channels, which share two fields with data about the programme', () => {
    const second = (pair: number) => pair | 0x0800
    const ofField2 = (pair: number) => pair | 0x0100
    const first = toPairs(load, row15, 'Hello', second(load), second(row15), 'Bonjour', show, second(show))
    const field2 = toPairs(ofField2(load), row15, 'Hola', 0x0105, 'XDS', 0x0f1d, ofField2(show), ofField2(erase))
    const channels = read([...onField(0, 10, first), ...onField(1, 50, field2)])
    assert.deepEqual(list(channels), { CC1: ['25-200 Hello'], CC2: ['27-200 Bonjour'], CC3: ['62-64 Hola'] })
  })

  test('are in the frames of the film, which may have several pairs or none', () => {
    const pairs = toPairs(load, row15, 'Hi', show, 'x', 'x', erase)
    // Five pairs for four frames, as at 24 frames a second.
    assert.deepEqual(list(read(onField(0, 0, pairs, 4 / 5), { rate: RATE_24 })), { CC1: ['4-7 Hi'] })
    assert.deepEqual(list(read(onField(0, 0, pairs, 2))), { CC1: ['10-18 Hi'] })
  })

  test('roll up: a line is shown from its first characters, and with the one after it', () => {
    const pairs = toPairs(rollUp2, newLine, row15, 'One', newLine, 'Two', erase)
    assert.deepEqual(list(read(onField(0, 0, pairs))), { CC1: ['6-8 One', '8-12 One|Two'] })
  })
})

/** Window 0: two rows of 32 at the bottom in the middle, hidden. */
const define = [0x98, 0x00, 0x4a, 0x69, 0x71, 0x1f, 0x18]
const [showWindow0, hideWindow0] = [
  [0x89, 1],
  [0x8a, 1],
]

describe('captions of CTA-708 within a picture', () => {
  // CTA-708-E 8.10.5
  test('are written to a window and shown with it, with the styles of their pen', () => {
    const italics = [0x90, 0x05, 0x80]
    const yellow = [0x91, 0b00111100, 0, 0]
    const channels = read([
      ...inService(1, 10, ...define, 'Hello ', ...italics, 'you', 0x92, 1, 2),
      ...inService(1, 12, 0x90, 0x05, 0, ...yellow, 'caf\xe9 ', 0x10, 0x25, 0x10, 0x39, 0x7f),
      ...inService(1, 30, ...showWindow0),
      ...inService(1, 60, ...hideWindow0),
      ...inService(9, 61, ...define, 'Service nine', ...showWindow0),
    ])
    assert.deepEqual(list(channels), { SERVICE1: ['30-60 Hello you|café …™♪'], SERVICE9: ['61-200 Service nine'] })
    assert.deepEqual(channels[0]?.document.cues[0], {
      start: 30,
      end: 60,
      textParts: [
        { type: 'text', content: 'Hello ' },
        { type: 'text', content: 'you', style: { italic: true } },
        { type: 'lineBreak' },
        { type: 'text', content: 'café …™♪', style: { colour: '#ffff00' } },
      ],
    })
  })

  test('are at the anchor of their window, in percent or in cells of the safe part of the picture', () => {
    const at = (...args: readonly number[]) =>
      read([...inService(1, 0, 0x98, 0x20, ...args, 0x1f, 0x08, 'x')])[0]?.document.cues[0]?.layout
    const topLeft = { line: { unit: 'percent', value: 18, align: 'start' }, textAlign: 'left' }
    const place = { percent: 26, align: 'line-left' }
    assert.deepEqual(at(0x8a, 20, 0x00), { ...topLeft, position: place })
    assert.deepEqual(at(15, 42, 0x40), {
      line: { unit: 'percent', value: 26, align: 'center' },
      position: { percent: 26, align: 'center' },
      textAlign: 'left',
    })
  })

  test('roll up, wait, and are erased: a cue ends where what was shown changes, not where more is', () => {
    const visible = define.with(1, 0x20)
    const channels = read([
      ...inService(1, 0, ...visible, 'One', 0x0d, 'Tw'),
      ...inService(1, 5, 'o', 0x8d, 10, 0x0d, 'Three', 0x88, 1),
      ...inService(1, 50, 0x8c, 1),
    ])
    assert.deepEqual(list(channels), { SERVICE1: ['0-35 One|Two'] })
    assert.deepEqual(channels[0]?.document.cues[0]?.textParts.at(-1), { type: 'text', content: 'o', start: 5 })
    const rolled = read([...inService(1, 0, ...visible, 'One', 0x0d, 'Two'), ...inService(1, 20, 0x0d, 'Three')])
    assert.deepEqual(list(rolled), { SERVICE1: ['0-20 One|Two', '20-200 Two|Three'] })
  })

  test('are read whatever the data is', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...define, 0x10, 0x89, 0x8d, 0x0d, 0x41))
    const constructs = fc.array(fc.tuple(fc.nat(3), byte, byte), { maxLength: 200 })
    const property = fc.property(constructs, given => {
      const channels = read(given.map(([type, first, second], index) => construct(type, index >> 2, first, second)))
      for (const { document } of channels) {
        for (const { start, end, textParts } of document.cues) assert.ok(start < end && textParts.length > 0)
      }
    })
    fc.assert(property, { numRuns: countInputs(300) })
  })
})
