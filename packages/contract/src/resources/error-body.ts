import Type from 'typebox'
import { type ErrorName, errorTable } from '../errors.ts'

/** The shape of `ErrorBody`. */
export const ErrorBodyShape = Type.Object(
  {
    type: Type.Enum(Object.keys(errorTable) as ErrorName[]),
    code: Type.Integer({ description: 'the HTTP status' }),
    errorNumber: Type.Integer(),
    message: Type.String(),
    data: Type.Unknown({ description: 'null, or the detail' }),
  },
  { title: 'ErrorBody' },
)
