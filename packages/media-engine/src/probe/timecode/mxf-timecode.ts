import type { Rational } from '../../rational.ts'
import type { ReadAt } from './bytes.ts'

/** How the timecode of an MXF file counts. */
export interface MxfTimecode {
  readonly rate: Rational
  readonly dropFrame: boolean
}

/** Header metadata comes first, after a run-in of at most 64 KiB. */
const maxHeaderBytes = 2 * 1024 * 1024

const timecodeComponent = Buffer.from('060e2b34025301010d01010101011400', 'hex')
const timelineTrack = Buffer.from('060e2b34025301010d01010101013b00', 'hex')

const roundedBase = 0x1502
const dropFrame = 0x1503
const editRate = 0x4b01

/** The members of each set with a key. */
function* listSets(header: Buffer, key: Buffer): Generator<ReadonlyMap<number, Buffer>, void> {
  for (let at = header.indexOf(key); at >= 0; at = header.indexOf(key, at + key.length)) {
    const first = header[at + 16] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    if (lengthBytes > 6 || at + 17 + lengthBytes > header.length) continue
    const length = lengthBytes === 0 ? first : header.readUIntBE(at + 17, lengthBytes)
    const content = header.subarray(at + 17 + lengthBytes, at + 17 + lengthBytes + length)
    const members = new Map<number, Buffer>()
    for (let place = 0; place + 4 <= content.length; ) {
      const end = place + 4 + content.readUInt16BE(place + 2)
      members.set(content.readUInt16BE(place), content.subarray(place + 4, end))
      place = end
    }
    yield members
  }
}

/** The first timecode of an MXF file: of sound alone nothing else says at which rate it counts. */
export function readMxfTimecode(read: ReadAt): MxfTimecode | undefined {
  const header = read(0, maxHeaderBytes)
  for (const component of listSets(header, timecodeComponent)) {
    const base = component.get(roundedBase)
    if (base?.length !== 2 || base.readUInt16BE() === 0) continue
    return {
      rate: findRate(header, base.readUInt16BE()),
      dropFrame: (component.get(dropFrame)?.[0] ?? 0) !== 0,
    }
  }
  return undefined
}

/** The rate of the tracks whose frames, or every second of them, such a base counts. */
function findRate(header: Buffer, base: number): Rational {
  for (const track of listSets(header, timelineTrack)) {
    const rate = track.get(editRate)
    if (rate?.length !== 8) continue
    const [num, den] = [rate.readInt32BE(0), rate.readInt32BE(4)]
    if (num <= 0 || den <= 0) continue
    for (const divisor of [1, 2]) {
      if (Math.round(num / den / divisor) === base) return { num, den: den * divisor }
    }
  }
  return { num: base, den: 1 }
}
