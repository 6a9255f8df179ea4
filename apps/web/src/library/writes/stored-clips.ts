import { createKey } from '../../platform/writes/create-key.ts'
import type { StoredWrite } from '../../platform/writes/write-queue.ts'
import type { ClipChange } from './clip-change.ts'

/** A change of clips as it waits for the connection. */
export interface KeptClips {
  readonly prId: number
  readonly ids: readonly number[]
  readonly change: ClipChange
  /** Values that it replaces, by JSON Pointer. */
  readonly expected?: Readonly<Record<string, unknown>> | undefined
}

/** The change as data that outlives the page. */
export function toStoredClips(owner: string, data: KeptClips, key = createKey()): StoredWrite {
  return { key, kind: 'clips', owner, data }
}
