/** How the log is written, as the settings have it. */
export interface LogConfig {
  /** Absent: text on a terminal, else JSON. */
  readonly format: LogFormat | undefined
  /** Absent: warn for text, info for JSON. */
  readonly level: LogLevel | undefined
}

export type LogFormat = 'json' | 'text'

const levels = ['fatal', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof levels)[number]

export function parseLogFormat(value: string): LogFormat {
  if (value === 'json' || value === 'text') return value
  throw new Error('must be json or text')
}

export function parseLogLevel(value: string): LogLevel {
  const level = levels.find(each => each === value)
  if (level === undefined) throw new Error(`must be one of ${levels.join(', ')}`)
  return level
}
