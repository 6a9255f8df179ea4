import { Popover } from '../design/floating/popover.tsx'
import { Icon } from '../design/icons.tsx'
import { texts } from '../frame/messages.ts'
import { lazy } from '../platform/lazy.tsx'
import { unread, useUnread } from './unread.ts'
import './bell.css'

const NotificationPanel = lazy(() => import('./panel.tsx').then(part => part.NotificationPanel))

const maxShown = 99

/** What the user was notified about, in the bar at the top of every page: how much is unread, and the list of it. */
export function Bell() {
  useUnread()
  const count = unread.value ?? 0
  // Seen and heard alike, so that who speaks to the page can name it.
  const shown = count > maxShown ? `${maxShown}+` : String(count)
  const label = count === 0 ? texts('notifications') : texts('notificationsUnread', { unread: shown })
  return (
    <Popover
      label={texts('notifications')}
      align="end"
      button={{
        kind: 'icon',
        class: 'bell',
        'aria-label': label,
        keys: 'G N',
        children: (
          <>
            <Icon name="bell" />
            {count > 0 && (
              <span class="bell-count" aria-hidden="true">
                {shown}
              </span>
            )}
          </>
        ),
      }}
    >
      {close => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links are followed by keys too
        <div
          class="notices"
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) close()
          }}
        >
          <NotificationPanel />
        </div>
      )}
    </Popover>
  )
}
