import { Button } from '../design/button.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { toMessage } from '../platform/api.ts'
import { listFaults } from '../platform/faults.ts'
import { setQuery } from '../platform/router.tsx'
import type { FoundClips } from './found-clips.ts'
import { texts } from './messages.ts'
import { chooseFiles } from './upload-panel.tsx'
import { uploads } from './uploads.ts'
import type { Wanted } from './wanted.ts'

interface NoClipsProps {
  wanted: Wanted
  found: FoundClips
  /** Nothing until that is known. */
  mayUpload: boolean | undefined
}

/** What the library shows instead of clips, and what to do next: a first upload, another search, another try. */
export function NoClips({ wanted, found, mayUpload }: NoClipsProps) {
  const { prId, q, filters, collection } = wanted
  if (mayUpload === undefined) return null
  const isSearch = q !== '' || filters.length > 0
  const clear = <Button onClick={() => setQuery({ q: undefined, fq: undefined })}>{texts('clearSearch')}</Button>
  const error = found.error.value
  if (error !== undefined) {
    const isUnreadable = listFaults(error).some(({ path }) => path === 'q' || path === 'fq')
    return (
      <div class="notice no-clips" data-kind="error" role="alert">
        <p>{isUnreadable ? texts('unreadable') : toMessage(error)}</p>
        {isUnreadable ? clear : <Button onClick={() => found.reload()}>{designTexts('retry')}</Button>}
      </div>
    )
  }
  if (isSearch) {
    return (
      <div class="notice no-clips">
        <p>{texts('none')}</p>
        {clear}
      </div>
    )
  }
  const isArriving = uploads.value.some(upload => upload.prId === prId && upload.state !== 'failed')
  return (
    <div class="no-clips" data-kind="first">
      <h2>{texts(isArriving ? 'arriving' : collection === undefined ? 'noClips' : 'noneHere')}</h2>
      {isArriving ? (
        <p>{texts('arrivingHint')}</p>
      ) : (
        <>
          <p>{texts(!mayUpload ? 'noClipsYet' : collection === undefined ? 'noClipsHint' : 'noneHereHint')}</p>
          {mayUpload && (
            <Button kind="primary" onClick={chooseFiles}>
              {texts('chooseFiles')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
