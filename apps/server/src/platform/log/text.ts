/** Members of every record that tell a person at the terminal nothing. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])
const levelNames: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** A JSON record of the log as a line for people: time, level, message, the other members, and the stack of an error. */
export function formatRecord(record: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    ...rest
  } = JSON.parse(record) as {
    level: number
    time: number
    msg?: string
    err?: { message?: string; stack?: string }
  }
  const members = Object.entries(rest).filter(([name]) => !hidden.has(name))
  const parts = [
    new Date(time).toISOString().slice(11, 19),
    (levelNames[level] ?? String(level)).padEnd(5),
    msg,
    ...members.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
  const stack = err ? `\n${err.stack ?? err.message}` : ''
  // What came from outside must not move the cursor.
  return `${`${parts.join(' ')}${stack}`.replaceAll(/[\p{Cc}]/gu, char => (char === '\n' ? char : ' '))}\n`
}
