import { Id, Instant } from '@rushes/contract'
import Type from 'typebox'
import type { Context } from '../context.ts'
import type { ArchiveSource, ArchiveTarget } from './part.ts'

/** Members that most items have. `creatorId` is one of the archive's people. */
export const archivedFields = {
  id: Id,
  version: Id,
  created: Instant,
  creatorId: Type.Optional(Id),
  lastUpdated: Instant,
} as const

interface ArchivedFields {
  readonly id: number
  readonly version: number
  readonly created: number
  readonly creatorId?: number
  readonly lastUpdated: number
}

/** The shared columns of a row as its item has them. */
export function toArchived(
  row: { id: number; version: number; created: number; creator_id: number | null; last_updated: number },
  { people }: ArchiveSource,
): ArchivedFields {
  if (row.creator_id !== null) people.add(row.creator_id)
  return {
    id: row.id,
    version: row.version,
    created: row.created,
    ...(row.creator_id === null ? {} : { creatorId: row.creator_id }),
    lastUpdated: row.last_updated,
  }
}

/**
 * The shared columns of a row that an item becomes: when it was made and last changed, and by whom where they are a user
 * here, as it was; which process wrote it tells that it was this import.
 */
export function fromArchived(part: string, item: ArchivedFields, { ids }: ArchiveTarget, { requestId }: Context) {
  return {
    id: ids.get(part, item.id, '/id'),
    version: item.version,
    created: item.created,
    created_by: requestId,
    creator_id: item.creatorId === undefined ? null : (ids.find('people', item.creatorId) ?? null),
    modified_by: requestId,
    last_updated: item.lastUpdated,
  }
}
