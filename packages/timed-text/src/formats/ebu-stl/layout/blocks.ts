import type { Report } from '../../../document/diagnostics.ts'
import { gsiLength } from './gsi.ts'

/* Text and Timing Information: blocks of 128 bytes, 16 of header and 112 of text. */

export const blockLength = 128
export const textOffset = 16
export const textLength = blockLength - textOffset

/** Ends the text of a block, and fills it up. */
export const unusedSpace = 0x8f
/** Extension block numbers: of a last or only block, and of a block of user data. */
export const lastBlock = 0xff
export const userDataBlock = 0xfe
export const mostExtension = 0xef

/** One subtitle of a file: where its blocks are. Offsets count from the first byte of what was scanned. */
export interface Subtitle {
  /** Begin of the span, which takes in the blocks before it that are of no subtitle. */
  readonly from: number
  readonly until: number
  readonly first: number
  /** Blocks of the text, when it has more than one. */
  readonly series: readonly number[] | undefined
}

/**
 * Finds the subtitles of a sequence of blocks, and gives them one by one in their order, so that none is held. Blocks of
 * user data and faulty ones are of none. Says whether there are more than the limit.
 */
export function scanBlocks(
  bytes: Uint8Array,
  begin: number,
  maxSubtitles: number,
  report: Report,
  take: (subtitle: Subtitle) => void,
): boolean {
  let count = 0
  let from = begin
  let open: number[] = []
  const finish = (until: number) => {
    const subtitle = { from, until, first: open[0]!, series: open.length > 1 ? open : undefined }
    count++
    from = until
    open = []
    take(subtitle)
  }
  const finishBroken = () => {
    const last = open.at(-1)!
    report('IMPORT_MARKUP_REPAIRED', 'warning', 'A series of blocks has no last one', toBlockNumber(open[0]!))
    finish(last + blockLength)
  }
  for (let offset = begin; offset + blockLength <= bytes.length; offset += blockLength) {
    const extension = bytes[offset + 3]!
    if (extension === userDataBlock) continue
    if (extension > mostExtension && extension !== lastBlock) {
      report('IMPORT_ENTRY_SKIPPED', 'info', 'A block of a reserved kind was kept aside', toBlockNumber(offset))
      continue
    }
    if (isUniform(bytes, offset)) {
      report('IMPORT_ENTRY_SKIPPED', 'info', 'A block of padding was kept aside', toBlockNumber(offset))
      continue
    }
    if (open.length > 0 && !(isSameNumber(bytes, open[0]!, offset) && open.length <= mostExtension + 1)) finishBroken()
    if (count >= maxSubtitles) return true
    open.push(offset)
    if (extension === lastBlock) finish(offset + blockLength)
  }
  if (open.length > 0) finishBroken()
  return false
}

/** Whether two blocks are of the same subtitle group and number. */
function isSameNumber(bytes: Uint8Array, a: number, b: number): boolean {
  return bytes[a] === bytes[b] && bytes[a + 1] === bytes[b + 1] && bytes[a + 2] === bytes[b + 2]
}

function isUniform(bytes: Uint8Array, offset: number): boolean {
  const first = bytes[offset]
  for (let index = 1; index < blockLength; index++) if (bytes[offset + index] !== first) return false
  return true
}

/** Number of a block of a file, counted from 1; what precedes the first is the header. */
export function toBlockNumber(offset: number): number {
  return (offset - gsiLength) / blockLength + 1
}
