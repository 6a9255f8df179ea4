import type { CustomFieldsDescription, ReviewStatusChoice } from '@rushes/contract'
import type { Collection } from '../collections/collection.ts'
import type { ClipActions, ClipRights } from '../selection/clip-actions.ts'
import type { ClipWriter } from '../writes/clip-writer.ts'

/** What the inspector knows of the production, and of what the user may do there. */
export interface InspectorContext {
  readonly prId: number
  /** Who writes: `StoredWrite.owner`. */
  readonly owner: string
  readonly description: CustomFieldsDescription | undefined
  readonly statuses: readonly ReviewStatusChoice[]
  readonly collections: readonly Collection[]
  readonly may: ClipRights
  readonly writer: ClipWriter
  readonly actions: ClipActions
}
