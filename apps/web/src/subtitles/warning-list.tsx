import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import type { Row } from './model/rows.ts'
import { listWarnings } from './warnings.ts'

/** What is said against a subtitle, in words; why the service would not store it stands first. */
export function WarningList({ desk, row }: { desk: Desk; row: Row }) {
  const refusal = desk.editing.refusals.value.get(row.key)
  const warnings = listWarnings(row.entry)
  if (warnings.length === 0 && refusal === undefined) return null
  return (
    <ul class="warning-list" aria-label={texts('warnings')}>
      {refusal !== undefined && <li data-severity="error">{texts('refusedEntry', { reason: refusal })}</li>}
      {warnings.map(({ type, severity, text, line }) => (
        <li key={`${type}-${line}`} data-severity={severity}>
          <strong>{texts(severity)}</strong> {text}
          {line !== undefined && ` · ${texts('line', { line: line + 1 })}`}
        </li>
      ))}
    </ul>
  )
}
