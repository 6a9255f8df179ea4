import Type from 'typebox'
import {
  creation,
  Flag,
  FreeForm,
  Id,
  Int,
  listOf,
  Name,
  oneOf,
  optionalMembers,
  shape,
  sharedFields,
  Text,
} from '../shapes.ts'

export const customFieldTypes = [
  'STRING',
  'BOOLEAN',
  'INTEGER',
  'DATE',
  'DOUBLE',
  'LONG',
  'JSON',
  'TEXT',
  'FRAME',
  'COMPOUND',
  'FLOW_ID',
  'FLOW_OBJECT',
] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

const Words = listOf(Type.String({ maxLength: 10_000 }))

/**
 * What one custom field holds and where it may stand ("CustomFieldDescription"). Without a `type` it is a STRING; empty
 * lists restrict nothing; `hidden`, `order`, `clientConfig`, `userProperties` and the autocompletion are the client's
 * business alone.
 */
export const CustomFieldDescription = shape('CustomFieldDescription', {
  type: Type.Optional(oneOf(...customFieldTypes)),
  label: Type.Optional(Name),
  description: Type.Optional(Text),
  order: Type.Optional(Type.Number()),
  multiValued: Type.Optional(Flag),
  defaultValue: Type.Optional(
    Type.Unknown({ description: 'what a clip, a subclip or a collection begins with, in any form of a value' }),
  ),
  validation: Type.Optional(
    Type.String({ description: 'a regular expression (RE2) that the whole of each value matches', maxLength: 1000 }),
  ),
  whiteList: Type.Optional(Words),
  blackList: Type.Optional(Words),
  skipWhiteListValidation: Type.Optional(Type.Boolean({ description: 'the white list is a suggestion only' })),
  restrictedTo: Type.Optional(
    listOf(Type.String({ maxLength: 200, description: 'the `objectType` or the `funnel` of what may have the field' })),
  ),
  readOnly: Type.Optional(Type.Boolean({ description: 'changed by the service itself and by SUPPORT alone' })),
  hidden: Type.Optional(Flag),
  requiresId: Type.Optional(Type.Boolean({ description: 'each value comes as `{"id", "value"}`' })),
  thesaurus: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'the id or the `secondaryId` of a thesaurus of the account: where there is one, it has every value',
    }),
  ),
  autocompleteUrl: Type.Optional(Text),
  autocompleteExtractor: Type.Optional(Text),
  clientConfig: Type.Optional(FreeForm),
  userProperties: Type.Optional(FreeForm),
  clipAllowed: Type.Optional(
    Type.Boolean({ description: 'whether a MediaObjectAnnotation may have it; true when absent' }),
  ),
  subClipAllowed: Type.Optional(
    Type.Boolean({ description: 'whether a ClipAnnotation may have it; true when absent' }),
  ),
})
export type CustomFieldDescription = Type.Static<typeof CustomFieldDescription>

/** A stored value that the description, as it is now, would refuse. It stays as it is until somebody writes it. */
const CustomFieldMisfit = shape('CustomFieldMisfit', {
  id: Id,
  objectType: Type.String(),
  mediaObjectId: Type.Optional(Id),
  field: Type.String(),
  message: Type.String(),
})

/** The stored values that no longer fit: how many, and the first of them. */
export const CustomFieldMisfits = shape('CustomFieldMisfits', {
  count: Int,
  complete: Type.Boolean({ description: 'false where time ran out before every value was looked at' }),
  items: listOf(CustomFieldMisfit, 100),
})
export type CustomFieldMisfits = Type.Static<typeof CustomFieldMisfits>

const descriptionFields = {
  allowUndefinedFields: Type.Optional(
    Type.Boolean({ description: 'whether there may be fields that are not described; true when absent' }),
  ),
  clientSettings: Type.Optional(FreeForm),
  fields: Type.Optional(
    Type.Record(Type.String(), CustomFieldDescription, {
      description: 'by name; `<name>.<part>` describes a part of the field `<name>` of type COMPOUND',
    }),
  ),
  name: Type.Optional(Name),
  productionId: Type.Optional(Id),
} as const

/** The custom fields of the annotations, or of the collections, of a production; `version` 0 where nobody described any. */
export const CustomFieldsDescription = shape('CustomFieldsDescription', {
  ...optionalMembers(sharedFields),
  ...descriptionFields,
  version: Id,
  misfits: Type.Optional(CustomFieldMisfits),
})
export type CustomFieldsDescription = Type.Static<typeof CustomFieldsDescription>
export const CustomFieldsDescriptionReplacement = creation('CustomFieldsDescriptionReplacement', {
  ...descriptionFields,
  misfits: Type.Optional(Type.Unknown()),
})
export type CustomFieldsDescriptionReplacement = Type.Static<typeof CustomFieldsDescriptionReplacement>
