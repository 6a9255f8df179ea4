import type { Colour, Cue, CueLayout, TextStyle } from '../../../document/document.ts'
import type { CaptionFacts } from '../caption-data.ts'
import { readCharacter, readExtendedCharacter } from './characters.ts'
import { CaptionWindow, goesOn, type Justification, type ShownWindow, toCue } from './window.ts'

/*
 * One service of CTA-708-E: bytes are characters and commands (7.1), which write to eight windows (8.4). What is on the
 * screen changes at the end of a frame.
 *
 *   00–1F C0 commands   20–7F G0, A0–FF G1 characters   80–9F C1 commands   10 first byte of C2, C3, G2, G3
 */

/** Bytes after a command of C1, which are none for those that are not here. */
const commandLengths: Readonly<Record<number, number>> = {
  136: 1,
  137: 1,
  138: 1,
  139: 1,
  140: 1,
  141: 1,
  144: 2,
  145: 3,
  146: 2,
  151: 4,
}
const defineWindow = 0x98
const definitionLength = 6
const windowCount = 8
/** A service that waits holds no more than this (8.10.5.13). */
const maxHeldBytes = 128
const justifications: readonly Justification[] = ['left', 'right', 'center', 'left']
/** Justification of the predefined styles of windows (8.12), of which the first is for no style. */
const styleJustifications: readonly Justification[] = [
  'left',
  'left',
  'left',
  'center',
  'left',
  'left',
  'center',
  'left',
]

/** A window on the screen since a frame. */
interface Shown extends ShownWindow {
  readonly since: number
}

export class CaptionService {
  readonly #facts: CaptionFacts
  readonly #windows: (CaptionWindow | undefined)[] = []
  readonly #shown: (Shown | undefined)[] = []
  readonly #cues: Cue<number>[] = []
  #current: CaptionWindow | undefined
  #held: number[] = []
  #waitsUntil = 0
  #isChanged = false

  constructor(facts: CaptionFacts) {
    this.#facts = facts
  }

  /** Takes a block of a frame. */
  take(block: readonly number[], frame: number): void {
    this.#held.push(...block)
    this.#work(frame)
  }

  /** The frame is over, and the next one that has data is known. */
  endFrame(frame: number, next: number): void {
    this.#work(frame)
    this.#showChanges(frame)
    while (this.#held.length > 0 && this.#waitsUntil < next) {
      const until = this.#waitsUntil
      this.#work(until)
      this.#showChanges(until)
    }
  }

  /** The cues, when the last frame with data is over; what is still shown ends with the film. */
  finish(frame: number): Cue<number>[] {
    for (const index of this.#windows.keys()) this.#windows[index] = undefined
    this.#isChanged = true
    this.#showChanges(frame)
    return this.#cues.toSorted((a, b) => a.start - b.start)
  }

  /** Does what the held bytes say, until they say to wait; a command that is cut is left out. */
  #work(frame: number): void {
    if (frame < this.#waitsUntil && this.#held.length < maxHeldBytes && !this.#held.some(endsWaiting)) return
    const bytes = this.#held
    this.#held = []
    this.#isChanged ||= bytes.length > 0
    for (let index = 0; index < bytes.length; ) {
      const byte = bytes[index]!
      const length = lengthOf(bytes, index)
      this.#do(byte, bytes.slice(index + 1, index + length), frame)
      index += length
      if (byte !== 0x8d) continue
      this.#held = bytes.slice(index)
      return
    }
  }

  #do(byte: number, rest: readonly number[], frame: number): void {
    const window = this.#current
    if (byte === 0x10) this.#writeExtended(rest[0] ?? 0, frame)
    else if ((byte >= 0x20 && byte < 0x80) || byte >= 0xa0) window?.write(readCharacter(byte), frame)
    else if (byte < 0x20) doControl(byte, window)
    else this.#command(byte, rest, frame)
  }

