import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { formatBytes } from '../../platform/translations.ts'
import type { ReviewAccess } from '../access.ts'
import type { ReviewedClip } from '../load-clip.ts'
import { texts } from '../messages.ts'
import { describeMissing } from '../no-film.ts'
import { downloadInstance } from './downloads.tsx'

interface MissingFilmProps {
  access: ReviewAccess
  clip: ReviewedClip
}

/** Shown instead of a film: why there is none and, of a document, its file, which the browser opens once downloaded. */
export function MissingFilm({ access, clip }: MissingFilmProps) {
  const isDocument = clip.type === 'DOCUMENT'
  const file = isDocument ? clip.mediaObjectInstances?.find(({ type }) => type === 'RAW') : undefined
  return (
    <div class="notice missing-film">
      <p>{describeMissing(clip)}</p>
      {file && (
        <p>
          {file.fileName} <span class="field-hint">{formatBytes(file.size)}</span>
        </p>
      )}
      {file && access.mayDownload.originals && (
        <Button
          onClick={() => {
            downloadInstance(access.api, access.prId, file).catch(tellError)
          }}
        >
          {texts('downloadFile')}
        </Button>
      )}
    </div>
  )
}
