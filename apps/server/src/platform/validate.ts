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

/** A check of bodies against a shape: 400 with the paths of what is wrong. Nothing is coerced, nothing dropped. */
export function createValidator(schema: TSchema): (value: unknown) => void {
  const validate: ValidateFunction = ajv.compile(schema)
  return value => {
    if (validate(value)) return
    const faults = (validate.errors ?? []).map(toFault)
    throw new ServiceError('BadRequestError', faults.map(fault => `${fault.path} ${fault.message}`).join('; '), faults)
  }
}

function toFault(error: ErrorObject): Fault {
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty).slice(0, 100)
    return { path: `${error.instancePath}/${name}`, message: 'is not a known member' }
  }
  if (error.keyword === 'enum') {
    return { path: error.instancePath || '/', message: `must be one of ${error.params.allowedValues.join(', ')}` }
  }
  return { path: error.instancePath || '/', message: error.message ?? 'is wrong' }
}
