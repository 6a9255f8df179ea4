/** Markers that would lie on each other share a button. Pure. */

/** Something at a frame: a comment. */
export interface Pin {
  readonly id: number
  readonly frame: number
  /** Of a part: the frame after its last one. */
  readonly end?: number | undefined
  readonly label: string
  /** Of its author. */
  readonly initials?: string | undefined
  readonly hue?: number | undefined
  readonly isSettled?: boolean | undefined
  readonly onChoose: () => void
}

export type Group = readonly [Pin, ...Pin[]]

/** Pins from left to right, those together that begin less than so many frames after the first of them. */
export function groupPins(pins: readonly Pin[], leastFrames: number): Group[] {
  const groups: [Pin, ...Pin[]][] = []
  for (const pin of pins.toSorted((a, b) => a.frame - b.frame)) {
    const group = groups.at(-1)
    if (group && pin.frame - group[0].frame < leastFrames) group.push(pin)
    else groups.push([pin])
  }
  return groups
}
