import { FieldFault, toShown } from './faults.ts'

const longestName = 200
const hostileNames = ['__proto__', 'constructor', 'prototype']

/** Throws FieldFault for a name that no field can have. */
export function assertFieldName(name: string): void {
  if (name === '') throw new FieldFault('a field needs a name')
  if (name.length > longestName) {
    throw new FieldFault(`the name of a field must not be longer than ${longestName} characters`)
  }
  if (/\p{Cc}/u.test(name)) throw new FieldFault(`${toShown(name)} holds characters that no name has`)
  if (hostileNames.includes(name)) throw new FieldFault(`${name} cannot be the name of a field`)
}
