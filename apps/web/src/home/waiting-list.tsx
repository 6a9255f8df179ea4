import { useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { Segments } from '../design/fields/segments.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { user } from '../frame/session.ts'
import { unread } from '../notifications/unread.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { writeAge } from '../review/comments/age.ts'
import { loadPreview } from '../review-list/open-comments.ts'
import { texts } from './messages.ts'
import { findWaiting, type Kind, kinds, type WaitingItem } from './waiting.ts'

const icons: Readonly<Record<Kind, IconName>> = {
  mention: 'at-sign',
  review: 'circle-dashed',
  failure: 'circle-alert',
  delivery: 'package',
}

/** What is done with it, on its page. */
const ways = { mention: 'open', review: 'reviewIt', failure: 'open', delivery: 'reviewIt' } as const

/** What waits for the user: comments that mention them, clips in review, work that failed, deliveries to review. */
export function WaitingList({ productions }: { productions: readonly Production[] }) {
  const userId = user.value?.id
  const waiting = useResource(signal => findWaiting(productions, userId, signal), [productions, userId])
  // Where something new has been noted for the user, something else may wait.
  const known = useRef(unread.value)
  useEffect(() => {
    if (known.current !== undefined && known.current !== unread.value) waiting.reload()
    known.current = unread.value
  }, [unread.value])
  useEffect(() => {
    const look = () => {
      if (!document.hidden) waiting.reload()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return (
    <section class="home-part" aria-labelledby="home-waiting">
      <Loaded resource={waiting}>
        {items => <Items items={items} newest={productions[0]} onChanged={waiting.reload} />}
      </Loaded>
    </section>
  )
}

/** So many are shown at first. */
const maxShown = 12

interface ItemsProps {
  items: readonly WaitingItem[]
  newest: Production | undefined
  onChanged: () => void
}

function Items({ items, newest, onChanged }: ItemsProps) {
  const most = useSignal(maxShown)
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
        <>
          <ul class="home-rows">
            {listed.slice(0, most.value).map(item => (
              <Row key={item.key} item={item} onChanged={onChanged} />
            ))}
          </ul>
          <MoreButton count={listed.length} most={most} by={maxShown * 4} />
        </>
      )}
    </>
  )
}

/** One thing that waits: its picture, what it is, where, since when, and what can be done about it here. */
function Row({ item, onChanged }: { item: WaitingItem; onChanged: () => void }) {
  const { kind, title, text, production, since, href, prId, moId, workflowId } = item
  const preview = useResource(
    async signal => (moId === undefined ? undefined : (await loadPreview(prId, moId, signal)).picture),
    [prId, moId],
  )
  const isBusy = useSignal(false)
  const retry = async (id: string) => {
    isBusy.value = true
    try {
      await api.workflows.redoWorkflow({ prId, id, body: { redoSingleTask: true } })
      tell(texts('retried'))
      onChanged()
    } finally {
      isBusy.value = false
    }
  }
  return (
    <li data-kind={kind}>
      <span class="home-row-picture">
        {preview.data !== undefined ? <img src={preview.data} alt="" loading="lazy" /> : <Icon name={icons[kind]} />}
      </span>
      <Icon name={icons[kind]} />
      <div class="home-row-text">
        <Link href={href}>{title}</Link>
        {text !== '' && <p>{text}</p>}
      </div>
      <span class="home-row-place">{production}</span>
      {since > 0 ? <time title={formatDate(since)}>{writeAge(since)}</time> : <span />}
      {workflowId === undefined ? (
        <Link class="button home-row-way" href={href} aria-label={texts('doWith', { what: texts(ways[kind]), title })}>
          {texts(ways[kind])}
        </Link>
      ) : (
        <Button
          class="home-row-way"
          disabled={isBusy.value}
          aria-label={texts('doWith', { what: texts('retry'), title })}
          onClick={() => retry(workflowId).catch(tellError)}
        >
          {texts('retry')}
        </Button>
      )}
    </li>
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
