/** Where a call writes: results to the standard output, everything else to the standard error output. */

import type { Readable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
/** Where a call reads what nobody names: a terminal, or what is piped in. */
export type Input = Readable & { readonly isTTY?: boolean }
export type Output = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

/** A column of a table: its heading, and what it shows of a row. */
export type Column<Row> = readonly [heading: string, toCell: (row: Row) => unknown]

export interface Terminal {
  readonly isJson: boolean
  /** Whether a person sees the output, so that progress may be drawn over itself. */
  readonly isWatched: boolean
  /** Whether nothing is to be said of how far things are. */
  readonly isQuiet: boolean
  /** Writes a result: the value as JSON, or the lines for people. */
  show(value: unknown, toLines: () => readonly string[]): void
  /** Writes rows: JSON, a table on a terminal, lines with tabs elsewhere. */
  showTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void
  /** Writes one of a sequence of results that has no end: a line of JSON, or a line for people. */
  showNext(value: unknown, toLine: () => string): void
  /** Writes bytes or text as they are. */
  write(content: string | Uint8Array): Promise<void>
  /** Tells something on the way that is no result. */
  tell(line: string): void
  /** Tells how far something is, as JSON or as a line. */
  tellProgress(progress: ProgressReport, line: string): void
  /** Tells what went wrong: as JSON, or as lines for people. */
  complain(error: object, lines: readonly string[]): void
  /** The width of the terminal. */
  readonly columns: number
  /** Draws over itself: text without a line break, after what was drawn before has been taken away. */
  draw(text: string): void
  paint(style: Style, text: string): string
}

/** How far something is. */
export interface ProgressReport {
  readonly name: string
  readonly doneBytes: number
  readonly totalBytes: number
}

interface TerminalOptions {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly isJson: boolean
  readonly isQuiet: boolean
}

/** A terminal on two streams. Colours go to terminals only, and to none where `NO_COLOR` is set. */
export function openTerminal({ stdout, stderr, env, isJson, isQuiet }: TerminalOptions): Terminal {
  const hasColour = (stream: Output) => stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint = (style: Style, text: string) =>
    hasColour(stdout) ? styleText(style, text, { validateStream: false }) : text
  const writeLine = (line: string) => void stdout.write(`${line}\n`)
  return {
    isJson,
    isWatched: stderr.isTTY === true && env.TERM !== 'dumb',
    isQuiet,
    columns: stderr.columns || 80,
    paint,
    show(value, toLines) {
      if (isJson) writeLine(JSON.stringify(value, undefined, 2))
      else for (const line of toLines()) writeLine(line)
    },
    showTable(rows, columns) {
      if (isJson) return writeLine(JSON.stringify(rows, undefined, 2))
      if (rows.length === 0) return
      const cells = rows.map(row => columns.map(([, toCell]) => toText(toCell(row))))
      if (stdout.isTTY !== true) {
        for (const line of cells) writeLine(line.join('\t'))
        return
      }
      const headings = columns.map(([heading]) => heading.toUpperCase())
      const widths = headings.map((heading, index) => Math.max(heading.length, ...cells.map(row => row[index]!.length)))
      const toLine = (line: readonly string[]) =>
        line
          .map((cell, index) => cell.padEnd(widths[index]!))
          .join('  ')
          .trimEnd()
      writeLine(paint('dim', toLine(headings)))
      for (const line of cells) writeLine(toLine(line))
    },
    showNext: (value, toLine) => writeLine(isJson ? JSON.stringify(value) : toLine()),
    write: content =>
      new Promise((resolve, reject) => stdout.write(content, error => (error ? reject(error) : resolve()))),
    tell: line => void stderr.write(`${isJson ? JSON.stringify({ note: line }) : line}\n`),
    tellProgress: (progress, line) => void stderr.write(`${isJson ? JSON.stringify({ progress }) : line}\n`),
    complain: (error, lines) => void stderr.write(`${isJson ? JSON.stringify({ error }) : lines.join('\n')}\n`),
    draw: text => void stderr.write(text),
  }
}

/** A value as one line of text. What others named things must not steer the terminal. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return String(value).replaceAll(/\p{Cc}/gu, ' ')
}

/** An instant in milliseconds as people of every place read it, to the minute in UTC. */
export function toTime(instant: number | undefined): string {
  return instant === undefined ? '' : `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')}Z`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes with three digits. */
export function toSize(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toPrecision(3)} ${units[power]}`
}
