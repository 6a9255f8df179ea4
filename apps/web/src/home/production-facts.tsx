import type { Production } from '@rushes/contract'
import { Icon } from '../design/icons.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { findStatusKind } from '../design/status/review-status.ts'
import { latestOnly } from '../library/search/wanted.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { findOpenComments } from '../review-list/open-comments.ts'
import { texts } from './messages.ts'

/** How far the review of a production is, and how many comments are open. */
export function ProductionFacts({ production: { id: prId = 0, version } }: { production: Production }) {
  const facts = useResource(signal => loadFacts(prId, signal), [prId, version])
  const { count = 0, statuses = [], open = 0, people = [], others = 0 } = facts.data ?? {}
  const approved = statuses.reduce((sum, { kind, clips }) => sum + (kind === 'good' ? clips : 0), 0)
  return (
    <>
      <span class="production-review">
        {count > 0 && (
          <span class="production-bar" aria-hidden="true">
            {statuses.map(({ id, kind, clips }) => (
              <span key={id} data-kind={kind ?? 'info'} style={{ '--share': `${(clips / count) * 100}%` }} />
            ))}
          </span>
        )}
        {facts.data && <span>{count > 0 ? texts('approvedOf', { approved, count }) : texts('noClips')}</span>}
      </span>
      <span class="production-open">
        {open > 0 && (
          <>
            <Icon name="message-square" size={14} />
            <span aria-hidden="true">{open}</span>
            <span class="only-heard">{texts('openCommentsCount', { count: open })}</span>
          </>
        )}
      </span>
      <span class="production-people">
        {people.map(({ id, name }) => (
          <Avatar key={id} name={name} id={String(id)} />
        ))}
        {others > 0 && <span aria-hidden="true">+{others}</span>}
        {people.length > 0 && <span class="only-heard">{texts('peopleCount', { count: people.length + others })}</span>}
      </span>
    </>
  )
}

/** So many people are shown by their initials. */
const maxPeople = 5

async function loadFacts(prId: number, signal: AbortSignal) {
  const query = { fq: [latestOnly], rows: 0, 'facet.field': ['reviewStatus'], 'facet.mincount': 1 }
  const [clips, choices, comments, team] = await Promise.all([
    api.annotations.searchMediaObjects({ prId, query, signal }),
    api.productions.listReviewStatuses({ prId, signal }),
    findOpenComments(prId, { whose: 'all', userId: undefined, pages: 0 }, signal),
    api.productions.listParticipants({ prId, query: { limit: maxPeople }, signal }),
  ])
  const values = clips.facetFields[0]?.values ?? []
  return {
    count: clips.numFound,
    statuses: values.map(({ name, count }) => {
      const id = String(name)
      const choice = choices.items.find(known => known.id === id)
      return { id, kind: findStatusKind(choice ?? { id }), clips: count }
    }),
    open: comments.found,
    people: team.items.map(({ id, fullName, username = '' }) => ({ id, name: fullName ?? username })),
    others: team.total - team.items.length,
  }
}
