import type { Cue } from '../../../document/document.ts'

const mostNumber = 0xffff

/** The number of a cue that has one: its id. */
export function findNumber({ id }: Cue<number>): number | undefined {
  if (id === undefined || !/^(?:0|[1-9]\d{0,4})$/.test(id)) return undefined
  const number = Number(id)
  return number <= mostNumber ? number : undefined
}

/** Gives numbers to cues that have none: from 1, or after the last that is in use. */
export function createNumbering(cues: readonly Cue<number>[]): (steps: number) => number {
  let next = cues.reduce((most, cue) => Math.max(most, findNumber(cue) ?? 0), 0) + 1
  return steps => {
    const number = next
    next += steps
    return number & mostNumber
  }
}
