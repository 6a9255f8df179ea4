import { listAll } from '@rushes/client'
import { Place } from '../app/place.tsx'
import { user } from '../app/session.ts'
import { Loaded } from '../design/loaded.tsx'
import { toLibraryPath } from '../library/last-place.ts'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { toFrameFormat } from '../player/frames.ts'
import type { ReviewAccess } from '../review/access.ts'
import { ClipReview, type Panel } from '../review/clip-review.tsx'
import { ClipFiles } from './clip-files.tsx'
import { SubtitlesLink, Turning } from './clip-head.tsx'
import { ClipMetadata } from './clip-metadata.tsx'
import { ClipTranscript } from './clip-transcript.tsx'
import { ClipWorkflows } from './clip-workflows.tsx'
import { texts } from './messages.ts'
import { NoFilm } from './no-film.tsx'
import { Subclips } from './subclips.tsx'
import './clip.css'

/** A clip as the team sees it: reviewed, described, with its files and the work on it. */
export default function ClipPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const place = useResource(signal => loadPlace(prId, signal), [prId])
  return (
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
      panels={place.data ? listPanels(place.data) : []}
    >
      {({ clip, status, downloads, content }) => (
        <Place
          name="clip"
          title={clip?.name}
          trail={[{ text: texts('library'), href: toLibraryPath(prId) }, { text: clip?.name ?? '' }]}
          actions={
            <>
              {status}
              <Turning prId={prId} moId={moId} />
              <SubtitlesLink prId={prId} clip={clip} />
              {downloads}
            </>
          }
        >
          {place.data === undefined && place.error !== undefined && <Loaded resource={place}>{() => null}</Loaded>}
          {content}
        </Place>
      )}
    </ClipReview>
  )
}

/** What is beside the comments: what is known of the clip, what is said in it, its files and the work on it. */
function listPanels({ access, description, held }: Awaited<ReturnType<typeof loadPlace>>): readonly Panel[] {
  const { prId } = access
  return [
    {
      name: 'info',
      text: texts('info'),
      content: (film, clip, reload) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <div class="panel-body" tabIndex={0}>
          <ClipMetadata
            key={clip.id}
            prId={prId}
            moId={clip.id}
            description={description}
            mayEdit={held.has('LIBRARY_UPDATE_METADATA')}
            onSaved={reload}
          />
          <Subclips
            prId={prId}
            moId={clip.id}
            film={film}
            format={toFrameFormat(clip)}
            description={description}
            mayEdit={held.has('LOG_EDIT')}
          />
        </div>
      ),
    },
    {
      name: 'transcript',
      text: texts('transcript'),
      content: (film, clip) => <ClipTranscript prId={prId} moId={clip.id} film={film} format={toFrameFormat(clip)} />,
    },
    {
      name: 'files',
      text: texts('files'),
      content: (_film, clip) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <div class="panel-body" tabIndex={0}>
          <ClipFiles prId={prId} files={clip.mediaObjectInstances ?? []} mayDownload={access.mayDownload.originals} />
          <ClipWorkflows prId={prId} moId={clip.id} mayManage={held.has('WORKFLOW_MANAGE')} />
        </div>
      ),
    },
  ]
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
