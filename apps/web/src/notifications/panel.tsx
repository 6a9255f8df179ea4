import { useSignal } from '@preact/signals'
import type { Notification } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { Icon } from '../design/icons.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { listDays } from './days.ts'
import { Line } from './line.tsx'
import { texts } from './messages.ts'
import { markRead, unread } from './unread.ts'
import './panel.css'

/** The list that the bell opens: by day, newest first. */
export function NotificationPanel() {
  const id = user.value?.id ?? 0
  const list = useResource(signal => api.notifications.listNotifications({ id, signal }), [id])
  const later = useSignal<readonly Notification[]>([])
  const cursor = useSignal<string | undefined>(undefined)
  const count = unread.value
  // What has happened meanwhile, or was read elsewhere.
  useEffect(() => {
    if (list.data && count !== undefined && count !== list.data.unread) list.reload()
  }, [count])
  useEffect(() => {
    later.value = []
    cursor.value = list.data?.nextCursor
  }, [list.data])
  const isThere = list.data !== undefined
  // The list opens before its content is loaded; the keyboard goes on in it.
  useEffect(() => {
    const { activeElement } = document
    if (isThere && activeElement?.matches('.popover'))
      activeElement.querySelector<HTMLElement>('.notice-line a')?.focus({ preventScroll: true })
  }, [isThere])
  const read = (which: Parameters<typeof markRead>[0]) => markRead(which).then(list.reload, tellError)
  const loadMore = () =>
    api.notifications.listNotifications({ id, query: { cursor: cursor.value ?? '' } }).then(part => {
      later.value = [...later.value, ...part.notifications]
      cursor.value = part.nextCursor
    }, tellError)
  const first = list.data?.notifications[0]
  return (
    <>
      <div class="notices-head">
        <h2>{texts('notifications')}</h2>
        {first && (list.data?.unread ?? 0) > 0 && (
          <Button small kind="quiet" icon="check" onClick={() => void read({ upTo: first.id })}>
            {texts('readAll')}
          </Button>
        )}
        <Link
          class="button"
          data-kind="icon"
          data-square
          data-small
          href="/app/account?tab=notifications"
          aria-label={texts('choose')}
          data-tip={texts('choose')}
        >
          <Icon name="sliders" size={14} />
        </Link>
      </div>
      <Loaded resource={list}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <p class="notices-none">{texts('none')}</p>
          ) : (
            <>
              {listDays([...notifications, ...later.value]).map(({ name, lines }) => (
                <section key={name}>
                  <h3>{name}</h3>
                  <ul aria-label={name}>
                    {lines.map(line => (
                      <Line
                        key={line.id}
                        line={line}
                        onOpen={() => {
                          if (line.read === undefined) void read({ ids: [line.id] })
                        }}
                        onRead={() => void read({ ids: [line.id] })}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              {cursor.value !== undefined && (
                <Button kind="quiet" onClick={() => void loadMore()}>
                  {texts('earlier')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </>
  )
}
