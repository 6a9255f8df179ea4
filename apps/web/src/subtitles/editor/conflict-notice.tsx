import { Button } from '../../design/fields/button.tsx'
import { writeTimecode } from '../../player/frames.ts'
import { texts } from '../messages.ts'
import { toText } from '../model/rich-text.ts'
import { findRow, type Row } from '../model/rows.ts'
import type { Desk } from './desk.ts'

/** That somebody else has changed the same subtitle otherwise: what theirs is, and which of the two counts. */
export function ConflictNotice({ desk, row }: { desk: Desk; row: Row }) {
  const { editing, format } = desk
  if (!editing.conflicts.value.has(row.key)) return null
  const theirs = findRow(editing.base, row.key)?.entry
  if (!theirs) return null
  return (
    <div class="notice conflict" data-kind="error" role="alert">
      <p>{texts('conflict')}</p>
      <blockquote>
        {writeTimecode(theirs.start, format)} – {writeTimecode(theirs.end, format)}
        <span class="conflict-text">{toText(theirs.textParts)}</span>
      </blockquote>
      <div class="actions">
        <Button onClick={() => editing.takeTheirs(row.key)}>{texts('takeTheirs')}</Button>
        <Button kind="primary" onClick={() => editing.keepMine(row.key)}>
          {texts('keepMine')}
        </Button>
      </div>
    </div>
  )
}
