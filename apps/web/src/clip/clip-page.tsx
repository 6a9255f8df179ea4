import { Loaded } from '../design/lists/loaded.tsx'
import { Place } from '../frame/place.tsx'
import { toLibraryPath } from '../library/last-place.ts'
import { lazy } from '../platform/lazy.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { toFrameFormat } from '../player/frames.ts'
import { ClipReview, type Panel } from '../review/clip-review.tsx'
import { CompareLink, ShareClip, SubtitlesLink, Turning } from './clip-head.tsx'
import { loadClipPlace } from './clip-place.ts'
import { texts } from './messages.ts'
import './clip.css'

// What is behind the tabs is loaded when they are opened, and what stands for a film where there is none.
const ClipFiles = lazy(() => import('./panels/clip-files.tsx').then(part => part.ClipFiles))
const ClipMetadata = lazy(() => import('./metadata/clip-metadata.tsx').then(part => part.ClipMetadata))
const ClipTranscript = lazy(() => import('./panels/clip-transcript.tsx').then(part => part.ClipTranscript))
const ClipWorkflows = lazy(() => import('./panels/clip-workflows.tsx').then(part => part.ClipWorkflows))
const NoFilm = lazy(() => import('./no-film/no-film.tsx').then(part => part.NoFilm))
const Versions = lazy(() => import('../versions/versions.tsx').then(part => part.Versions))
const Subclips = lazy(() => import('./panels/subclips.tsx').then(part => part.Subclips))

/** A clip as the team sees it: reviewed, described, with its files and the work on it. */
export default function ClipPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const moId = Number(values.moId)
  const place = useResource(signal => loadClipPlace(prId, signal), [prId])
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
          <NoFilm
            access={place.data.access}
            clip={clip}
            mayManage={place.data.held.has('WORKFLOW_MANAGE')}
            mayReplace={place.data.held.has('LIBRARY_UPLOAD') && place.data.held.has('LIBRARY_DELETE')}
          />
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
              {/* The bar begins at its end: what comes by itself stands first, and all else comes at once. */}
              <Turning prId={prId} moId={moId} isBarKnown={clip !== undefined && !place.isLoading} />
              {clip && place.data && (
                <>
                  <Versions
                    key={clip.id}
                    prId={prId}
                    clip={clip}
                    mayAdd={place.data.held.has('LIBRARY_UPLOAD') && place.data.held.has('LIBRARY_UPDATE_METADATA')}
                    mayEdit={place.data.held.has('LIBRARY_UPDATE_METADATA')}
                  />
                  {status}
                  <SubtitlesLink prId={prId} clip={clip} />
                  <CompareLink prId={prId} moId={moId} />
                  {downloads}
                  {mayShare(place.data.held) && <ShareClip prId={prId} moId={moId} />}
                </>
              )}
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

/** A share of chosen clips makes a collection of them. */
function mayShare(held: ReadonlySet<string>): boolean {
  return held.has('LIBRARY_UPDATE_METADATA') && held.has('LIBRARY_SHARE')
}

/** What is beside the comments: what is known of the clip, what is said in it, its files and the work on it. */
function listPanels({ access, description, held }: Awaited<ReturnType<typeof loadClipPlace>>): readonly Panel[] {
  const { prId } = access
  return [
    {
      name: 'info',
      text: texts('info'),
      content: (film, clip, reload) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <div class="panel-body" tabIndex={0}>
          <section class="clip-panel">
            <h2>{texts('metadata')}</h2>
            <ClipMetadata
              key={clip.id}
              prId={prId}
              moId={clip.id}
              owner={access.owner}
              label={texts('metadata')}
              description={description}
              mayEdit={held.has('LIBRARY_UPDATE_METADATA')}
              onSaved={reload}
            />
          </section>
          <Subclips
            prId={prId}
            moId={clip.id}
            owner={access.owner}
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
