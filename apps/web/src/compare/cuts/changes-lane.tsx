import { Button } from '../../design/fields/button.tsx'
import { useCommands } from '../../platform/keys/commands.ts'
import type { Film } from '../../player/film.ts'
import { toPercent, type View } from '../../player/timeline/view.ts'
import { texts } from '../messages.ts'
import type { Change } from './cuts.ts'
import './cuts.css'

const kinds = ['trimmed', 'changed', 'added', 'removed'] as const

/** Where two cuts differ, under the time line of the one that leads. */
export function ChangesLane({ changes, film, view }: { changes: readonly Change[]; film: Film; view: View }) {
  return (
    <div class="changes-lane" aria-hidden="true">
      {changes
        .filter(({ start, end }) => end >= view.from && start <= view.to)
        .map(({ kind, start, end }) => {
          const [from, to] = [toPercent(view, start), toPercent(view, end)]
          return (
            <button
              key={`${kind} ${start}`}
              type="button"
              tabIndex={-1}
              data-change={kind}
              style={{ left: `${Math.max(from, 0)}%`, width: `${Math.min(to, 100) - Math.max(from, 0)}%` }}
              onClick={() => goTo(film, start)}
            />
          )
        })}
    </div>
  )
}

/** How many there are of each kind, and the ways to the next one and to the one before. */
export function ChangesSummary({ changes, film }: { changes: readonly Change[]; film: Film }) {
  const next = () => goTo(film, changes.find(({ start }) => start > film.place)?.start)
  const previous = () => goTo(film, changes.findLast(({ start }) => start < film.place)?.start)
  const section = texts('title')
  useCommands([
    { id: 'compare.next', title: texts('nextChange'), section, keys: 'N', run: next },
    { id: 'compare.previous', title: texts('previousChange'), section, keys: 'Shift+N', run: previous },
  ])
  return (
    <div class="changes-summary">
      <p role="status">
        {texts('changes', { count: changes.length })}
        {kinds.map(kind => {
          const count = changes.filter(change => change.kind === kind).length
          return (
            count > 0 && (
              <span key={kind} class="changes-kind" data-change={kind}>
                {texts(kind, { count })}
              </span>
            )
          )
        })}
      </p>
      {changes.length > 0 && (
        <>
          <Button
            kind="icon"
            small
            icon="chevron-left"
            keys="Shift+N"
            aria-label={texts('previousChange')}
            onClick={previous}
          />
          <Button kind="icon" small icon="chevron-right" keys="N" aria-label={texts('nextChange')} onClick={next} />
        </>
      )}
    </div>
  )
}

function goTo(film: Film, frame: number | undefined): void {
  if (frame === undefined) return
  film.pause()
  film.seek(Math.min(frame, film.frameCount - 1))
}
