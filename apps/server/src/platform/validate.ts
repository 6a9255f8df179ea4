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
  let validate: ValidateFunction | undefined
  return (value, path = '') => {
    // At first use: compiling all of them would be a third of a warm start.
    validate ??= ajv.compile(schema)
    if (validate(value)) return
    const faults = (validate.errors ?? []).map(error => toFault(error, path))
    throw new ServiceError(refusal, faults.map(fault => `${fault.path} ${fault.message}`).join('; '), faults)
  }
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