  #writeExtended(byte: number, frame: number): void {
    const isCharacter = (byte >= 0x20 && byte < 0x80) || byte >= 0xa0
    if (isCharacter) this.#current?.write(readExtendedCharacter(byte), frame)
  }

  #command(
    byte: number,
    [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0]: readonly number[],
    frame: number,
  ): void {
    if (byte < 0x88) this.#current = this.#windows[byte - 0x80] ?? this.#current
    else if (byte >= defineWindow) this.#define(byte - defineWindow, [first, second, third, fourth, fifth, sixth])
    else if (byte === 0x88) this.#each(first, window => window.clear())
    else if (byte === 0x89) this.#each(first, window => this.#setVisible(window, true))
    else if (byte === 0x8a) this.#each(first, window => this.#setVisible(window, false))
    else if (byte === 0x8b) this.#each(first, window => this.#setVisible(window, !window.isVisible))
    else if (byte === 0x8c) this.#each(first, (window, index) => this.#remove(window, index))
    else if (byte === 0x8d)
      this.#waitsUntil = frame + Math.round((first * this.#facts.rate.num) / this.#facts.rate.den / 10)
    else if (byte === 0x8e) this.#waitsUntil = 0
    else if (byte === 0x8f) this.#each(0xff, (window, index) => this.#remove(window, index))
    else if (!this.#current) return
    else if (byte === 0x90) this.#current.style = setPen(this.#current.style, second)
    else if (byte === 0x91) this.#current.style = setColours(this.#current.style, first, second)
    else if (byte === 0x92) this.#current.moveTo(first & 0xf, second & 0x3f)
    else if (byte === 0x97) this.#current.justification = justifications[third & 3]!
  }

  #each(bits: number, change: (window: CaptionWindow, index: number) => void): void {
    for (let index = 0; index < windowCount; index++) {
      const window = this.#windows[index]
      if (window && (bits & (1 << index)) !== 0) change(window, index)
    }
  }

  #setVisible(window: CaptionWindow, isVisible: boolean): void {
    window.isVisible = isVisible
  }

  #remove(window: CaptionWindow, index: number): void {
    this.#windows[index] = undefined
    if (this.#current === window) this.#current = undefined
  }

  /** A window that there is keeps its text. */
  #define(
    index: number,
    [flags = 0, vertical = 0, horizontal = 0, sizes = 0, columns = 0, styles = 0]: readonly number[],
  ): void {
    const isVisible = (flags & 0x20) !== 0
    const facts = {
      rowCount: Math.min(15, (sizes & 0xf) + 1),
      columnCount: (columns & 0x3f) + 1,
      layout: this.#toLayout(vertical, horizontal, sizes >> 4),
    }
    const style = (styles >> 3) & 7
    const known = this.#windows[index]
    const window = known ?? new CaptionWindow(facts, styleJustifications[style]!, isVisible)
    if (known) {
      known.resize(facts)
      known.isVisible = isVisible
      if (style > 0) known.justification = styleJustifications[style]!
    }
    if ((styles & 7) > 0) window.style = undefined
    this.#windows[index] = window
    this.#current = window
  }

  /** Anchors are in percent, or in 75 by 210 cells (160 of a picture of 4:3), of the part that every screen shows. */
  #toLayout(vertical: number, horizontal: number, anchor: number): CueLayout {
    const isRelative = (vertical & 0x80) !== 0
    const [rows, columns] = isRelative ? [100, 100] : [75, this.#facts.isWide === false ? 160 : 210]
    const toPercent = (value: number, most: number) =>
      Math.round((10 + (80 * Math.min(value, most)) / most) * 100) / 100
    const [row, column] = [Math.min(2, Math.floor(anchor / 3)), anchor % 3]
    return {
      line: {
        unit: 'percent',
        value: toPercent(vertical & 0x7f, rows),
        align: (['start', 'center', 'end'] as const)[row]!,
      },
      position: {
        percent: toPercent(horizontal, columns),
        align: (['line-left', 'center', 'line-right'] as const)[column]!,
      },
    }
  }

  #showChanges(frame: number): void {
    if (!this.#isChanged) return
    this.#isChanged = false
    for (let index = 0; index < windowCount; index++) {
      const before = this.#shown[index]
      const now = this.#windows[index]?.show()
      const isSame = before && now && goesOn(before, now)
      if (before && !isSame && frame > before.since) this.#cues.push(toCue(before, before.since, frame))
      this.#shown[index] = now && { ...now, since: isSame ? before.since : frame }
    }
  }
}

/** Delay-cancel and reset count even while a service waits. */
function endsWaiting(byte: number): boolean {
  return byte === 0x8e || byte === 0x8f
}

/** Bytes of what begins here (7.1). */
function lengthOf(bytes: readonly number[], index: number): number {
  const byte = bytes[index]!
  if (byte === 0x10) return 1 + lengthOfExtended(bytes, index + 1)
  if (byte > 0x10 && byte < 0x20) return byte < 0x18 ? 2 : 3
  if (byte >= defineWindow && byte < 0xa0) return 1 + definitionLength
  return 1 + (commandLengths[byte] ?? 0)
}

function lengthOfExtended(bytes: readonly number[], index: number): number {
  const byte = bytes[index] ?? 0x20
  if (byte < 0x20) return 1 + Math.floor(byte / 8)
  if (byte < 0x80 || byte >= 0xa0) return 1
  if (byte < 0x90) return byte < 0x88 ? 5 : 6
  return 2 + ((bytes[index + 1] ?? 0) & 0x3f)
}

function doControl(byte: number, window: CaptionWindow | undefined): void {
  if (byte === 0x08) window?.erase()
  else if (byte === 0x0c) window?.clear()
  else if (byte === 0x0d) window?.breakLine()
  else if (byte === 0x0e) window?.clearRow()
}

function setPen(style: TextStyle | undefined, flags: number): TextStyle | undefined {
  const { italic: _italic, underline: _underline, ...others } = style ?? {}
  return toStyle({
    ...((flags & 0x80) !== 0 && { italic: true as const }),
    ...((flags & 0x40) !== 0 && { underline: true as const }),
    ...others,
  })
}

function setColours(style: TextStyle | undefined, text: number, background: number): TextStyle | undefined {
  const { colour: _colour, backgroundColour: _background, ...others } = style ?? {}
  const [colour, backgroundColour] = [toColour(text), toColour(background)]
  return toStyle({
    ...others,
    ...(colour && colour !== '#ffffff' && { colour }),
    ...(backgroundColour && backgroundColour !== '#000000' && { backgroundColour }),
  })
}

/** Two bits of opacity and two of each colour; what is transparent has none. */
function toColour(byte: number): Colour | undefined {
  const opacity = byte >> 6
  if (opacity === 3) return undefined
  const digits = [4, 2, 0].map(shift => (((byte >> shift) & 3) * 0x55).toString(16).padStart(2, '0')).join('')
  return `#${digits}${opacity === 2 ? '80' : ''}`
}

function toStyle(style: TextStyle): TextStyle | undefined {
  return Object.keys(style).length > 0 ? style : undefined
}
