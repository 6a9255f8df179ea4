import Type from 'typebox'
import { FreeForm, Name, oneOf, shape, Text } from '../shapes.ts'

export const formFieldTypes = ['STRING', 'TEXT', 'BOOLEAN', 'INTEGER', 'DATE', 'DOUBLE', 'LONG'] as const
export type FormFieldType = (typeof formFieldTypes)[number]

/** One field of a form. Without a `type` it is a STRING; `order`, `clientConfig` and `userProperties` are the client's business. */
export const FormFieldDefinition = shape('FormFieldDefinition', {
  type: Type.Optional(oneOf(...formFieldTypes)),
  label: Type.Optional(Name),
  description: Type.Optional(Text),
  order: Type.Optional(Type.Number()),
  required: Type.Optional(Type.Boolean({ description: 'whether there must be a value' })),
  defaultValue: Type.Optional(Type.Unknown({ description: 'what the field has where nothing was given at creation' })),
  clientConfig: Type.Optional(FreeForm),
  userProperties: Type.Optional(FreeForm),
})
export type FormFieldDefinition = Type.Static<typeof FormFieldDefinition>

/** The fields of a form; `layout`, `clientSettings` and `validationRules` are kept for the client as they came. */
export const FormFieldsDefinition = shape('FormFieldsDefinition', {
  name: Type.Optional(Name),
  fields: Type.Optional(Type.Record(Type.String(), FormFieldDefinition, { description: 'by name' })),
  layout: Type.Optional(FreeForm),
  clientSettings: Type.Optional(FreeForm),
  validationRules: Type.Optional(Type.Union([FreeForm, Type.Array(Type.Unknown(), { maxItems: 1000 })])),
})
export type FormFieldsDefinition = Type.Static<typeof FormFieldsDefinition>
