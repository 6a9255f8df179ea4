import type { Colour } from '../../document/document.ts'

/** What is wrong with one member; `path` is a JSON pointer. */
export interface Fault {
  readonly path: string
  readonly message: string
}

export type Faults = Fault[]

/**
 * Reads the members of an object that nobody has checked yet. A member that is absent takes its fallback; a faulty one
 * too, and is reported. Members that nobody asks for are reported by `end`, since a misspelt limit would else do nothing.
 */
export class MemberReader {
  readonly #members: object
  readonly #path: string
  readonly #faults: Faults
  readonly #asked = new Set<string>()

  constructor(value: unknown, path: string, faults: Faults) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject && value !== undefined) faults.push({ path, message: 'must be an object' })
    this.#members = isObject ? value : {}
    this.#path = path
    this.#faults = faults
  }

  /** The member as it is, undefined when absent; null counts as absent. */
  raw(name: string): unknown {
    this.#asked.add(name)
    return Object.hasOwn(this.#members, name) ? (Reflect.get(this.#members, name) ?? undefined) : undefined
  }

  pathOf(name: string): string {
    return `${this.#path}/${name}`
  }

  fail(name: string, message: string): void {
    this.#faults.push({ path: this.pathOf(name), message })
  }

  /** A member that a check accepts; `message` says what it should have been. */
  read<T, F>(name: string, check: (value: unknown) => value is T, message: string, fallback: F): T | F {
    const value = this.raw(name)
    if (value === undefined) return fallback
    if (check(value)) return value
    this.fail(name, message)
    return fallback
  }

  whole<F>(name: string, min: number, max: number, fallback: F): number | F {
    const check = (value: unknown): value is number => Number.isInteger(value) && isWithin(value, min, max)
    return this.read(name, check, `must be a whole number from ${min} to ${max}`, fallback)
  }

  number<F>(name: string, min: number, max: number, fallback: F): number | F {
    const check = (value: unknown): value is number => isWithin(value, min, max)
    return this.read(name, check, `must be a number from ${min} to ${max}`, fallback)
  }

  flag<F>(name: string, fallback: F): boolean | F {
    return this.read(name, value => typeof value === 'boolean', 'must be true or false', fallback)
  }

  text<F>(name: string, fallback: F, maxLength = 200): string | F {
    const check = (value: unknown): value is string => isText(value, maxLength)
    return this.read(name, check, `must be a text of 1 to ${maxLength} characters`, fallback)
  }

  colour<F>(name: string, fallback: F): Colour | F {
    const colour = this.read(name, isColour, colourMessage, undefined)
    return colour === undefined ? fallback : toColour(colour)
  }

  oneOf<T extends string | number, F>(name: string, choices: readonly T[], fallback: F): T | F {
    const check = (value: unknown): value is T => choices.some(choice => choice === value)
    return this.read(name, check, `must be one of ${choices.join(', ')}`, fallback)
  }

  /** A list with each item read by a function, which gives undefined for one that it told a fault of. */
  list<T, F>(
    name: string,
    maxLength: number,
    readItem: (item: unknown, path: string) => T | undefined,
    fallback: F,
  ): T[] | F {
    const value = this.raw(name)
    if (value === undefined) return fallback
    if (!Array.isArray(value) || value.length > maxLength) {
      this.fail(name, `must be a list of at most ${maxLength}`)
      return fallback
    }
    return value.flatMap((item: unknown, index) => readItem(item, `${this.pathOf(name)}/${index}`) ?? [])
  }

  /** Reports the members that were not asked for; with hostile input, some of them. */
  end(): void {
    for (const name of Object.keys(this.#members).slice(0, 100)) {
      if (!this.#asked.has(name)) this.fail(escapePointer(name.slice(0, 100)), 'is not known here')
    }
  }
}

const colourMessage = 'must be a colour as #rrggbb or #rrggbbaa'

function isColour(value: unknown): value is Colour {
  return typeof value === 'string' && /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
}

function toColour(colour: Colour): Colour {
  return `#${colour.slice(1).toLowerCase()}`
}

export function readColour(value: unknown, path: string, faults: Faults): Colour | undefined {
  if (isColour(value)) return toColour(value)
  faults.push({ path, message: colourMessage })
  return undefined
}

export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The members that are there; an optional member is omitted, never undefined. */
export function omitAbsent<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof omitAbsent<T>
  >
}
