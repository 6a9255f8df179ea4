/**
 * Thesauri: the controlled vocabularies of accounts, their entries, and what stands under what.
 * Promises: a list of entries is written whole or not at all; values are unique in their thesaurus; what is referred to
 * is not deleted, and a renamed or merged entry takes the values of custom fields with it.
 * Leaves to others: which custom fields are bound to a thesaurus, and the values in them (custom fields).
 */

import { defineModule } from '../../platform/module.ts'
import { thesaurusArchives } from './archive.ts'
import { entryDocuments } from './documents.ts'
import { addThesaurusRoutes } from './routes.ts'

export { type BoundWord, findUnknownWords } from './entries/check-words.ts'
export type { BoundField, NamedEntry, ThesaurusNames, ThesaurusUses } from './reading/uses.ts'
export { readVocabulary, type VocabularyEntry } from './reading/vocabulary.ts'

export const thesauri = defineModule({
  name: 'thesauri',
  routes: addThesaurusRoutes,
  searchDocuments: { thesaurus: entryDocuments },
  archive: { parts: thesaurusArchives },
})
