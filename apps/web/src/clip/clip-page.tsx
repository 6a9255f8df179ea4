import { listAll } from '@rushes/client'
import { user } from '../app/session.ts'
import { Shell } from '../app/shell.tsx'
import { Loaded } from '../design/loaded.tsx'
import { toLibraryPath } from '../library/last-place.ts'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import type { Film } from '../player/film.ts'
import { toFrameFormat } from '../player/frames.ts'
import type { ReviewAccess } from '../review/access.ts'
import { ClipReview } from '../review/clip-review.tsx'
import type { ReviewedClip } from '../review/load-clip.ts'
import { ClipFiles } from './clip-files.tsx'
import { ClipLinks } from './clip-links.tsx'
import { ClipMetadata } from './clip-metadata.tsx'
import { ClipWorkflows } from './clip-workflows.tsx'
import { NoFilm } from './no-film.tsx'
import { Subclips } from './subclips.tsx'
import './clip.css'

/** A clip as the team sees it: reviewed, described, with its files and the work on it. */
export default function ClipPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  return (
    <Shell head={place.data && <Link href={toLibraryPath(prId)}>{place.data.name}</Link>}>
      <ClipLinks prId={prId} moId={moId} />
      {place.data === undefined && place.error !== undefined && <Loaded resource={place}>{() => null}</Loaded>}
      <ClipReview
        key={moId}
        api={api}
        prId={prId}
        moId={moId}
        access={place.data?.access}
        choices={place.data?.choices ?? []}
        missing={clip =>
          place.data && (
            <NoFilm access={place.data.access} clip={clip} mayManage={place.data.held.has('WORKFLOW_MANAGE')} />
          )
        }
        below={(film, clip, reload) =>
          place.data && <ClipPanels place={place.data} film={film} clip={clip} onSaved={reload} />
        }
      />
    </Shell>
  )
}

interface ClipPanelsProps {
  place: Awaited<ReturnType<typeof loadPlace>>
  film: Film
  clip: ReviewedClip
  onSaved: () => void
}

/** What stands below the player: metadata, parts, files, work. */
function ClipPanels({ place: { access, description, held }, film, clip, onSaved }: ClipPanelsProps) {
  const where = { prId: access.prId, moId: clip.id }
  return (
    <div class="clip-panels">
      <ClipMetadata
        {...where}
        description={description}
        mayEdit={held.has('LIBRARY_UPDATE_METADATA')}
        onSaved={onSaved}
      />
      <Subclips
        {...where}
        film={film}
        format={toFrameFormat(clip)}
        description={description}
        mayEdit={held.has('LOG_EDIT')}
      />
      <ClipFiles
        prId={access.prId}
        files={clip.mediaObjectInstances ?? []}
        mayDownload={access.mayDownload.originals}
      />
      <ClipWorkflows {...where} mayManage={held.has('WORKFLOW_MANAGE')} />
    </div>
  )
}

/** What the user may do in the production, who else is in it, its review statuses and custom fields. */
async function loadPlace(prId: number, signal: AbortSignal) {
  const [production, rights, participants, statuses, description] = await Promise.all([
    api.productions.getProduction({ prId, signal }),
    api.productions.listPermissions({ prId, signal }),
    Array.fromAsync(listAll(api.productions.listParticipants, { prId, signal }, 500)),
    api.productions.listReviewStatuses({ prId, signal }),
    api.customFields.getAnnotationFields({ prId, signal }),
  ])
  const held = new Set<string>(rights)
  const access: ReviewAccess = {
    api,
    prId,
    mayComment: held.has('REVIEW_EDIT'),
    mayEditAll: held.has('REVIEW_EDIT_ALL'),
    maySetStatus: held.has('REVIEW_STATUS_EDIT'),
    mayDownload: { proxies: true, originals: held.has('LIBRARY_DOWNLOAD') },
    me: { userId: user.value?.id },
    people: participants.flatMap(({ id, username, fullName }) =>
      id === undefined || username === undefined ? [] : [{ id, username, name: fullName ?? username }],
    ),
  }
  return { name: production.name, access, choices: statuses.items, description, held }
}
