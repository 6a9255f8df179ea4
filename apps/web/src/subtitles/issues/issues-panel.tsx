import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { MoreButton } from '../../design/fields/more-button.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { ConflictNotice } from '../editor/conflict-notice.tsx'
import type { Desk } from '../editor/desk.ts'
import { Problems } from '../files/run.tsx'
import { texts } from '../messages.ts'
import type { Row } from '../model/rows.ts'
import { type FixScope, findFix, fixAll } from './fixes.ts'
import { countWarnings, listWarnings, nameKind, type Warning } from './warnings.ts'

/** So many entries are listed at once. */
const shownAtOnce = 40

/** What needs a look: that of the chosen subtitle first, then all of them, each with what one click does about it. */
export function IssuesPanel({ desk }: { desk: Desk }) {
  const { editing, warned } = desk
  const most = useSignal(shownAtOnce)
  const rows = editing.rows.value
  const row = desk.row.value
  const others = warned.value.filter(({ key }) => key !== row?.key)
  const ofFile = editing.surroundings.value.warnings ?? []
  const numbers = new Map(rows.map(({ key }, index) => [key, index + 1]))
  const { bySeverity, byType } = countWarnings(rows.map(({ entry }) => entry))
  const held = editing.conflicts.value.size + editing.refusals.value.size
  return (
    <div class="issues">
      {warned.value.length > 0 && (
        <p class="issue-sums">
          <span>{texts('sumErrors', { count: bySeverity.error + held })}</span>
          <span>{texts('sumWarnings', { count: bySeverity.warning })}</span>
          <span>{texts('sumPassed', { count: rows.length - warned.value.length })}</span>
        </p>
      )}
      {row && (
        <section aria-label={texts('ofChosen')} class="issues-chosen">
          <ConflictNotice desk={desk} row={row} />
          <EntryIssues desk={desk} row={row} number={numbers.get(row.key) ?? 0} byType={byType} hasHints />
        </section>
      )}
      {warned.value.length === 0 && <p class="field-hint issues-none">{texts('noIssues')}</p>}
      <section aria-label={texts('ofOthers')}>
        {others.slice(0, most.value).map(other => (
          <EntryIssues key={other.key} desk={desk} row={other} number={numbers.get(other.key) ?? 0} byType={byType} />
        ))}
        <MoreButton count={others.length} most={most} by={shownAtOnce} />
      </section>
      {ofFile.length > 0 && (
        <section class="issues-file">
          <h2>{texts('ofFile')}</h2>
          <Problems problems={ofFile} />
        </section>
      )}
    </div>
  )
}

interface EntryIssuesProps {
  desk: Desk
  row: Row
  number: number
  /** In how many subtitles there are issues of a kind. */
  byType: ReadonlyMap<string, number>
  /** Whether hints are shown as well. */
  hasHints?: boolean
}

function EntryIssues({ desk, row, number, byType, hasHints = false }: EntryIssuesProps) {
  const { editing } = desk
  const refusal = editing.refusals.value.get(row.key)
  const warnings = listWarnings(row.entry).filter(({ severity }) => hasHints || severity !== 'info')
  const isInConflict = editing.conflicts.value.has(row.key)
  if (warnings.length === 0 && refusal === undefined && !isInConflict) return null
  const show = () => desk.show(row)
  return (
    <ul class="issue-list" aria-label={texts('issuesOf', { number })}>
      {refusal !== undefined && (
        <li class="issue" data-severity="error">
          <Icon name="circle-alert" size={14} />
          <IssueHead text={texts('refusedEntry', { reason: refusal })} number={number} onShow={show} />
        </li>
      )}
      {isInConflict && (
        <li class="issue" data-severity="error">
          <Icon name="circle-alert" size={14} />
          <IssueHead text={texts('conflictMark')} number={number} onShow={show} />
        </li>
      )}
      {warnings.map(warning => (
        <Issue
          key={`${warning.type}-${warning.line}`}
          desk={desk}
          row={row}
          warning={warning}
          number={number}
          byType={byType}
          onShow={show}
        />
      ))}
    </ul>
  )
}

interface IssueProps extends EntryIssuesProps {
  warning: Warning
  onShow: () => void
}

const icons = { error: 'circle-alert', warning: 'triangle-alert', info: 'info' } as const

function Issue({ desk, row, warning, number, byType, onShow }: IssueProps) {
  const { type, severity, text, line } = warning
  const fix = desk.isReadOnly.value ? undefined : findFix(row, type, readScope(desk))
  const count = byType.get(type) ?? 0
  return (
    <li class="issue" data-severity={severity}>
      <Icon name={icons[severity]} size={14} />
      <IssueHead
        text={line === undefined ? text : `${text} · ${texts('line', { line: line + 1 })}`}
        severity={texts(severity)}
        number={number}
        onShow={onShow}
      />
      {fix && (
        <span class="issue-fixes">
          <Button
            small
            onClick={() => {
              // What is around it may be another since.
              const latest = findFix(row, type, readScope(desk))
              if (!latest) return
              desk.editing.choose(row.key)
              desk.editing.change(latest.rows)
            }}
          >
            {texts(fix.name, fix.values)}
          </Button>
          {count > 1 && (
            <Button
              kind="quiet"
              small
              aria-label={`${texts('fixAll', { count })}: ${nameKind(warning)}`}
              onClick={() => {
                const fixed = fixAll(type, readScope(desk))
                desk.editing.change(fixed.rows)
                tell(texts('fixedAll', { count: fixed.count, all: count }))
              }}
            >
              {texts('fixAll', { count })}
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

/** Without subscribing: an entry that has not changed is not rendered for each letter that is typed in another. */
function readScope({ editing, film, format, limits, shots, look }: Desk): FixScope {
  return {
    rows: editing.rows.peek(),
    shots,
    limits,
    look,
    rate: format.rate,
    pictures: format.pictures,
    frameCount: film.frameCount,
  }
}

interface IssueHeadProps {
  text: string
  severity?: string
  number: number
  onShow: () => void
}

function IssueHead({ text, severity, number, onShow }: IssueHeadProps) {
  return (
    <button type="button" class="issue-head" onClick={onShow}>
      <span>
        {severity !== undefined && <span class="only-heard">{severity} </span>}
        {text}
      </span>
      <span class="issue-number num">{number}</span>
    </button>
  )
}
