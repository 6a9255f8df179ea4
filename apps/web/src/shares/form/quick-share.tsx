import { useSignal } from '@preact/signals'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { copyText } from '../../design/copying/copy-text.ts'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { assign } from '../../platform/bind.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { loadGrantable, useGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { ShareLink } from '../share-link.tsx'
import { NewShare } from './new-share.tsx'
import { toShareDraft, toShareLink, toShareRequest } from './share-draft.ts'

interface QuickShareProps {
  prId: number
  title: string
  /** The title of a share that is given none. */
  defaultLabel: string | undefined
  onShare: (request: SharedObjectRequest) => Promise<ShareObject>
  onClose: () => void
}

/** Shares what is chosen already: a link at once, or its settings first. */
export function QuickShare({ prId, title, defaultLabel, onShare, onClose }: QuickShareProps) {
  const isDetailed = useSignal(false)
  const made = useSignal<ShareObject | undefined>(undefined)
  const saving = useSaving()
  const grantable = useGrantable(prId)
  if (isDetailed.value) return <NewShare {...{ prId, title, defaultLabel, onShare, onClose }} />
  const share = () =>
    saving.run(async () => {
      made.value = await onShare(toShareRequest(toShareDraft(), await loadGrantable(prId)))
      const link = toShareLink(made.value)
      if (link !== undefined) await copyText(link)
    })
  return (
    <Dialog title={title} onClose={onClose}>
      {made.value ? (
        <div class="form">
          <p role="status">{texts('linkCopied')}</p>
          <ShareLink share={made.value} />
          <div class="actions">
            <Button kind="primary" onClick={onClose}>
              {texts('done')}
            </Button>
          </div>
        </div>
      ) : (
        <Form saving={saving} onSubmit={() => void share()}>
          <p>{texts(grantable.includes('REVIEW_STATUS_EDIT') ? 'quickHintDecide' : 'quickHint')}</p>
          <FormEnd saving={saving} action={texts('quickCopy')}>
            <Button onClick={assign(isDetailed, true)}>{texts('moreSettings')}</Button>
          </FormEnd>
        </Form>
      )}
    </Dialog>
  )
}
