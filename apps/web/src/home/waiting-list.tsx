import { useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { Segments } from '../design/fields/segments.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { user } from '../frame/session.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { writeAge } from '../review/comments/age.ts'
import { texts } from './messages.ts'
import { findWaiting, type Kind, kinds, type WaitingItem } from './waiting.ts'

const icons: Readonly<Record<Kind, IconName>> = {
  mention: 'at-sign',
  review: 'circle-dashed',
  failure: 'circle-alert',
  delivery: 'package',
}

/** What waits for the user: comments that mention them, clips in review, work that failed, deliveries to review. */
export function WaitingList({ productions }: { productions: readonly Production[] }) {
  const userId = user.value?.id
  const waiting = useResource(signal => findWaiting(productions, userId, signal), [productions, userId])
  return (
    <section class="home-part" aria-labelledby="home-waiting">
      <Loaded resource={waiting}>{items => <Items items={items} newest={productions[0]} />}</Loaded>
    </section>
  )
}

function Items({ items, newest }: { items: readonly WaitingItem[]; newest: Production | undefined }) {
  const shown = useSignal<Kind | 'all'>('all')
  const countOf = (kind: Kind) => items.filter(item => item.kind === kind).length
  const present = kinds.filter(kind => countOf(kind) > 0)
  const listed = items.filter(({ kind }) => shown.value === 'all' || kind === shown.value)
  return (
    <>
      <div class="home-head">
        <h2 id="home-waiting">{texts('waiting')}</h2>
        {items.length > 0 && <span class="count">{items.length}</span>}
        {present.length > 1 && (
          <Segments
            label={texts('waiting')}
            choices={[
              ['all', texts('all'), items.length] as const,
              ...present.map(kind => [kind, texts(kind), countOf(kind)] as const),
            ]}
            chosen={shown.value}
            onChoose={kind => {
              shown.value = kind
            }}
          />
        )}
      </div>
      {items.length === 0 ? (
        <NothingWaits newest={newest} />
      ) : (
        <ul class="home-rows">
          {listed.map(item => (
            <li key={item.key} data-kind={item.kind}>
              <Icon name={icons[item.kind]} />
              <div class="home-row-text">
                <Link href={item.href}>{item.title}</Link>
                {item.text !== '' && <p>{item.text}</p>}
              </div>
              <span class="home-row-place">{item.production}</span>
              {item.since > 0 && <time title={formatDate(item.since)}>{writeAge(item.since)}</time>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Where to go when nothing waits: the production that changed last, and what is still open in it. */
function NothingWaits({ newest }: { newest: Production | undefined }) {
  const production = `/app/production/${newest?.id}`
  const name = newest?.name ?? ''
  return (
    <div class="home-clear">
      <Icon name="circle-check" size={18} />
      <p>
        <strong>{texts('nothingWaits')}</strong> {texts('whatWaits')}
      </p>
      {newest && (
        <span class="home-clear-ways">
          <Link class="button" href={production}>
            {texts('openProduction', { name })}
          </Link>
          <Link class="button" data-kind="quiet" href={`${production}/review`}>
            {texts('openComments')}
          </Link>
        </span>
      )}
    </div>
  )
}
