import type { ReviewStatusChoice } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { findMeaning } from '../../design/status/review-status.ts'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'

interface DecisionProps {
  choices: readonly ReviewStatusChoice[]
  status: string | undefined
  /** `after` is called once it is shown. */
  onStatus: (id: string, after?: () => void) => void
}

/** What a visitor decides about a clip, where statuses of the production mean that. */
export function Decision({ choices, status, onStatus }: DecisionProps) {
  const good = choices.find(choice => findMeaning(choice) === 'APPROVED')
  const changes = choices.find(choice => findMeaning(choice) === 'NEEDS_CHANGES')
  if (!good && !changes) return null
  return (
    <div class="share-decision">
      {changes && (
        <Button
          icon="pencil"
          aria-label={texts('requestChanges')}
          aria-pressed={status === changes.id}
          onClick={() => onStatus(changes.id, writeComment)}
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

/** Leads to the field for a comment, where there is one: what is to be changed. */
function writeComment(): void {
  const find = () => document.querySelector<HTMLElement>('.composer textarea')
  const field = find()
  if (field) {
    field.focus()
    return
  }
  setQuery({ panel: undefined })
  requestAnimationFrame(() => find()?.focus())
}
