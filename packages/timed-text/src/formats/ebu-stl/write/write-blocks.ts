import { type Frames, framesToLabel } from '@rushes/timebase'
import { blockLength, lastBlock, mostExtension, textLength, textOffset, unusedSpace } from '../layout/blocks.ts'
import type { Characters } from '../layout/characters.ts'
import type { Coding } from '../layout/coding.ts'

/** What the blocks of one subtitle have in common. */
export interface BlockHeader {
  readonly group: number
  readonly number: number
  readonly position: number
  readonly start: Frames
  readonly end: Frames
  readonly row: number
  readonly justification: number
  readonly isComment: boolean
}

export interface WrittenBlocks {
  readonly bytes: Uint8Array
  /** Whether there was more text than a series of blocks can hold. */
  readonly isCut: boolean
}

/** Writes one subtitle in as many blocks as its text needs. */
export function writeBlocks(header: BlockHeader, text: readonly number[], coding: Coding): WrittenBlocks {
  const pieces = splitText(text, coding.characters)
  const kept = pieces.slice(0, mostExtension + 2)
  const bytes = new Uint8Array(kept.length * blockLength).fill(unusedSpace)
  const start = toLabelBytes(header.start, coding)
  const end = toLabelBytes(coding.isEndInclusive ? Math.max(header.start, header.end - 1) : header.end, coding)
  for (const [index, piece] of kept.entries()) {
    const isLast = index === kept.length - 1
    const offset = index * blockLength
    bytes.set(
      [
        header.group,
        header.number & 0xff,
        header.number >> 8,
        isLast ? lastBlock : index,
        header.position,
        ...start,
        ...end,
        header.row,
        header.justification,
        header.isComment ? 1 : 0,
      ],
      offset,
    )
    bytes.set(piece, offset + textOffset)
  }
  return { bytes, isCut: kept.length < pieces.length }
}

/** Cuts a text where blocks end; never between an accent and its letter. */
function splitText(text: readonly number[], { marks }: Characters): (readonly number[])[] {
  const pieces: (readonly number[])[] = []
  let from = 0
  do {
    let until = Math.min(from + textLength, text.length)
    if (until < text.length && marks[text[until - 1]!] !== undefined) until -= 1
    pieces.push(text.slice(from, until))
    from = until
  } while (from < text.length)
  return pieces
}

function toLabelBytes(frames: Frames, { timecode, start }: Coding): readonly number[] {
  const label = framesToLabel(frames + start, timecode)
  return [label.hours, label.minutes, label.seconds, label.frames]
}
