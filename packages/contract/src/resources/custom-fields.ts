import Type from 'typebox'
import {
  about,
  alwaysWith,
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
 * What one custom field holds and where it may be (custom-fields-21). Without a `type` it is a STRING; empty
 * lists restrict nothing; `hidden`, `order`, `clientConfig`, `userProperties` and the autocompletion are the client's
 * business alone.
 */
export const CustomFieldDescription = shape('CustomFieldDescription', {
  type: Type.Optional(about(oneOf(...customFieldTypes), 'type of the values; STRING when absent')),
  label: Type.Optional(about(Name, 'name of the field that forms show')),
  description: Type.Optional(about(Text, 'explanation that forms show next to the field')),
  order: Type.Optional(about(Type.Number(), 'place among the fields of a form, ascending; not used by the service')),
  multiValued: Type.Optional(about(Flag, 'whether the field can have several values; false when absent')),
  defaultValue: Type.Optional(
    Type.Unknown({ description: 'what a clip, a subclip or a collection begins with, in any form of a value' }),
  ),
  validation: Type.Optional(
    Type.String({ description: 'a regular expression (RE2) that the whole of each value matches', maxLength: 1000 }),
  ),
  whiteList: Type.Optional(about(Words, 'the only values that are accepted; any value when empty or absent')),
  blackList: Type.Optional(about(Words, 'values that are rejected with 422')),
  skipWhiteListValidation: Type.Optional(Type.Boolean({ description: 'the white list is a suggestion only' })),
  restrictedTo: Type.Optional(
    about(
      listOf(
        Type.String({ maxLength: 200, description: 'the `objectType` or the `funnel` of what may have the field' }),
      ),
      'object types or funnels that can have the field; all when empty or absent',
    ),
  ),
  readOnly: Type.Optional(Type.Boolean({ description: 'changed by the service itself and by SUPPORT alone' })),
  hidden: Type.Optional(about(Flag, 'whether forms hide the field; not used by the service')),
  requiresId: Type.Optional(Type.Boolean({ description: 'each value comes as `{"id", "value"}`' })),
  thesaurus: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'the id or the `secondaryId` of a thesaurus of the account: where there is one, it has every value',
    }),
  ),
  autocompleteUrl: Type.Optional(about(Text, 'address from which clients get suggestions; not called by the service')),
  autocompleteExtractor: Type.Optional(
    about(Text, 'how clients read suggestions from that answer; not used by the service'),
  ),
  clientConfig: Type.Optional(about(FreeForm, 'settings of clients, stored unchanged')),
  userProperties: Type.Optional(about(FreeForm, 'further properties of clients, stored unchanged')),
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
  id: about(Id, 'id of the annotation or collection with the value'),
  objectType: about(Type.String(), 'type name of that resource'),
  mediaObjectId: Type.Optional(about(Id, 'id of its clip; absent for collections')),
  field: about(Type.String(), 'name of the custom field'),
  message: about(Type.String(), 'why the value does not fit the definition'),
})

/** The stored values that no longer fit: how many, and the first of them. */
export const CustomFieldMisfits = shape('CustomFieldMisfits', {
  count: about(Int, 'number of stored values that do not fit'),
  complete: Type.Boolean({ description: 'false where time ran out before every value was looked at' }),
  items: about(listOf(CustomFieldMisfit, 100), 'the first of these values, at most 100'),
})
export type CustomFieldMisfits = Type.Static<typeof CustomFieldMisfits>

const descriptionFields = {
  allowUndefinedFields: Type.Optional(
    Type.Boolean({ description: 'whether there may be fields that are not described; true when absent' }),
  ),
  clientSettings: Type.Optional(about(FreeForm, 'settings of clients for all fields, stored unchanged')),
  fields: Type.Optional(
    Type.Record(Type.String(), CustomFieldDescription, {
      description: 'definition of each field by name; `<name>.<part>` describes a part of a COMPOUND field',
    }),
  ),
  name: Type.Optional(about(Name, 'name of the set of fields, chosen by clients')),
  productionId: Type.Optional(about(Id, 'id of the production that defines the fields')),
} as const

/** The custom fields of the annotations, or of the collections, of a production; `version` 0 where nobody described any. */
export const CustomFieldsDescription = shape('CustomFieldsDescription', {
  ...alwaysWith(optionalMembers(sharedFields), 'objectType'),
  ...alwaysWith(descriptionFields, 'allowUndefinedFields', 'clientSettings', 'fields', 'productionId'),
  version: about(Id, 'version of the definition; 0 when none was stored'),
  misfits: Type.Optional(
    about(CustomFieldMisfits, 'stored values that the new definition would reject; present in the answer to a change'),
  ),
})
export type CustomFieldsDescription = Type.Static<typeof CustomFieldsDescription>
export const CustomFieldsDescriptionReplacement = creation('CustomFieldsDescriptionReplacement', {
  ...descriptionFields,
  misfits: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
})
export type CustomFieldsDescriptionReplacement = Type.Static<typeof CustomFieldsDescriptionReplacement>
