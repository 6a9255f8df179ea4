import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { creation, FreeForm, Id, listOf, Name, oneOf, replacement, resource, shape } from '../shapes.ts'
import { FormFieldsDefinition } from './form-fields.ts'

/** Most entries that one call writes. */
export const mostWrittenEntries = 100_000

const thesaurusFields = {
  label: Name,
  secondaryId: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'a name of the house, unique in the account; custom fields and tags may name the thesaurus by it',
    }),
  ),
  linkedThesaurusId: Type.Optional(
    Type.Integer({ ...Id, description: 'the thesaurus above: entries of this one belong under entries of that one' }),
  ),
  formFieldsDefinition: Type.Optional(FormFieldsDefinition),
} as const

/** The thesaurus that another one links to, without what stands above it in turn. */
const LinkedThesaurus = resource('LinkedThesaurus', { ...thesaurusFields, accountId: Id })

/** A controlled vocabulary of an account, usable in all of its productions. */
export const Thesaurus = resource('Thesaurus', {
  ...thesaurusFields,
  accountId: Id,
  linkedThesaurus: Type.Optional(LinkedThesaurus),
})
export type Thesaurus = Type.Static<typeof Thesaurus>

/** What comes back with a thesaurus that was read: tolerated and ignored. */
const returned = { accountId: Type.Optional(Id), linkedThesaurus: Type.Optional(Type.Unknown()) } as const
export const ThesaurusCreation = creation('ThesaurusCreation', { ...thesaurusFields, ...returned })
export type ThesaurusCreation = Type.Static<typeof ThesaurusCreation>
export const ThesaurusReplacement = replacement('ThesaurusReplacement', { ...thesaurusFields, ...returned })
export type ThesaurusReplacement = Type.Static<typeof ThesaurusReplacement>

const EntryLabel = Name
const EntryValue = Type.String({ maxLength: 500 })
const EntryIdText = Type.String({ maxLength: 20, description: 'the id of an entry in the linked thesaurus' })

const entryFields = {
  linkedThesaurusEntryId: Type.Optional(EntryIdText),
  formFieldValues: Type.Optional(FreeForm),
  customFields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      deprecated: true,
      description: 'kept as it came; new thesauri use `formFieldValues`',
    }),
  ),
} as const

/** A word of a thesaurus: `label` is what people read, `value` what is stored where the word is used. */
export const ThesaurusEntry = resource('ThesaurusEntry', {
  thesaurusId: Id,
  value: EntryValue,
  label: EntryLabel,
  ...entryFields,
})
export type ThesaurusEntry = Type.Static<typeof ThesaurusEntry>

const writtenEntryFields = {
  value: Type.Optional(EntryValue),
  label: Type.Optional(EntryLabel),
  ...entryFields,
  thesaurusId: Type.Optional(Id),
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
  id: Id,
  value: Type.String(),
  label: Type.String(),
  linkedThesaurusEntryId: Type.Optional(Type.String()),
  thesaurusId: Id,
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
  content: Type.String({ maxLength: 64 * 1024 * 1024, description: 'base64' }),
  format: oneOf(...thesaurusFormats),
})
export type ThesaurusFile = Type.Static<typeof ThesaurusFile>

/** A file of entries as the whole of the body, or within JSON. */
export const ThesaurusUpload = Type.Unsafe<ThesaurusFile | FileBody>(ThesaurusFile)

const Count = Type.Integer({ minimum: 0 })

/** What an import did, and what of the file it did not take. */
export const ThesaurusImport = shape('ThesaurusImport', {
  created: Count,
  updated: Count,
  unchanged: Count,
  problemCount: Count,
  problems: listOf(
    shape('ThesaurusImportProblem', {
      place: Type.String({ description: 'the line of a table, the address of a concept' }),
      message: Type.String(),
    }),
    100,
  ),
})
export type ThesaurusImport = Type.Static<typeof ThesaurusImport>

/** The shared fields that a list of written entries may carry back. */
export const WrittenEntries = listOf(ThesaurusEntry, mostWrittenEntries)
export const EntryRequests = listOf(ThesaurusEntryRequest, mostWrittenEntries)
