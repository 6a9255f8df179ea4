import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { formatPercent } from '../../platform/translations.ts'
import { type Upload, uploads } from '../../uploads/uploads.ts'
import { texts } from './messages.ts'

interface ReplacedFileProps {
  prId: number
  moId: number
}

/** The newest file that this browser sends to the clip in place of its own. */
function findReplacement({ prId, moId }: ReplacedFileProps): Upload | undefined {
  return uploads.value.findLast(upload => upload.prId === prId && upload.replaces === moId)
}

/** A button that replaces the file; while another one is on its way, how far it is. */
export function ReplacedFile({ prId, moId }: ReplacedFileProps) {
  const upload = findReplacement({ prId, moId })
  const choose = () => {
    import('../../uploads/replace-file.ts').then(({ replaceFile }) => replaceFile(prId, moId), tellError)
  }
  if (upload?.state === 'waiting' || upload?.state === 'sending') {
    const percent = Math.floor((upload.sentBytes / Math.max(upload.size, 1)) * 100)
    return (
      <p role="status">
        {texts('fileOnItsWay', { name: upload.fileName })} {formatPercent(percent)}
      </p>
    )
  }
  return (
    <>
      {upload?.state === 'failed' && (
        <p class="field-error">{texts('fileNotReplaced', { reason: upload.error ?? '' })}</p>
      )}
      <Button icon="upload" onClick={choose}>
        {texts('replaceFile')}
      </Button>
    </>
  )
}
