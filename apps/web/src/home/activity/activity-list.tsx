import type { Production } from '@rushes/contract'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import { user } from '../../frame/session.ts'
import { listDays } from '../../notifications/days.ts'
import { toWords } from '../../notifications/line-text.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { formatDate } from '../../platform/translations.ts'
import { writeAge } from '../../review/comments/age.ts'
import { type Activity, findActivities } from './activity.ts'
import { texts } from './messages.ts'
import './activity.css'

/** What people did last, by day: the panel beside what waits. */
export function ActivityList({ productions }: { productions: readonly Production[] }) {
  const loaded = useResource(signal => findActivities(productions, signal), [productions])
  return (
    <div class="activity">
      <h2>{texts('activity')}</h2>
      <Loaded resource={loaded}>
        {all =>
          all.length === 0 ? (
            <p>{texts('nothingDone')}</p>
          ) : (
            listDays(all).map(({ name, lines }) => (
              <section key={name}>
                <h3>{name}</h3>
                <ul aria-label={name}>
                  {lines.map(line => (
                    <Row key={line.key} activity={line} />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Loaded>
    </div>
  )
}

function Row({ activity }: { activity: Activity }) {
  const { deed, count, name, detail, actor, actorId, created, production, href } = activity
  const isOwn = actorId !== undefined && actorId === user.value?.id
  const status = nameStatus({ id: detail, label: toWords(detail) })
  const language = detail.toUpperCase()
  return (
    <li>
      <Avatar name={actor} id={actorId ?? actor} />
      <p>
        <strong>{isOwn ? texts('you') : actor}</strong>{' '}
        <Link href={href}>{texts(deed, { count, name, status, language })}</Link>{' '}
        <span>
          {production} · <time title={formatDate(created)}>{writeAge(created)}</time>
        </span>
      </p>
    </li>
  )
}
