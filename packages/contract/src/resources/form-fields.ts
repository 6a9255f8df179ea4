import Type from 'typebox'
import { about, documentedAs, FreeForm, Name, oneOf, shape, Text } from '../shapes.ts'

export const formFieldTypes = ['STRING', 'TEXT', 'BOOLEAN', 'INTEGER', 'DATE', 'DOUBLE', 'LONG'] as const
export type FormFieldType = (typeof formFieldTypes)[number]

/** One field of a form. Without a `type` it is a STRING; `order`, `clientConfig` and `userProperties` are the client's business. */
export const FormFieldDefinition = shape('FormFieldDefinition', {
  type: Type.Optional(about(oneOf(...formFieldTypes), 'type of the value; STRING when absent')),
  label: Type.Optional(about(Name, 'name of the field that forms show')),
  description: Type.Optional(about(Text, 'explanation that forms show next to the field')),
  order: Type.Optional(about(Type.Number(), 'place in the form, ascending; not used by the service')),
  required: Type.Optional(Type.Boolean({ description: 'whether there must be a value' })),
  defaultValue: Type.Optional(Type.Unknown({ description: 'what the field has where nothing was given at creation' })),
  clientConfig: Type.Optional(about(FreeForm, 'settings of clients, stored unchanged')),
  userProperties: Type.Optional(about(FreeForm, 'further properties of clients, stored unchanged')),
})
export type FormFieldDefinition = Type.Static<typeof FormFieldDefinition>

/** The fields of a form; `layout`, `clientSettings` and `validationRules` are kept for the client as they came. */
export const FormFieldsDefinition = shape('FormFieldsDefinition', {
  name: Type.Optional(about(Name, 'name of the form, chosen by clients')),
  fields: Type.Optional(
    Type.Record(Type.String(), FormFieldDefinition, { description: 'definition of each field, by name' }),
  ),
  layout: Type.Optional(about(FreeForm, 'layout of the form, stored unchanged for clients')),
  clientSettings: Type.Optional(about(FreeForm, 'settings of clients for the form, stored unchanged')),
  validationRules: Type.Optional(
    documentedAs(
      Type.Union([FreeForm, Type.Array(Type.Unknown(), { maxItems: 1000 })]),
      Type.Unknown(),
      'rules of the client, an object or a list; stored and returned unchanged',
    ),
  ),
})
export type FormFieldsDefinition = Type.Static<typeof FormFieldsDefinition>
