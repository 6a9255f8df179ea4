import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import {
  about,
  alwaysWith,
  creation,
  FreeForm,
  Id,
  listOf,
  Name,
  oneOf,
  replacement,
  shape,
  storedResource,
} from '../shapes.ts'
import { FormFieldsDefinition } from './form-fields.ts'

/** Most entries that one call writes. */
export const mostWrittenEntries = 100_000

const thesaurusFields = {
  label: about(Name, 'name of the thesaurus that people read'),
  secondaryId: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'a name of the house, unique in the account; custom fields and tags may name the thesaurus by it',
    }),
  ),
  linkedThesaurusId: Type.Optional(
    Type.Integer({ ...Id, description: 'the thesaurus above: entries of this one belong under entries of that one' }),
  ),
  formFieldsDefinition: Type.Optional(about(FormFieldsDefinition, 'form whose values each entry can have')),
} as const

/** The thesaurus that another one links to, without what stands above it in turn. */
const LinkedThesaurus = storedResource('LinkedThesaurus', {
  ...thesaurusFields,
  accountId: about(Id, 'id of the account that owns the thesaurus'),
})

/** A controlled vocabulary of an account, usable in all of its productions. */
export const Thesaurus = storedResource('Thesaurus', {
  ...thesaurusFields,
  accountId: about(Id, 'id of the account that owns the thesaurus'),
  linkedThesaurus: Type.Optional(about(LinkedThesaurus, 'the thesaurus above, as of now; ignored in requests')),
})
export type Thesaurus = Type.Static<typeof Thesaurus>

/** What comes back with a thesaurus that was read: tolerated and ignored. */
const returned = {
  accountId: Type.Optional(about(Id, 'ignored: clients may send back what they read')),
  linkedThesaurus: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
} as const
export const ThesaurusCreation = creation('ThesaurusCreation', { ...thesaurusFields, ...returned })
export type ThesaurusCreation = Type.Static<typeof ThesaurusCreation>
export const ThesaurusReplacement = replacement('ThesaurusReplacement', { ...thesaurusFields, ...returned })
export type ThesaurusReplacement = Type.Static<typeof ThesaurusReplacement>

export const EntryLabel = Name
export const EntryValue = Type.String({ maxLength: 500 })
const EntryIdText = Type.String({ maxLength: 20, description: 'the id of an entry in the linked thesaurus' })

const entryFields = {
  linkedThesaurusEntryId: Type.Optional(
    about(EntryIdText, 'id of the entry in the linked thesaurus under which this one belongs'),
  ),
  formFieldValues: Type.Optional(about(FreeForm, 'values of the form of the thesaurus, by field name')),
  customFields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      deprecated: true,
      description: 'kept as it came; new thesauri use `formFieldValues`',
    }),
  ),
} as const

/** A word of a thesaurus: `label` is what people read, `value` what is stored where the word is used. */
export const ThesaurusEntry = storedResource('ThesaurusEntry', {
  thesaurusId: about(Id, 'id of the thesaurus that contains the entry'),
  value: about(EntryValue, 'what is stored where the word is used; unique in the thesaurus'),
  label: about(EntryLabel, 'the word that people read'),
  ...alwaysWith(entryFields, 'formFieldValues'),
})
export type ThesaurusEntry = Type.Static<typeof ThesaurusEntry>

const writtenEntryFields = {
  value: Type.Optional(about(EntryValue, 'what is stored where the word is used; unique in the thesaurus')),
  label: Type.Optional(about(EntryLabel, 'the word that people read')),
  ...entryFields,
  thesaurusId: Type.Optional(about(Id, 'id of the thesaurus that contains the entry')),
} as const

/**
 * An entry to write: with the `id` or the `value` of one that exists it changes that one, in the members that it names;
 * otherwise it creates one, and makes a `value` out of the `label` where there is none.
 */
export const ThesaurusEntryRequest = creation('ThesaurusEntryRequest', writtenEntryFields)
export type ThesaurusEntryRequest = Type.Static<typeof ThesaurusEntryRequest>
export const ThesaurusEntryReplacement = replacement('ThesaurusEntryReplacement', writtenEntryFields)
export type ThesaurusEntryReplacement = Type.Static<typeof ThesaurusEntryReplacement>

/** Which entry another one is merged into. */
export const ThesaurusEntryMerge = shape('ThesaurusEntryMerge', {
  into: Type.String({ maxLength: 20, description: 'the id of the entry that stays' }),
})

/** An entry as suggestions show it. */
export const ThesaurusTag = shape('ThesaurusTag', {
  id: about(Id, 'id of the entry in its thesaurus'),
  value: about(Type.String(), 'what is stored where the word is used; unique in the thesaurus'),
  label: about(Type.String(), 'the word that people read'),
  linkedThesaurusEntryId: Type.Optional(
    about(Type.String(), 'id of the entry in the linked thesaurus under which this one belongs'),
  ),
  thesaurusId: about(Id, 'id of the thesaurus that contains the entry'),
  linkedThesaurusId: Type.Optional(
    Type.Integer({ ...Id, description: 'the thesaurus above, whose entries may be named as `model`' }),
  ),
})
export type ThesaurusTag = Type.Static<typeof ThesaurusTag>

/** Files that a thesaurus is written as and read from. */
export const thesaurusFormats = ['csv', 'turtle', 'rdfxml'] as const
export type ThesaurusFormat = (typeof thesaurusFormats)[number]
export const thesaurusMediaTypes: Readonly<Record<ThesaurusFormat, string>> = {
  csv: 'text/csv',
  turtle: 'text/turtle',
  rdfxml: 'application/rdf+xml',
}

const ThesaurusFile = shape('ThesaurusFile', {
  content: Type.String({ maxLength: 64 * 1024 * 1024, description: 'the bytes of the file in base64' }),
  format: about(oneOf(...thesaurusFormats), 'format of the file in `content`'),
})
export type ThesaurusFile = Type.Static<typeof ThesaurusFile>

/** A file of entries as the whole of the body, or within JSON. */
export const ThesaurusUpload = Type.Unsafe<ThesaurusFile | FileBody>(ThesaurusFile)

const Count = Type.Integer({ minimum: 0 })

/** What an import did, and what of the file it did not take. */
export const ThesaurusImport = shape('ThesaurusImport', {
  created: about(Count, 'number of entries that were created'),
  updated: about(Count, 'number of entries that were changed'),
  unchanged: about(Count, 'number of entries that were equal already'),
  problemCount: about(Count, 'number of lines or concepts that were not imported'),
  problems: about(
    listOf(
      shape('ThesaurusImportProblem', {
        place: Type.String({ description: 'the line of a table, the address of a concept' }),
        message: about(Type.String(), 'why this part of the file was not imported'),
      }),
      100,
    ),
    'the first of these problems, at most 100',
  ),
})
export type ThesaurusImport = Type.Static<typeof ThesaurusImport>

/** The shared fields that a list of written entries may carry back. */
export const WrittenEntries = listOf(ThesaurusEntry, mostWrittenEntries)
export const EntryRequests = listOf(ThesaurusEntryRequest, mostWrittenEntries)
