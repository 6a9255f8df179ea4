import { type NotificationChannel, type NotificationKind, notificationChannels } from '@rushes/contract'
import { useId } from 'preact/hooks'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './preferences-messages.ts'
import './preferences.css'

/** How the user is notified about each kind of thing; a choice counts at once. */
export function NotificationPreferences() {
  const id = user.value?.id ?? 0
  const loaded = useResource(signal => api.notifications.getNotificationPreferences({ id, signal }), [id])
  const choose = (kind: NotificationKind, channel: NotificationChannel) =>
    api.notifications
      .setNotificationPreference({ id, kind, body: { channel } })
      .then(() => tell(texts('saved')), tellError)
      .finally(loaded.reload)
  return (
    <section class="section">
      <h2>{texts('title')}</h2>
      <p>{texts('hint')}</p>
      <Loaded resource={loaded}>
        {({ mail, preferences }) => (
          <>
            {!mail && <p>{texts('noMail')}</p>}
            <ul class="row-list">
              {preferences.map(({ kind, channel }) => (
                <Choice key={kind} {...{ kind, channel, mail }} onChoose={wanted => void choose(kind, wanted)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

interface ChoiceProps {
  kind: NotificationKind
  channel: NotificationChannel
  /** Whether the service sends mail. */
  mail: boolean
  onChoose: (channel: NotificationChannel) => void
}

function Choice({ kind, channel, mail, onChoose }: ChoiceProps) {
  const id = useId()
  const open = notificationChannels.filter(one => mail || one === 'OFF' || one === 'IN_APP')
  const shown = open.includes(channel) ? channel : 'IN_APP'
  return (
    <li>
      <label class="row-main" for={id}>
        {texts(kind)}
      </label>
      <select
        id={id}
        class="input notice-choice"
        onInput={event => onChoose(event.currentTarget.value as NotificationChannel)}
      >
        {open.map(one => (
          <option key={one} value={one} selected={one === shown}>
            {texts(one)}
          </option>
        ))}
      </select>
    </li>
  )
}
