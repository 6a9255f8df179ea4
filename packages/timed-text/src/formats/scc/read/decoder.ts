import type { DiagnosticCode, Severity } from '../../../document/diagnostics.ts'
import { characters, readWideCharacter } from '../line21/characters.ts'
import { type Attribute, columnCount, controls, readMidRow, readPreamble, rowCount } from '../line21/codes.ts'
import { changeExtended, changeState, plainState, toState } from '../line21/states.ts'
import { CaptionMemory, isVisible, type Row } from './memory.ts'

/** Is called with what was on the screen from one frame until another. */
export type ShowScreen = (rows: readonly Row[], start: number, end: number) => void

/** Reports a problem of the line that is being read. */
export type ReportHere = (code: DiagnosticCode, severity: Severity, message: string) => void

type Mode = 'popOn' | 'paintOn' | 'rollUp' | 'text'

const lastRow = rowCount - 1

/**
 * A decoder of line 21 for the captions of the first channel (47 CFR 15.119(f) to (i)). It takes a pair of bytes each
 * frame, and gives a screen whenever something on it changes but by more text: what a line of the file paints appears
 * with the first of it.
 */
export class CaptionDecoder {
  readonly #show: ShowScreen
  readonly #report: ReportHere
  #displayed = new CaptionMemory()
  #hidden = new CaptionMemory()
  #mode: Mode | undefined
  #rollUpRows = 2
  #row = lastRow
  #column = 0
  #state = plainState
  #channel: 'captions' | 'other' = 'captions'
  #lastControl = 0
  #lastFrame = -1
  /** Since when the screen is as it is. */
  #since = 0
  #line = 0
  /** When the current line of the file first changed the screen, and whether it has changed what was there before. */
  #lineShownFrom: number | undefined
  #hasReplaced = false
  readonly #reported = new Set<string>()

  constructor(show: ShowScreen, report: ReportHere) {
    this.#show = show
    this.#report = report
  }

  beginLine(line: number): void {
    this.#line = line
    this.#lineShownFrom = undefined
    this.#hasReplaced = false
  }

  /** Takes the pair of a frame; frames are in order. */
  take(pair: number, frame: number): void {
    const [first, second] = [pair >> 8, pair & 0x7f]
    if (first >= 0x10 && first < 0x20) {
      this.#takeControl(pair, frame)
      return
    }
    this.#lastControl = 0
    if (first > 0 && first < 0x10) {
      this.#reportOnce('IMPORT_SETTING_IGNORED', 'info', 'Data about the programme (XDS) was left out')
      this.#channel = 'other'
    }
    if (this.#channel === 'other') return
    for (const byte of [first, second]) if (byte >= 0x20) this.#write(characters.decode[byte]!, frame)
  }

  /** Ends what is still on the screen. */
  finish(frame: number): void {
    if (!this.#displayed.hasText()) return
    const message = 'The last caption is never erased; it was ended 4 seconds after the last bytes'
    this.#report('IMPORT_TIMING_REPAIRED', 'warning', message)
    this.#endScreen(frame + 120)
  }

  /** A control code is sent twice, in case one is damaged; the second one counts for nothing. */
  #takeControl(pair: number, frame: number): void {
    const isRepeated = pair === this.#lastControl && frame === this.#lastFrame + 1
    this.#lastControl = isRepeated ? 0 : pair
    this.#lastFrame = frame
    if (isRepeated) return
    // The bit of the second channel, and the codes of the second field for 14 20 to 14 2F.
    const isOther = (pair & 0x0800) !== 0 || (pair & 0x7ff0) === 0x1520
    this.#channel = isOther ? 'other' : 'captions'
    if (isOther) this.#reportOnce('IMPORT_ENTRY_SKIPPED', 'error', 'Other channels than CC1 were left out')
    else this.#control(pair, frame)
  }

  #control(pair: number, frame: number): void {
    if ((pair & 0x7ff0) === 0x1420) this.#command(pair, frame)
    else if (this.#mode !== 'text') this.#place(pair, frame)
  }

  /** Codes about where and how text is written. */
  #place(pair: number, frame: number): void {
    const preamble = readPreamble(pair)
    const midRow = readMidRow(pair)
    const wide = readWideCharacter(pair)
    const extended = changeExtended(this.#state, pair)
    if (preamble) this.#moveCursor(preamble.row, preamble.attribute, frame)
    else if (midRow) this.#changeStyle(changeState(this.#state, midRow), frame)
    else if (wide) {
      if (wide.isExtended) this.#column = Math.max(0, this.#column - 1)
      this.#write(wide.character, frame)
    } else if (extended !== undefined) {
      // It takes the cell of the space before it (CTA-608-E 6.2), which still looks like one.
      this.#state = extended
    } else if (pair >= controls.tabOffset1 && pair < controls.tabOffset1 + 3) {
      this.#column = Math.min(columnCount - 1, this.#column + pair - controls.tabOffset1 + 1)
    } else {
      const code = pair.toString(16).padStart(4, '0')
      this.#report('IMPORT_MARKUP_REPAIRED', 'warning', `The control code ${code} is not known and was ignored`)
    }
  }

  #command(pair: number, frame: number): void {
    switch (pair) {
      case controls.resumeCaptionLoading:
        this.#mode = 'popOn'
        return
      case controls.resumeDirectCaptioning:
        this.#mode = 'paintOn'
        return
      case controls.rollUp2:
      case controls.rollUp3:
      case controls.rollUp4:
        this.#beginRollUp(2 + pair - controls.rollUp2, frame)
        return
      case controls.flashOn:
        // "Spacing": it looks like a space, and changes no other attribute.
        this.#reportOnce('IMPORT_SETTING_IGNORED', 'info', 'Text that flashes does not flash here')
        this.#changeStyle(this.#state, frame)
        return
      case controls.textRestart:
      case controls.resumeTextDisplay:
        this.#mode = 'text'
        this.#reportOnce('IMPORT_ENTRY_SKIPPED', 'error', 'Text that is no caption (text mode) was left out')
        return
      case controls.eraseDisplayedMemory:
        this.#endScreen(frame)
        this.#displayed.clear()
        return
      case controls.eraseNonDisplayedMemory:
        this.#hidden.clear()
        return
      case controls.endOfCaption:
        this.#endScreen(frame)
        ;[this.#displayed, this.#hidden] = [this.#hidden, this.#displayed]
        this.#mode = 'popOn'
        return
      case controls.carriageReturn:
        if (this.#mode === 'rollUp') this.#rollUp(frame)
        return
      case controls.backspace:
        this.#erase(frame, () => {
          this.#column = Math.max(0, this.#column - 1)
          this.#memory().set(this.#row, this.#column, undefined)
        })
        return
      case controls.deleteToEndOfRow:
        this.#erase(frame, () => this.#memory().clearRow(this.#row, this.#column))
        return
    }
  }

