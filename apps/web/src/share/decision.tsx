import type { ReviewStatusChoice } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { findMeaning } from '../design/status/review-status.ts'
import { texts } from './messages.ts'

interface DecisionProps {
  choices: readonly ReviewStatusChoice[]
  status: string | undefined
  onStatus: (id: string) => void
}

/** What a visitor decides about a clip, where statuses of the production mean that. */
export function Decision({ choices, status, onStatus }: DecisionProps) {
  const good = choices.find(choice => findMeaning(choice) === 'APPROVED')
  const changes = choices.find(choice => findMeaning(choice) === 'NEEDS_CHANGES')
  return (
    <div class="share-decision">
      {changes && (
        <Button
          icon="message-square"
          aria-label={texts('requestChanges')}
          aria-pressed={status === changes.id}
          onClick={() => onStatus(changes.id)}
        >
          <span class="share-decision-word">{texts('requestChanges')}</span>
        </Button>
      )}
      {good && (
        <Button
          kind={status === good.id ? 'default' : 'primary'}
          icon="check"
          aria-pressed={status === good.id}
          onClick={() => onStatus(good.id)}
        >
          {texts(status === good.id ? 'approved' : 'approve')}
        </Button>
      )}
    </div>
  )
}
