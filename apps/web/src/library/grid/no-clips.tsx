import { Button } from '../../design/fields/button.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { toMessage } from '../../platform/reading/api.ts'
import { listFaults } from '../../platform/reading/faults.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { setQuery } from '../../platform/router.tsx'
import { chooseFiles } from '../../uploads/upload-buttons.tsx'
import type { FoundClips } from '../clips/found-clips.ts'
import { findSimilar } from '../clips/similar-words.ts'
import { texts } from '../messages.ts'
import { toForgiving } from '../search/typed-query.ts'
import type { Wanted } from '../search/wanted.ts'
import { texts as ownTexts } from './messages.ts'

interface NoClipsProps {
  wanted: Wanted
  /** Whether there are collections within the one that is shown. */
  hasFolders: boolean
  found: FoundClips
  /** Nothing until that is known. */
  mayUpload: boolean | undefined
}

/** What the library shows instead of clips, and what to do next: a first upload, another search, another try. */
export function NoClips({ wanted, hasFolders, found, mayUpload }: NoClipsProps) {
  const { q, filters, collection } = wanted
  if (mayUpload === undefined) return null
  const error = found.error.value
  if (error !== undefined) return <Failure error={error} onRetry={() => found.reload()} />
  if (q !== '' || filters.length > 0) return <NoMatch wanted={wanted} />
  const isFirst = collection === undefined
  // Nothing can be dropped with a finger.
  const hint = isFirst ? (matchMedia('(pointer: coarse)').matches ? 'noClipsTouchHint' : 'noClipsHint') : 'noneHereHint'
  return (
    <div class="no-clips" data-kind="first">
      <h2>{hasFolders ? ownTexts('noneDirectly') : ownTexts(isFirst ? 'noClips' : 'noneHere')}</h2>
      <p>{ownTexts(mayUpload ? hint : 'noClipsYet')}</p>
      {mayUpload && (
        <Button kind="primary" icon="upload" onClick={chooseFiles}>
          {ownTexts('chooseFiles')}
        </Button>
      )}
    </div>
  )
}

/** Why there is no answer, shown instead of it. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnreadable = listFaults(error).some(({ path }) => path === 'q' || path === 'fq')
  return (
    <div class="no-clips" role="alert">
      <EmptyState
        text={isUnreadable ? ownTexts('unreadable') : toMessage(error)}
        action={
          isUnreadable ? (
            <Button onClick={() => setQuery({ q: undefined, fq: undefined })}>{ownTexts('clearSearch')}</Button>
          ) : (
            <Button onClick={onRetry}>{designTexts('retry')}</Button>
          )
        }
      />
    </div>
  )
}

/** Nothing fits: what may have been meant, and a way back to more. */
function NoMatch({ wanted }: { wanted: Wanted }) {
  const { q, query = q, filters } = wanted
  const forgiving = toForgiving(q)
  const similar = useResource(
    signal => (forgiving === undefined ? Promise.resolve([]) : findSimilar(wanted, forgiving, signal)),
    [query, filters.join()],
  )
  return (
    <div class="no-clips">
      <EmptyState
        text={
          <>
            {texts('none')}
            {(similar.data ?? []).length > 0 && (
              <span class="did-you-mean">
                {ownTexts('didYouMean')}
                {similar.data?.map(word => (
                  <Button key={word} small kind="quiet" onClick={() => setQuery({ q: word })}>
                    {word}
                  </Button>
                ))}
              </span>
            )}
          </>
        }
        action={
          <Button onClick={() => setQuery({ q: undefined, fq: undefined })}>
            {filters.length > 0 ? ownTexts('clearFilters', { count: filters.length }) : ownTexts('clearSearch')}
          </Button>
        }
      />
    </div>
  )
}
