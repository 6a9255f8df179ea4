import { Button } from '../../design/fields/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { undoing } from '../../platform/writes/write.ts'
import { texts as libraryTexts } from '../messages.ts'
import { texts } from './messages.ts'

/** How the saving of what was typed goes. What was refused is shown at the foot of the page, with a way to retry. */
export type Saving = 'saved' | 'saving' | 'refused'

/** Whether all is saved, and a way back. */
export function SavedState({ saving }: { saving: Saving | undefined }) {
  return (
    <div class="inspector-foot">
      <span role="status" data-kind={saving === 'refused' ? 'error' : undefined}>
        {saving === 'saved' && <Icon name="check" size={14} />}
        {saving !== undefined && texts(saving)}
      </span>
      {saving !== undefined && undoing.canUndo() && (
        <Button small kind="quiet" keys="Ctrl+Z" onClick={undoing.undo}>
          {libraryTexts('undo')}
        </Button>
      )}
    </div>
  )
}
