import type { ComponentChildren } from 'preact'
import { SearchField } from '../../design/fields/search-field.tsx'
import { Segments } from '../../design/fields/segments.tsx'
import { getQuery, Link, setQuery } from '../../platform/router.tsx'
import { toAddress } from '../addresses.ts'
import { texts } from '../messages.ts'
import { type Asked, byDueDate, isOnShelf, shelves, toName, toState } from '../standing.ts'
import { texts as submissionTexts } from '../submissions/messages.ts'
import { SubmissionState } from '../submissions/submission-status.tsx'
import { DueDate } from './due.tsx'

interface RequestListProps {
  prId: number
  all: readonly Asked[]
  /** The id of the one that is shown from near. */
  chosen: number | undefined
  mayManage: boolean
  /** Buttons beside the title. */
  children: ComponentChildren
}

/** What is asked for: open, waiting for the person, or closed; what is due first comes first. */
export function RequestList({ prId, all, chosen, mayManage, children }: RequestListProps) {
  const typed = getQuery('q') ?? ''
  const shown = shelves.find(known => known === getQuery('show')) ?? 'open'
  const words = typed.toLowerCase().split(/\s+/)
  const found = all.filter(({ request }) => {
    const { label, group, subGroup, description, assignee, editorialObject } = request
    const said = [label, group, subGroup, description, assignee, editorialObject?.title].join(' ').toLowerCase()
    return words.every(word => said.includes(word))
  })
  const listOn = (shelf: (typeof shelves)[number]) => found.filter(asked => isOnShelf(asked, shelf, mayManage))
  const listed = listOn(shown).toSorted(byDueDate)
  const byGroup = [...Map.groupBy(listed, ({ request }) => request.group ?? '')].sort(([a], [b]) => a.localeCompare(b))
  return (
    <section class="requests" aria-label={texts('title')}>
      <div class="page-head">
        <h2>{texts('title')}</h2>
        {children}
      </div>
      {all.length > 0 && (
        <>
          <Segments
            label={texts('shelf')}
            choices={shelves.map(shelf => [shelf, texts(shelf), listOn(shelf).length] as const)}
            chosen={shown}
            onChoose={shelf => setQuery({ show: shelf === 'open' ? undefined : shelf })}
          />
          <SearchField label={texts('search')} value={typed} onValue={q => setQuery({ q })} />
        </>
      )}
      {listed.length === 0 && <p class="field-hint">{texts(all.length === 0 ? 'none' : 'noneFits')}</p>}
      {byGroup.map(([group, members]) => (
        <section key={group}>
          {group !== '' && <h3>{group}</h3>}
          <ul class="request-list">
            {members.map(asked => (
              <li key={asked.request.id}>
                <RequestLine prId={prId} asked={asked} isChosen={asked.request.id === chosen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function RequestLine({ prId, asked, isChosen }: { prId: number; asked: Asked; isChosen: boolean }) {
  const { request, submissions } = asked
  const { id, editorialObject, subGroup, assignee } = request
  const facts = [editorialObject?.title, subGroup, assignee].filter(fact => fact !== undefined && fact !== '')
  const version = submissions[0]?.submissionVersion
  return (
    <Link class="request" href={toAddress(prId, { request: id })} aria-current={isChosen ? 'page' : undefined}>
      <strong>{toName(request)}</strong>
      {version !== undefined && <span class="request-version">{submissionTexts('version', { version })}</span>}
      <SubmissionState state={toState(asked)} />
      <DueDate asked={asked} />
      {facts.length > 0 && <span class="field-hint">{facts.join(' · ')}</span>}
    </Link>
  )
}
