import { SelectField } from '../design/field.tsx'
import { texts } from './messages.ts'

/** A status that the settings of the production know. */
export interface StatusChoice {
  readonly id: string
  readonly label: string
}

interface ReviewStatusProps {
  status: string | undefined
  choices: readonly StatusChoice[]
  mayChange: boolean
  onStatus: (status: string) => void
}

/** "The review status is stored in `reviewStatus`": what it is, and a way to change it for those who may. */
export function ReviewStatus({ status, choices, mayChange, onStatus }: ReviewStatusProps) {
  const label = choices.find(({ id }) => id === status)?.label ?? status ?? texts('noStatus')
  if (!mayChange) return <span class="tag">{label}</span>
  return (
    <SelectField
      label={texts('status')}
      value={status ?? ''}
      options={[
        ...(status === undefined ? [['', texts('noStatus')] as const] : []),
        ...choices.map(choice => [choice.id, choice.label] as const),
      ]}
      onValue={value => {
        if (value !== '') onStatus(value)
      }}
    />
  )
}
