/** How much the user has not read: asked again and again while somebody looks at the page (docs/adr/0070). */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { path } from '../platform/router.tsx'

/** Unread lines; nothing before it is known. */
export const unread = signal<number | undefined>(undefined)

const everyMs = 20_000

async function ask(): Promise<void> {
  const id = user.peek()?.id
  if (id === undefined || document.hidden) return
  // Without an answer the last number stays; the next turn asks again.
  const answer = await api.notifications.listNotifications({ id, query: { limit: 0 } }).catch(() => undefined)
  if (answer && user.peek()?.id === id) unread.value = answer.unread
}

/** Keeps `unread` up to date while the component is shown. */
export function useUnread(): void {
  const shown = path.value
  useEffect(() => void ask(), [shown, user.value?.id])
  useEffect(() => {
    const timer = setInterval(ask, everyMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
}

/** Marks lines as read, or everything up to one. */
export async function markRead(which: { ids: number[] } | { upTo: number }): Promise<void> {
  const id = user.peek()?.id ?? 0
  unread.value = (await api.notifications.readNotifications({ id, body: which })).unread
}
