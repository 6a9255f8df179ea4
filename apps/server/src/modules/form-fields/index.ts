/**
 * Fields of forms: what a definition means, and whether values fit it; the types that fields have, here and in custom
 * fields.
 * Promises: a value that was cast once is cast to itself; what does not fit is refused with the names on the way to it.
 * Leaves to others: where definitions and values are kept.
 */
export { castScalar, describeType, isObject, type ScalarType, toId, toWord } from './cast.ts'
export { below, FieldFault, toBrokenRule, toShown } from './faults.ts'
export { type Form, type FormValues, fillForm, readForm } from './form.ts'
export { assertFieldName } from './names.ts'
