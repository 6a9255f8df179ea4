/**
 * How modules give their share of a production to an archive and take it from one: each as parts of one shape, so that no
 * module reads the tables of another. Knows no module and no file format; the module `archives` puts the parts together.
 */

import type { ModuleArchive } from './part.ts'

export { ArchiveIds } from './ids.ts'
export { archivedFields, fromArchived, toArchived } from './items.ts'
export type {
  ArchivedFile,
  ArchivedItem,
  ArchivePart,
  ArchiveSource,
  ArchiveTarget,
  ModuleArchive,
  StagedFile,
} from './part.ts'
export { remember } from './remember.ts'
export { renameLanguagesOf } from './rename-languages.ts'
export { archiveTable } from './table-part.ts'

declare module '../module.ts' {
  interface Module {
    readonly archive?: ModuleArchive
  }
}
