import { Icon, type IconName } from '../../design/icons.tsx'
import type { Finding } from './findings.ts'
import { texts } from './messages.ts'

const icons: Readonly<Record<Finding['kind'], IconName>> = {
  good: 'circle-check',
  attention: 'triangle-alert',
  danger: 'circle-alert',
  info: 'clock',
}

/** What the service found, each with a mark that differs in shape and colour. */
export function FindingsList({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section>
      <h4>{texts('findings')}</h4>
      <ul class="findings">
        {findings.map(({ kind, text, detail = '' }) => (
          <li key={`${text} ${detail}`} data-kind={kind}>
            <Icon name={icons[kind]} />
            <div>
              <strong>{text}</strong>
              {detail !== '' && <p>{detail}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
