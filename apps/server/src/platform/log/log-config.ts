/** How the log is written, as the settings have it. */
export interface LogConfig {
  /** Absent: text on a terminal, else JSON. */
  readonly format: LogFormat | undefined
  /** Absent: warn for text, else info. */
  readonly level: LogLevel | undefined
}

/** `file`: JSON in a file of the data folder. */
export type LogFormat = 'json' | 'text' | 'file'

const levels = ['fatal', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof levels)[number]

export function parseLogFormat(value: string): LogFormat {
  if (value === 'json' || value === 'text' || value === 'file') return value
  throw new Error('must be json, text or file')
}

export function parseLogLevel(value: string): LogLevel {
  const level = levels.find(each => each === value)
  if (level === undefined) throw new Error(`must be one of ${levels.join(', ')}`)
  return level
}
