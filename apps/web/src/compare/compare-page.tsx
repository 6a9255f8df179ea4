import { loadClipPlace } from '../clip/clip-place.ts'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Place } from '../frame/place.tsx'
import { toLibraryPath } from '../library/last-place.ts'
import { lazy } from '../platform/lazy.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery } from '../platform/router.tsx'
import { ClipChoice } from './clip-choice.tsx'
import { Comparison } from './comparison.tsx'
import { texts } from './messages.ts'

// Few that are compared have no film.
const NoFilm = lazy(() => import('../clip/no-film/no-film.tsx').then(part => part.NoFilm))

/** Two clips of a production beside each other, as `?a=` and `?b=` name them. */
export default function ComparePage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const [a, b] = [Number(getQuery('a')), Number(getQuery('b'))]
  const place = useResource(signal => loadClipPlace(prId, signal), [prId])
  return (
    <Place name="compare" trail={[{ text: texts('library'), href: toLibraryPath(prId) }, { text: texts('title') }]}>
      {a > 0 && b > 0 ? (
        <Loaded resource={place}>
          {({ access, choices, held }) => (
            <Comparison
              key={`${a} ${b}`}
              {...{ access, choices }}
              ids={{ a, b }}
              missing={clip => (
                <NoFilm access={access} clip={clip} mayManage={held.has('WORKFLOW_MANAGE')} mayReplace={false} />
              )}
            />
          )}
        </Loaded>
      ) : (
        <div class="page">
          {a > 0 || b > 0 ? <Half prId={prId} moId={a > 0 ? a : b} /> : <p class="notice">{texts('missing')}</p>}
        </div>
      )}
    </Place>
  )
}

/** One clip, whose other one is still to be chosen. */
function Half({ prId, moId }: { prId: number; moId: number }) {
  const clip = useResource(signal => api.media.getMediaObject({ prId, id: moId, signal }), [prId, moId])
  return (
    <Loaded resource={clip}>
      {({ name = `#${moId}` }) => (
        <EmptyState
          text={texts('chooseOther', { name })}
          action={<ClipChoice prId={prId} side="b" others={{ a: moId }} button={{ kind: 'primary' }} />}
        />
      )}
    </Loaded>
  )
}
