/**
 * What custom fields a production has on its annotations and on its collections, and what may be written to them.
 * Promises: what is written to a described field is cast, checked and stored in one form; a description that changes
 * takes no stored value away, and says which of them no longer fit; a field that is bound to a thesaurus gets no other
 * words, and follows when an entry is renamed or merged.
 * Leaves to others: the values themselves (annotations, collections), and the vocabularies (thesauri).
 */

import { defineModule } from '../../platform/module.ts'
import { descriptionArchive, listUsedThesauri } from './archive.ts'
import { addCustomFieldRoutes } from './routes.ts'
import { thesaurusUses } from './vocabulary/thesaurus-uses.ts'

export { withFieldPaths } from './description/names.ts'
export { toSearchFields } from './description/search-fields.ts'
export { holdsChosen, pageSize, readFieldsPage, selectChosen } from './store.ts'
export { mapFieldIds } from './values/archived-values.ts'
export type { ReadStoredFields } from './values/misfits.ts'
export { createDescribedCheck, settleCustomFields } from './values/write.ts'
export type { FieldBearers } from './vocabulary/thesaurus-uses.ts'

export const customFields = defineModule({
  name: 'custom-fields',
  services: () => ({ thesaurusUses, listUsedThesauri }),
  routes: addCustomFieldRoutes,
  archive: { parts: [descriptionArchive], after: ['productions'] },
})
