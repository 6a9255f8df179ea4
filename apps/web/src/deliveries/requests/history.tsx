import { Icon, type IconName } from '../../design/icons.tsx'
import { formatDay } from '../../platform/dates.ts'
import { formatDate } from '../../platform/translations.ts'
import type { People } from '../load.ts'
import { texts } from '../messages.ts'
import { type Asked, isEditable } from '../standing.ts'

interface Deed {
  readonly key: 'wasAsked' | 'wasBegun' | 'wasSent' | 'wasRefused' | 'hasFailed' | 'wasAccepted' | 'wasRejected'
  readonly at: number
  readonly who?: number | undefined
  readonly version: number
  /** What was said with it. */
  readonly said?: string | undefined
}

const icons: Readonly<Record<Deed['key'], IconName>> = {
  wasAsked: 'inbox',
  wasBegun: 'pencil',
  wasSent: 'upload',
  wasRefused: 'circle-alert',
  hasFailed: 'circle-alert',
  wasAccepted: 'circle-check',
  wasRejected: 'x',
}

/** What became of a request since it was made, the latest first. */
export function History({ asked, people }: { asked: Asked; people: People }) {
  return (
    <section class="request-history" aria-label={texts('history')}>
      <h3>{texts('history')}</h3>
      <ol>
        {listDeeds(asked).map(({ key, at, who, version, said = '' }) => (
          <li key={`${key} ${version}`} data-deed={key}>
            <time dateTime={new Date(at).toISOString()} title={formatDate(at)}>
              {formatDay(at)}
            </time>
            <Icon name={icons[key]} size={14} />
            <p>
              {texts(key, { name: people.get(who ?? 0) ?? texts('somebody'), version })}
              {said !== '' && <q>{said}</q>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function listDeeds({ request, submissions }: Asked): Deed[] {
  const deeds: Deed[] = submissions
    .flatMap((submission): (Deed | undefined)[] => {
      const { submissionVersion: version = 0, submissionStatus, autoValidatedAt, autoValidationStatus } = submission
      const { created, lastUpdated, submittedAt, submitter, reviewedAt, reviewer, reviewComments: said } = submission
      return [
        isEditable(submission) && created !== undefined
          ? { key: 'wasBegun', at: created, who: submission.creatorId, version }
          : undefined,
        submittedAt === undefined
          ? undefined
          : { key: 'wasSent', at: submittedAt, who: submitter, version, said: submission.submissionComments },
        autoValidatedAt !== undefined && autoValidationStatus === 'Rejected'
          ? { key: 'wasRefused', at: autoValidatedAt, version }
          : undefined,
        submissionStatus === 'DeliveryFailed' && lastUpdated !== undefined
          ? { key: 'hasFailed', at: lastUpdated, version, said: submission.deliveryError }
          : undefined,
        reviewedAt === undefined
          ? undefined
          : {
              key: submission.reviewStatus === 'Accepted' ? 'wasAccepted' : 'wasRejected',
              at: reviewedAt,
              who: reviewer,
              version,
              said,
            },
      ]
    })
    .filter(deed => deed !== undefined)
  if (request.created !== undefined) {
    deeds.push({ key: 'wasAsked', at: request.created, who: request.creatorId, version: 0 })
  }
  return deeds.toSorted((a, b) => b.at - a.at)
}
