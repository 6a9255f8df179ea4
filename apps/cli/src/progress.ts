/** Bars for what is on its way, drawn over themselves on a terminal, and nowhere else. */

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
}

const pauseMs = 100
const nameWidth = 28
const tailWidth = 32

/** Opens the bars of a terminal; where nobody watches nothing is drawn. */
export function openProgress(terminal: Pick<Terminal, 'isWatched' | 'columns' | 'draw' | 'tell'>): Progress {
  const bars = new Set<Moving>()
  let drawnLines = 0
  let drawnMs = Number.NEGATIVE_INFINITY
  const draw = (isFinal: boolean) => {
    const now = performance.now()
    if (!terminal.isWatched || (!isFinal && now - drawnMs < pauseMs)) return
    const lines = isFinal ? [] : [...bars].map(bar => formatBar(bar, now, terminal.columns))
    // Up to the first line that was drawn, and everything below it away.
    const back = drawnLines > 0 ? `\x1b[${drawnLines}A\x1b[J` : ''
    terminal.draw(back + lines.map(line => `${line}\n`).join(''))
    drawnLines = lines.length
    drawnMs = now
  }
  return {
    begin(name, totalBytes) {
      const bar: Moving = { name: toText(name), totalBytes, first: undefined, doneBytes: 0, begunMs: performance.now() }
      bars.add(bar)
      return {
        move(doneBytes) {
          bar.first ??= doneBytes
          bar.doneBytes = doneBytes
          draw(false)
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

/** One bar as a line of at most `columns` characters. */
export function formatBar({ name, totalBytes, first = 0, doneBytes, begunMs }: Moving, nowMs: number, columns: number) {
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
