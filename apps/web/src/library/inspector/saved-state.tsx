import { Button } from '../../design/button.tsx'
import { toMessage } from '../../platform/api.ts'
import { texts as libraryTexts } from '../messages.ts'
import { texts } from './messages.ts'

/** How the saving of what was typed goes. */
export type Saving = 'saved' | 'saving' | { readonly error: unknown }

interface SavedStateProps {
  saving: Saving | undefined
  onRetry: () => void
  onUndo: (() => void) | undefined
}

/** Whether all is saved, and a way back. */
export function SavedState({ saving, onRetry, onUndo }: SavedStateProps) {
  const isFailed = typeof saving === 'object'
  return (
    <div class="inspector-foot">
      <span role={isFailed ? 'alert' : 'status'} data-kind={isFailed ? 'error' : undefined}>
        {saving === 'saving' && texts('saving')}
        {saving === 'saved' && texts('saved')}
        {isFailed && toMessage(saving.error)}
      </span>
      {isFailed && (
        <Button small onClick={onRetry}>
          {libraryTexts('retry')}
        </Button>
      )}
      {onUndo && (
        <Button small kind="quiet" onClick={onUndo}>
          {libraryTexts('undo')}
        </Button>
      )}
    </div>
  )
}
