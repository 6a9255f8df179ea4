import { blockLength, textOffset, unusedSpace } from '../layout/blocks.ts'
import { type GsiField, getGsiBytes, setGsiText } from '../layout/gsi.ts'
import { createHeader } from '../write/write-header.ts'

/** A block in bytes as a person writes them; text as characters of the same codes. */
export interface BlockFields {
  readonly text?: string
  readonly group?: number
  readonly number?: number
  readonly extension?: number
  readonly position?: number
  /** Hours, minutes, seconds, frames. */
  readonly start?: readonly number[]
  readonly end?: readonly number[]
  readonly row?: number
  readonly justification?: number
  readonly comment?: number
}

const defaultStart = [0, 0, 1, 0]
const defaultEnd = [0, 0, 2, 0]

export function makeBlock(fields: BlockFields): Uint8Array {
  const { text = '', group = 0, number = 1, extension = 0xff, position = 0 } = fields
  const { start = defaultStart, end = defaultEnd, row = 22, justification = 2, comment = 0 } = fields
  const block = new Uint8Array(blockLength).fill(unusedSpace)
  block.set([group, number & 255, number >> 8, extension, position, ...start, ...end, row, justification, comment])
  block.set(Buffer.from(text, 'latin1'), textOffset)
  return block
}

/** A file of level-1 teletext at 25 frames a second, unless its header says otherwise. */
export function makeFile(
  header: Partial<Record<GsiField, string>>,
  ...blocks: (BlockFields | Uint8Array)[]
): Uint8Array {
  const gsi = createHeader()
  setGsiText(gsi, 'DFC', 'STL25.01')
  setGsiText(gsi, 'CCT', '00')
  setGsiText(gsi, 'TNB', String(blocks.length).padStart(5, '0'))
  for (const [field, text] of Object.entries(header)) setGsiText(gsi, field as GsiField, text)
  return new Uint8Array(
    Buffer.concat([gsi, ...blocks.map(block => (block instanceof Uint8Array ? block : makeBlock(block)))]),
  )
}

/** The text of a field of a file. */
export function readField(file: Uint8Array, field: GsiField): string {
  return Buffer.from(getGsiBytes(file, field)).toString('latin1')
}

/** The blocks of a file, as latin1 text of their fields until the unused space. */
export function listTexts(file: Uint8Array): string[] {
  return listBlocks(file).map(block => {
    const text = Buffer.from(block.subarray(textOffset)).toString('latin1')
    return text.replace(/\x8f+$/, '')
  })
}

export function listBlocks(file: Uint8Array): Uint8Array[] {
  const count = (file.length - 1024) / blockLength
  return Array.from({ length: count }, (_, index) => file.subarray(1024 + index * 128, 1152 + index * 128))
}
