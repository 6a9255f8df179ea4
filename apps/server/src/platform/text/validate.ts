import { type Fault, ServiceError } from '@rushes/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

const ajv = new Ajv({
  strict: false,
  allErrors: false,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
})
ajv.addFormat('int64', true)
ajv.addFormat('int32', true)

/**
 * A check of values against a shape. Nothing is coerced, nothing dropped. A request of the wrong shape is 400
 * (`BadRequestError`), a patched resource that lost its shape 422 (`ValidationError`); `data` has the paths, below that
 * of the value itself.
 */
export function createValidator(
  schema: TSchema,
  refusal: 'BadRequestError' | 'ValidationError' = 'BadRequestError',
): (value: unknown, path?: string) => void {
  const compiled = new Map<TSchema, ValidateFunction>()
  return (value, path = '') => {
    const meant = pickAlternative(schema, value)
    // At first use: compiling all of them would be a third of a warm start.
    const validate = compiled.get(meant) ?? ajv.compile(meant)
    compiled.set(meant, validate)
    if (validate(value)) return
    const faults = (validate.errors ?? []).map(error => toFault(error, path))
    throw new ServiceError(refusal, faults.map(fault => `${fault.path} ${fault.message}`).join('; '), faults)
  }
}

/** Of "one thing or a list of them" the alternative that the value is meant to be, so that faults are those of the value. */
export function pickAlternative(schema: TSchema, value: unknown): TSchema {
  const { anyOf } = schema as { anyOf?: readonly TSchema[] }
  const isList = (alternative: TSchema) => (alternative as { type?: unknown }).type === 'array'
  const meant = anyOf?.filter(alternative => isList(alternative) === Array.isArray(value)) ?? []
  return meant.length === 1 ? meant[0]! : schema
}

function toFault(error: ErrorObject, above: string): Fault {
  const path = above + error.instancePath
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty).slice(0, 100)
    return { path: `${path}/${name}`, message: 'is not a known member' }
  }
  if (error.keyword === 'enum') {
    return { path: path || '/', message: `must be one of ${error.params.allowedValues.join(', ')}` }
  }
  return { path: path || '/', message: error.message ?? 'is wrong' }
}
