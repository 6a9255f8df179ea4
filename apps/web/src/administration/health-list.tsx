import { Status } from '../design/status/status.tsx'
import { useResource } from '../platform/reading/resource.ts'
import { loadHealth } from './load.ts'
import { texts } from './messages.ts'
import { useRefresh } from './refresh.ts'
import { Refreshed } from './refreshed.tsx'
import './administration.css'

const names = ['node', 'database', 'storage', 'search', 'workers', 'background'] as const

/** Whether each part of the service can serve, and what it says of itself. */
export function HealthList() {
  const health = useResource(loadHealth, [])
  useRefresh(health)
  return (
    <section class="section">
      <h2>{texts('health')}</h2>
      <Refreshed resource={health}>
        {({ parts }) => (
          <ul class="health" aria-label={texts('health')}>
            {Object.entries(parts).map(([name, { status, message }]) => (
              <li key={name}>
                <strong>{nameOf(name)}</strong>
                <Status kind={status === 'up' ? (message?.startsWith('no node') ? 'attention' : 'good') : 'danger'}>
                  {texts(status)}
                </Status>
                {message !== undefined && <p>{message}</p>}
              </li>
            ))}
          </ul>
        )}
      </Refreshed>
    </section>
  )
}

function nameOf(name: string): string {
  const known = names.find(one => one === name)
  return known === undefined ? name : texts(known)
}
