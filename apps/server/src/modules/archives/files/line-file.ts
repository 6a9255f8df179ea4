import { createReadStream } from 'node:fs'
import { brokenRule } from '@rushes/contract'
import { parseKept } from './kept-json.ts'

/** Longest line, in bytes; an annotation may have two members of 16 Mi characters each, of three bytes at most. */
export const longestLine = 128 * 1024 * 1024
const lineEnd = 0x0a

/** A line of a part: where it stands, counted from 1, and what it says. */
export interface Line {
  readonly number: number
  readonly value: unknown
  /** In bytes. */
  readonly length: number
}

/** The lines of a part that has been received. Throws ValidationError with the line for what is no JSON. */
export async function* readLines(path: string, name: string): AsyncGenerator<Line> {
  let number = 0
  for await (const bytes of splitLines(path, name)) {
    number++
    yield { number, value: parseKept(bytes, toPlace(name, number)), length: bytes.length }
  }
}

/** Where a line stands, as the path of an error. */
export function toPlace(name: string, number: number): string {
  return `/${name}/${number}`
}

async function* splitLines(path: string, name: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  let number = 1
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const rest = chunk.subarray(start, end)
      assertLength(length + rest.length, toPlace(name, number++))
      yield begun.length > 0 ? Buffer.concat([...begun, rest]) : rest
      begun = []
      length = 0
      start = end + 1
    }
    const rest = chunk.subarray(start)
    length += rest.length
    assertLength(length, toPlace(name, number))
    if (rest.length > 0) begun.push(rest)
  }
  if (begun.length > 0) throw brokenRule(`/${name}`, 'does not end with a line end')
}

/** Refuses a line, without its end, that no import would read. */
export function assertLength(bytes: number, place: string): void {
  if (bytes > longestLine) throw brokenRule(place, `has more than ${longestLine} bytes`)
}
