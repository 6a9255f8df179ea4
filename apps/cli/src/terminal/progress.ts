/** How far things are: bars drawn over themselves on a terminal, lines from time to time elsewhere. */

import { type Terminal, toSize, toText } from './terminal.ts'

/** What is on its way. */
export interface Bar {
  move(doneBytes: number): void
  end(): void
}

export interface Progress {
  begin(name: string, totalBytes: number): Bar
  /** Tells a line above the bars. */
  tell(line: string): void
  /** Takes away what is drawn. */
  close(): void
}

interface Moving {
  readonly name: string
  readonly totalBytes: number
  /** What had been done when it was first told: not of this run. */
  first: number | undefined
  doneBytes: number
  readonly begunMs: number
  /** When a line was last written, and how much was done then. */
  told: { readonly ms: number; readonly bytes: number }
}

const pauseMs = 100
/** Where nobody watches, a line follows a tenth of the whole, but no sooner than the one and no later than the other. */
const shortestSilenceMs = 1000
const longestSilenceMs = 30_000
const nameWidth = 28
const tailWidth = 32

type Screen = Pick<Terminal, 'isWatched' | 'isQuiet' | 'columns' | 'draw' | 'tell' | 'tellProgress'>

/** Opens the bars of a terminal, or writes lines where nobody watches; nothing with `--quiet`. */
export function openProgress(terminal: Screen, now = () => performance.now()): Progress {
  const bars = new Set<Moving>()
  let drawnLines = 0
  let drawnMs = Number.NEGATIVE_INFINITY
  const draw = (isFinal: boolean) => {
    const ms = now()
    if (terminal.isQuiet || !terminal.isWatched || (!isFinal && ms - drawnMs < pauseMs)) return
    const lines = isFinal ? [] : [...bars].map(bar => formatBar(bar, ms, terminal.columns))
    // Up to the first line that was drawn, and everything below it away.
    const back = drawnLines > 0 ? `\x1b[${drawnLines}A\x1b[J` : ''
    terminal.draw(back + lines.map(line => `${line}\n`).join(''))
    drawnLines = lines.length
    drawnMs = ms
  }
  const write = (bar: Moving) => {
    if (terminal.isQuiet || terminal.isWatched || !isDue(bar, now())) return
    bar.told = { ms: now(), bytes: bar.doneBytes }
    const { name, doneBytes, totalBytes } = bar
    terminal.tellProgress({ name, doneBytes, totalBytes }, formatLine(bar))
  }
  return {
    begin(name, totalBytes) {
      const begunMs = now()
      const told = { ms: begunMs, bytes: 0 }
      const bar: Moving = { name: toText(name), totalBytes, first: undefined, doneBytes: 0, begunMs, told }
      bars.add(bar)
      return {
        move(doneBytes) {
          bar.first ??= doneBytes
          bar.doneBytes = doneBytes
          draw(false)
          write(bar)
        },
        end() {
          bars.delete(bar)
          draw(false)
        },
      }
    },
    tell(line) {
      draw(true)
      terminal.tell(line)
    },
    close: () => draw(true),
  }
}

function isDue({ told, doneBytes, totalBytes }: Moving, ms: number): boolean {
  const silenceMs = ms - told.ms
  const isTenth = doneBytes - told.bytes >= totalBytes / 10
  return silenceMs >= longestSilenceMs || (isTenth && silenceMs >= shortestSilenceMs)
}

function formatLine({ name, doneBytes, totalBytes }: Moving): string {
  const percent = totalBytes === 0 ? 100 : Math.floor((doneBytes / totalBytes) * 100)
  return `${name}: ${percent} %, ${toSize(doneBytes)} of ${toSize(totalBytes)}`
}

/** One bar as a line of at most `columns` characters. */
export function formatBar(bar: Omit<Moving, 'told'>, nowMs: number, columns: number) {
  const { name, totalBytes, first = 0, doneBytes, begunMs } = bar
  const part = totalBytes === 0 ? 1 : doneBytes / totalBytes
  const rate = ((doneBytes - first) / Math.max(nowMs - begunMs, 1)) * 1000
  const left = rate > 0 ? formatSeconds((totalBytes - doneBytes) / rate) : ''
  const tail = `${String(Math.floor(part * 100)).padStart(3)} %  ${`${toSize(rate)}/s`.padStart(11)}  ${left}`
  const label = name.length > nameWidth ? `…${name.slice(1 - nameWidth)}` : name.padEnd(nameWidth)
  const width = Math.max(columns - nameWidth - tailWidth - 2, 4)
  const filled = Math.round(part * width)
  return `${label} ${'━'.repeat(filled)}${'╌'.repeat(width - filled)} ${tail}`.slice(0, columns - 1)
}

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60) % 60
  const hours = Math.floor(whole / 3600)
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
