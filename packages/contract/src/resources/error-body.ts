import Type from 'typebox'
import { type ErrorName, errorTable } from '../errors.ts'
import { about } from '../shapes.ts'

/** The shape of `ErrorBody`. */
export const ErrorBodyShape = Type.Object(
  {
    type: about(Type.Enum(Object.keys(errorTable) as ErrorName[]), 'name of the error; programs should decide by this'),
    code: Type.Integer({ description: 'HTTP status of the answer' }),
    errorNumber: about(Type.Integer(), 'number of the error, finer than the HTTP status'),
    message: about(Type.String(), 'what is wrong and what is accepted, in English'),
    data: Type.Unknown({ description: 'details of the error, for example what is wrong where; or null' }),
  },
  { title: 'ErrorBody' },
)
