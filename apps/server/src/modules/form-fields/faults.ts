import { brokenRule, type ServiceError } from '@rushes/contract'

/** What is wrong with a value or with the description of a field, before it is known where it stands. */
export class FieldFault extends Error {
  /** The names on the way to what is wrong, below the value or the description that is looked at. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[] = []) {
    super(message)
    this.path = path
  }
}

/** Runs the steps; a fault in them lies below these names. */
export function below<T>(path: readonly string[], steps: () => T): T {
  try {
    return steps()
  } catch (error) {
    throw error instanceof FieldFault ? new FieldFault(error.message, [...path, ...error.path]) : error
  }
}

/** A fault as it is reported to the caller: 422 with a JSON Pointer, below the pointer `base`. */
export function toBrokenRule({ path, message }: FieldFault, base = ''): ServiceError {
  const pointer = path.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return brokenRule(base + pointer || '/', message)
}

const longestShown = 100

/** A value as a message shows it. */
export function toShown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text
}
