import { user } from '../app/session.ts'
import { Shell } from '../app/shell.tsx'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import type { ReviewAccess } from '../review/access.ts'
import { ClipReview } from '../review/clip-review.tsx'
import type { StatusChoice } from '../review/review-status.tsx'

/** A clip as the team sees it. */
export default function ClipPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  return (
    <Shell head={place.data && <Link href={`/app/production/${prId}`}>{place.data.name}</Link>}>
      <Loaded resource={place}>
        {({ access, choices }) => <ClipReview key={moId} access={access} moId={moId} choices={choices} />}
      </Loaded>
    </Shell>
  )
}

/** What the user may do in the production, who else is in it, and its review statuses. */
async function loadPlace(prId: number, signal: AbortSignal) {
  const [production, rights, participants, config] = await Promise.all([
    api.productions.getProduction({ prId, signal }),
    api.productions.listPermissions({ prId, signal }),
    api.productions.listParticipants({ prId, signal }),
    api.productions.getSetting({ prId, key: 'reviewStatusConfig', signal }),
  ])
  const held = new Set<string>(rights)
  const access: ReviewAccess = {
    api,
    prId,
    mayComment: held.has('REVIEW_EDIT'),
    mayEditAll: held.has('REVIEW_EDIT_ALL'),
    maySetStatus: held.has('REVIEW_STATUS_EDIT'),
    mayDownload: true,
    me: { userId: user.value?.id },
    people: participants.items.flatMap(({ id, username, fullName }) =>
      id === undefined || username === undefined ? [] : [{ id, username, name: fullName ?? username }],
    ),
    isLive: true,
  }
  const { possibleValues = [] } = (config ?? {}) as { possibleValues?: StatusChoice[] }
  return { name: production.name, access, choices: possibleValues }
}