  /** Roll-up begins with an empty screen, which is not cleared when its code is repeated. */
  #beginRollUp(rows: number, frame: number): void {
    if (this.#mode !== 'rollUp') {
      this.#endScreen(frame)
      this.#displayed.clear()
      this.#hidden.clear()
      this.#mode = 'rollUp'
      this.#row = lastRow
      this.#column = 0
      this.#state = plainState
    } else if (rows < this.#rollUpRows) {
      this.#endScreen(frame)
      this.#displayed.moveRows(this.#row, this.#row, rows)
    }
    this.#rollUpRows = rows
    this.#row = Math.max(this.#row, rows - 1)
  }

  #rollUp(frame: number): void {
    this.#endScreen(frame)
    if (this.#displayed.hasText()) this.#lineShownFrom ??= frame
    this.#displayed.moveRows(this.#row, this.#row - 1, this.#rollUpRows - 1)
    this.#column = 0
    this.#state = plainState
  }

  /** In roll-up a preamble moves all rows to where the last one is to be. */
  #moveCursor(row: number, attribute: Attribute, frame: number): void {
    const target = this.#mode === 'rollUp' ? Math.max(row, this.#rollUpRows - 1) : row
    if (this.#mode === 'rollUp' && target !== this.#row) {
      this.#endScreen(frame)
      this.#displayed.moveRows(this.#row, target, this.#rollUpRows)
    }
    this.#row = target
    this.#column = attribute.column ?? 0
    // In the midst of a row of characters it is for the cursor alone.
    this.#state = this.#findStateBefore() ?? toState(attribute)
  }

  /** A change of style takes a cell, which looks like a space and belongs to the plain text next to it. */
  #changeStyle(state: number, frame: number): void {
    const before = this.#state
    this.#state = state === plainState ? state : before
    this.#write(' ', frame)
    this.#state = state
  }

  /** After the last column, each character replaces the one there. */
  #write(character: string, frame: number): void {
    if (this.#mode === undefined || this.#mode === 'text') {
      if (this.#mode === undefined) {
        this.#reportOnce('IMPORT_ENTRY_SKIPPED', 'error', 'Text before the first mode of captions was left out')
      }
      return
    }
    if (this.#column === columnCount) {
      const message = 'Text after column 32 replaced what is in that column'
      this.#report('IMPORT_MARKUP_REPAIRED', 'error', message)
    }
    const column = Math.min(this.#column, columnCount - 1)
    if (this.#mode === 'popOn') {
      this.#hidden.set(this.#row, column, { character, state: this.#state, shownFrom: 0, line: undefined })
    } else this.#paint(character, column, frame)
    this.#column = column + 1
  }

  #paint(character: string, column: number, frame: number): void {
    const old = this.#displayed.get(this.#row, column)
    const isChanged = old && (old.character !== character || old.state !== this.#state)
    if (isChanged && old.line !== this.#line) this.#replace(frame)
    if (!this.#displayed.hasText()) this.#since = frame
    this.#lineShownFrom ??= frame
    const cell = { character, state: this.#state, shownFrom: this.#lineShownFrom, line: this.#line }
    this.#displayed.set(this.#row, column, cell)
  }

  #erase(frame: number, erase: () => void): void {
    if (this.#mode === undefined || this.#mode === 'text') return
    const from = Math.max(0, this.#column - 1)
    if (this.#mode !== 'popOn' && this.#hasOlderText(from)) this.#replace(frame)
    erase()
  }

  /** Ends the screen before the first of older text is changed; all that a line changes changes with it. */
  #replace(frame: number): void {
    if (!this.#hasReplaced) this.#endScreen(frame)
    this.#hasReplaced = true
  }

  #hasOlderText(from: number): boolean {
    const cells = this.#displayed.rows[this.#row]!.slice(from)
    return cells.some(cell => cell !== undefined && cell.line !== this.#line)
  }

  /** How the text before the cursor in its row is shown; undefined where there is none. */
  #findStateBefore(): number | undefined {
    return this.#memory().rows[this.#row]!.slice(0, this.#column).findLast(isVisible)?.state
  }

  #memory(): CaptionMemory {
    return this.#mode === 'popOn' ? this.#hidden : this.#displayed
  }

  /** Reports what lasts where it begins. */
  #reportOnce(code: DiagnosticCode, severity: Severity, message: string): void {
    if (!this.#reported.has(message)) this.#report(code, severity, message)
    this.#reported.add(message)
  }

  #endScreen(frame: number): void {
    if (this.#displayed.hasText() && frame > this.#since) this.#show(this.#displayed.rows, this.#since, frame)
    this.#since = frame
  }
}
