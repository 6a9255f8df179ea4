import type { Notification, NotificationKind } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { writeAge } from '../review/comments/age.ts'
import { toAddress, toSentence } from './line-text.ts'
import { texts } from './messages.ts'

/** Of what nobody in particular did. */
const icons: Partial<Record<NotificationKind, IconName>> = {
  CLIP_READY: 'circle-check',
  WORK_DONE: 'circle-check',
  WORK_FAILED: 'circle-alert',
  SHARE_OPENED: 'share-2',
  DELIVERY: 'package',
}

interface LineProps {
  line: Notification
  /** Its link was followed. */
  onOpen: () => void
  onRead: () => void
}

/** What happened, whose it is and when; leads to the very comment, clip or delivery. */
export function Line({ line, onOpen, onRead }: LineProps) {
  const { kind, actorId, actorName, text, created, productionName, read } = line
  const icon = icons[kind]
  const sentence = toSentence(line)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links are followed by keys too
    <li
      class="notice-line"
      data-unread={read === undefined || undefined}
      data-kind={kind}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onOpen()
      }}
    >
      <Link href={toAddress(line)}>
        {icon ? <Icon name={icon} size={18} /> : <Avatar name={actorName ?? ''} id={actorId ?? actorName} />}
        <span class="notice-text">
          <strong>{sentence}</strong>
          {text !== undefined && text !== '' && <span>{text}</span>}
          <span class="notice-facts">
            {productionName} · <time title={formatDate(created)}>{writeAge(created)}</time>
          </span>
        </span>
      </Link>
      {read === undefined && (
        <Button
          kind="icon"
          small
          class="notice-dot"
          aria-label={`${texts('markRead')}: ${sentence}`}
          data-tip={texts('markRead')}
          onClick={onRead}
        />
      )}
    </li>
  )
}
