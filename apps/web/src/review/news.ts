import { useEvents } from '../platform/reading/live.ts'
import { useSoon } from '../platform/writes/soon.ts'
import type { ReviewAccess } from './access.ts'
import type { Threads } from './comments/threads.ts'

/** After so long a search finds what was said just before. */
const indexMs = 1000

/** Reloads comments and clip when they change elsewhere. */
export function useNews(
  { api, prId, shareId }: ReviewAccess,
  moId: number,
  threads: Threads,
  onClip: () => void,
): void {
  const lookSoon = useSoon(() => {
    threads.catchUp()
    onClip()
  }, indexMs)
  useEvents(
    api,
    { prId, shareId },
    event => {
      const { type, object, verb } = event
      if (object?.mediaObjectId !== moId && object?.id !== moId) return
      if (/^Media\.(update|instance\.)/.test(type)) onClip()
      else if (type === 'Annotation.create' || verb?.startsWith('Annotation.')) threads.catchUp(event)
    },
    lookSoon,
  )
}
