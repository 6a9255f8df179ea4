/** Reads the bits of an H.264 syntax structure, without its emulation prevention bytes. */
class BitReader {
  readonly #bytes: readonly number[]
  #place = 0

  constructor(nal: Uint8Array) {
    const bytes: number[] = []
    for (const [place, byte] of nal.entries()) {
      const isPrevention = byte === 3 && place >= 2 && nal[place - 1] === 0 && nal[place - 2] === 0
      if (!isPrevention) bytes.push(byte)
    }
    this.#bytes = bytes
  }

  /** 0 after the end. */
  bit(): number {
    const byte = this.#bytes[this.#place >> 3] ?? 0
    const value = (byte >> (7 - (this.#place & 7))) & 1
    this.#place += 1
    return value
  }

  bits(count: number): number {
    let value = 0
    for (let place = 0; place < count; place += 1) value = value * 2 + this.bit()
    return value
  }

  /** An Exp-Golomb code; 0 where there is none. */
  golomb(): number {
    let zeros = 0
    while (zeros < 32 && this.bit() === 0) zeros += 1
    return zeros === 32 ? 0 : 2 ** zeros - 1 + this.bits(zeros)
  }

  signedGolomb(): number {
    const code = this.golomb()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

/** What slice headers need of a sequence parameter set. */
interface Sequence {
  readonly hasFields: boolean
  readonly frameNumberBits: number
  readonly hasColourPlanes: boolean
}

const HIGH_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])
const MAX_PARAMETER_SETS = 32
/** Parameter sets and the begin of a slice header fit in so many bytes. */
const MAX_HEADER_BYTES = 512

function skipScalingLists(reader: BitReader, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (reader.bit() === 0) continue
    let [last, next] = [8, 8]
    for (let place = 0; place < (list < 6 ? 16 : 64); place += 1) {
      if (next !== 0) next = (last + reader.signedGolomb() + 256) % 256
      if (next !== 0) last = next
    }
  }
}

function readSequence(nal: Uint8Array): readonly [id: number, Sequence] {
  const reader = new BitReader(nal)
  reader.bits(8)
  const profile = reader.bits(8)
  reader.bits(16)
  const id = reader.golomb()
  let hasColourPlanes = false
  if (HIGH_PROFILES.has(profile)) {
    const format = reader.golomb()
    if (format === 3) hasColourPlanes = reader.bit() === 1
    reader.golomb()
    reader.golomb()
    reader.bit()
    if (reader.bit() === 1) skipScalingLists(reader, format === 3 ? 12 : 8)
  }
  const frameNumberBits = reader.golomb() + 4
  const orderType = reader.golomb()
  if (orderType === 0) reader.golomb()
  if (orderType === 1) {
    reader.bit()
    reader.golomb()
    reader.golomb()
    const offsets = Math.min(255, reader.golomb())
    for (let offset = 0; offset < offsets; offset += 1) reader.golomb()
  }
  reader.golomb()
  reader.bit()
  reader.golomb()
  reader.golomb()
  return [id, { hasFields: reader.bit() === 0, frameNumberBits, hasColourPlanes }]
}

/** A picture that a slice belongs to. */
interface CodedPicture {
  readonly frameNumber: number
  readonly parity: 'frame' | 'top' | 'bottom'
}

/**
 * Tells the second field of a picture from the first, where fields are coded one by one (PAFF): two fields of opposite
 * parity in a row that share their frame number are one decoded picture. Damaged headers make no pair.
 */
export class FieldPairs {
  readonly #sequences = new Map<number, Sequence>()
  /** Sequences of picture parameter sets. */
  readonly #sequenceOf = new Map<number, number>()
  readonly #lengthBytes: number
  #last: CodedPicture | undefined
  #isPaired = false
  #found = false

  /** `extradata` is what the container has of the decoder's configuration. */
  constructor(extradata: Uint8Array | null | undefined) {
    const isLengthPrefixed = extradata?.[0] === 1 && extradata.length > 6
    this.#lengthBytes = isLengthPrefixed ? (extradata[4]! & 3) + 1 : 0
    if (!extradata) return
    for (const nal of isLengthPrefixed ? splitConfiguration(extradata) : splitByStartCodes(extradata))
      this.#readSets(nal)
  }

  /** True once a second field was found. */
  get hasPairs(): boolean {
    return this.#found
  }

  /** False if no picture of the stream can be coded as fields: its packets need not be read. */
  get isPossible(): boolean {
    return this.#sequences.size === 0 || this.#sequences.values().some(({ hasFields }) => hasFields)
  }

  /** True if all of the packet is the second field of the picture that the packet before it began. */
  isSecondField(packet: Uint8Array): boolean {
    const nals = this.#lengthBytes > 0 ? splitByLengths(packet, this.#lengthBytes) : splitByStartCodes(packet)
    let isSecond = false
    let begins = false
    let inPacket: CodedPicture | undefined
    for (const nal of nals) {
      this.#readSets(nal)
      const picture = this.#readPicture(nal)
      // further slices of it
      if (!picture || (picture.parity === inPacket?.parity && picture.frameNumber === inPacket.frameNumber)) continue
      this.#isPaired = this.#isPairOf(picture)
      if (this.#isPaired) isSecond = true
      else begins = true
      inPacket = picture
      this.#last = picture
    }
    if (isSecond && !begins) this.#found = true
    return isSecond && !begins
  }

  #isPairOf({ frameNumber, parity }: CodedPicture): boolean {
    const last = this.#last
    if (!last || this.#isPaired || parity === 'frame' || last.parity === 'frame') return false
    return last.parity !== parity && last.frameNumber === frameNumber
  }

  #readSets(nal: Uint8Array): void {
    const type = (nal[0] ?? 0) & 31
    if (type === 7) {
      const [id, sequence] = readSequence(nal.subarray(0, MAX_HEADER_BYTES))
      if (id < MAX_PARAMETER_SETS) this.#sequences.set(id, sequence)
    } else if (type === 8) {
      const reader = new BitReader(nal.subarray(1, MAX_HEADER_BYTES))
      const id = reader.golomb()
      if (id < 256) this.#sequenceOf.set(id, reader.golomb())
    }
  }

  #readPicture(nal: Uint8Array): CodedPicture | undefined {
    const type = (nal[0] ?? 0) & 31
    if (type !== 1 && type !== 5) return undefined
    const reader = new BitReader(nal.subarray(1, 32))
    reader.golomb()
    reader.golomb()
    const sequence = this.#sequences.get(this.#sequenceOf.get(reader.golomb()) ?? 0)
    if (!sequence?.hasFields) return undefined
    if (sequence.hasColourPlanes) reader.bits(2)
    const frameNumber = reader.bits(sequence.frameNumberBits)
    if (reader.bit() === 0) return { frameNumber, parity: 'frame' }
    return { frameNumber, parity: reader.bit() === 1 ? 'bottom' : 'top' }
  }
}

function* splitByStartCodes(bytes: Uint8Array): Generator<Uint8Array, void> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const code = Buffer.of(0, 0, 1)
  let begin = data.indexOf(code)
  while (begin >= 0) {
    const end = data.indexOf(code, begin + 3)
    yield data.subarray(begin + 3, end < 0 ? data.length : end)
    begin = end
  }
}

function* splitByLengths(bytes: Uint8Array, lengthBytes: number): Generator<Uint8Array, void> {
  let place = 0
  while (place + lengthBytes <= bytes.length) {
    let length = 0
    for (let byte = 0; byte < lengthBytes; byte += 1) length = length * 256 + bytes[place + byte]!
    place += lengthBytes
    yield bytes.subarray(place, place + length)
    place += length
  }
}

/** Parameter sets of an AVCDecoderConfigurationRecord. */
function* splitConfiguration(record: Uint8Array): Generator<Uint8Array, void> {
  let place = 5
  for (const mask of [31, 255]) {
    const count = (record[place] ?? 0) & mask
    place += 1
    for (let set = 0; set < count && place + 2 <= record.length; set += 1) {
      const length = record[place]! * 256 + record[place + 1]!
      yield record.subarray(place + 2, place + 2 + length)
      place += 2 + length
    }
  }
}
