import type { SolrDocument } from '@rushes/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DocumentKind } from '../../documents/document.ts'

export interface SearchValueTable {
  ord: Generated<number>
  field: string
  value: string
  number: number | null
}

export interface SearchWordTable {
  word: string
}

export interface SearchSlotTable {
  field: string
  slot: Generated<number>
  is_list: boolean
}

export interface SearchDocumentTable {
  id: number
  kind: string
  production_id: number | null
  account_id: number | null
  media_object_id: number | null
  start_frame: number | null
  end_frame: number | null
  created: number | null
  last_updated: number | null
  ords: number[]
  slots: number[]
  words: string
  word_count: number
  /** The transaction that wrote it. */
  written: Generated<string>
}

/** A document that was removed, for those who hold copies of the index. */
export interface SearchRemovalTable {
  id: number
  written: Generated<string>
  removed: Generated<Date>
}

export interface SearchBodyTable {
  id: number
  body: ColumnType<SolrDocument, string, string>
}

export interface SearchChangeTable {
  id: Generated<number>
  kind: DocumentKind
  document_id: number
  /** Whether it is one of very many of one transaction: others go first. */
  is_bulk: Generated<boolean>
  /** How often its document could not be written. */
  attempts: Generated<number>
  /** Not before this; null for at once. */
  due: Date | null
}

export interface SearchIndexTable {
  is_only: Generated<boolean>
  engine: Generated<string>
  format: number
  generation: Generated<number>
  reason: string | null
  documents: Generated<number>
  parts: Generated<number>
  is_anew: Generated<boolean>
  started: number | null
  collection: string | null
  next_collection: string | null
}

/** A range of ids, both ends among them. */
export interface SearchRebuildPartTable {
  first_id: number
  last_id: number
}

export interface SearchMissingIndexTable {
  name: string
  /** The statement that makes it. */
  definition: string
}

/** A document that an engine beside the database has taken, and may still lose. */
export interface SearchUnsettledTable {
  collection: string
  document_id: number
  kind: DocumentKind
  version: number
}

/** Every table of this module: all of them are derived from other modules' tables, and rebuilt when empty. */
export const derivedTables = [
  'search_value',
  'search_word',
  'search_slot',
  'search_document',
  'search_body',
  'search_removal',
  'search_change',
  'search_index',
  'search_rebuild_part',
  'search_missing_index',
  'search_unsettled',
] as const

declare module '../../../../platform/database/tables.ts' {
  interface Tables {
    search_value: SearchValueTable
    search_word: SearchWordTable
    search_slot: SearchSlotTable
    search_document: SearchDocumentTable
    search_body: SearchBodyTable
    search_removal: SearchRemovalTable
    search_change: SearchChangeTable
    search_index: SearchIndexTable
    search_rebuild_part: SearchRebuildPartTable
    search_missing_index: SearchMissingIndexTable
    search_unsettled: SearchUnsettledTable
  }
}
