import { type Logger, pino } from 'pino'

/** A log of everything, whose lines a test reads. */
export function captureLog(): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level: 'trace' }, { write: line => void lines.push(line) }), lines }
}
