import { useId } from 'preact/hooks'
import { Button } from '../../../design/fields/button.tsx'
import { Icon } from '../../../design/icons.tsx'
import { Link } from '../../../platform/router.tsx'
import { formatPercent } from '../../../platform/translations.ts'
import type { ReviewAccess } from '../../access.ts'
import { texts } from '../../messages.ts'
import type { Attachment } from '../comments.ts'
import { type Attachments, maxAttachments } from './attachments.ts'

/** The button that adds files to a comment. */
export function AttachButton({ attachments }: { attachments: Attachments }) {
  const id = useId()
  return (
    <>
      <Button
        kind="icon"
        icon="paperclip"
        aria-label={texts('attach')}
        disabled={attachments.items.value.length >= maxAttachments}
        onClick={() => document.getElementById(id)?.click()}
      />
      <input
        id={id}
        type="file"
        multiple
        hidden
        onChange={event => {
          attachments.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Files that will go with what is written: how far they are, and how to take them away. */
export function Attached({ attachments }: { attachments: Attachments }) {
  const items = attachments.items.value
  if (items.length === 0) return null
  return (
    <ul class="attachments" aria-label={texts('attachments')}>
      {items.map(({ key, name, percent, isWaiting, error, mediaObjectId }) => (
        <li key={key} data-failed={error !== undefined}>
          <Icon name="paperclip" size={14} />
          <span class="attachment-name">{name}</span>
          {error === undefined ? (
            mediaObjectId === undefined && (
              <span class="field-hint">{isWaiting ? texts('waiting') : formatPercent(percent)}</span>
            )
          ) : (
            <span class="field-error" role="alert">
              {error}
            </span>
          )}
          <Button
            kind="icon"
            small
            icon="x"
            aria-label={texts('detach', { name })}
            onClick={() => attachments.remove(key)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The files of a comment, which lead to their clips for those who may see them. */
export function AttachmentLinks({ attachments, access }: { attachments: readonly Attachment[]; access: ReviewAccess }) {
  if (attachments.length === 0) return null
  return (
    <ul class="attachments" aria-label={texts('attachments')}>
      {attachments.map(({ mediaObjectId, name }, index) => {
        const address = access.toClipAddress(mediaObjectId)
        return (
          <li key={index}>
            <Icon name="paperclip" size={14} />
            {address === undefined ? (
              <span class="attachment-name">{name}</span>
            ) : (
              <Link class="attachment-name" href={address}>
                {name}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
