import type { ReviewStatusChoice } from '@rushes/contract'
import { SelectField } from '../design/field.tsx'
import { texts } from './messages.ts'
import { nameStatus, StatusDot } from './status-name.tsx'

interface ReviewStatusProps {
  status: string | undefined
  choices: readonly ReviewStatusChoice[]
  mayChange: boolean
  onStatus: (status: string) => void
}

/** "The review status is stored in `reviewStatus`": what it is, and a way to change it for those who may. */
export function ReviewStatus({ status, choices, mayChange, onStatus }: ReviewStatusProps) {
  const choice = choices.find(({ id }) => id === status)
  const name = choice ? nameStatus(choice) : (status ?? texts('noStatus'))
  const dot = <StatusDot choice={choice} />
  if (!mayChange) {
    return (
      <span class="tag review-status">
        {dot}
        {name}
      </span>
    )
  }
  return (
    <div class="review-status">
      <SelectField
        label={texts('status')}
        value={status ?? ''}
        options={[
          // What is set stays to be seen, also where the settings do not know it any more.
          ...(choice ? [] : [[status ?? '', name] as const]),
          ...choices.map(known => [known.id, nameStatus(known)] as const),
        ]}
        onValue={value => {
          if (value !== '') onStatus(value)
        }}
      />
      {dot}
    </div>
  )
}
