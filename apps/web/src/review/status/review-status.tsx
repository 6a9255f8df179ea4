import type { ReviewStatusChoice } from '@rushes/contract'
import { Menu } from '../../design/floating/menu.tsx'
import { nameStatus, toStatusKind } from '../../design/status/review-status.ts'
import { Status } from '../../design/status/status.tsx'
import { texts } from '../messages.ts'

interface ReviewStatusProps {
  status: string | undefined
  choices: readonly ReviewStatusChoice[]
  mayChange: boolean
  onStatus: (status: string) => void
  /** Whether keys do the same: not where two clips are shown. */
  hasKeys?: boolean
}

/** The review status of a clip as a shape and a word, and a way to change it for those who may. */
export function ReviewStatus({ status, choices, mayChange, onStatus, hasKeys = true }: ReviewStatusProps) {
  const choice = choices.find(({ id }) => id === status)
  const name = choice ? nameStatus(choice) : (status ?? texts('noStatus'))
  const shown = (
    <Status kind={toStatusKind(choice)} {...(choice?.color === undefined ? {} : { color: choice.color })}>
      {name}
    </Status>
  )
  if (!mayChange) return <span class="review-status">{shown}</span>
  return (
    <span class="review-status">
      <Menu
        label={texts('statusIs', { status: name })}
        button={{ kind: 'default', small: true }}
        align="start"
        items={choices.map((known, index) => ({
          text: nameStatus(known),
          isChecked: known.id === status,
          keys: hasKeys && index < 4 ? `Shift+${index + 1}` : undefined,
          onChoose: () => onStatus(known.id),
        }))}
      >
        {shown}
      </Menu>
    </span>
  )
}
