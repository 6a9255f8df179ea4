/** Members of JSON from outside, each of its kind or not there. */

export type Members = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value.toWellFormed().replaceAll('\0', '') : undefined
}

/** A finite number, also one that stands as text (`"12.5"`). */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A number of seconds as milliseconds. */
export function asMilliseconds(value: unknown): number | undefined {
  const seconds = asNumber(value)
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

/** A share from 0 to 1. */
export function asShare(value: unknown): number | undefined {
  const number = asNumber(value)
  return number === undefined ? undefined : Math.min(1, Math.max(0, number))
}

/** Speakers are names, or numbers that count from 0. */
export function asSpeaker(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `S${value + 1}`
  return asText(value)?.slice(0, 1000)
}

/** Members that are there. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
