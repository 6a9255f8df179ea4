import { setQuery } from '../platform/router.tsx'
import { leave } from '../platform/writes/unsaved.ts'

/** Opens a clip of the share, or all of them where none is named. */
export function showClip(id: number | undefined): void {
  leave(() => setQuery({ clip: id === undefined ? undefined : String(id), comment: undefined, panel: undefined }))
}
