import { useSignal } from '@preact/signals'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { copyText } from '../../design/copying/copy-text.ts'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { loadGrantable, useGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { ShareLink } from '../share-link.tsx'
import { NewShare } from './new-share.tsx'
import { toShareDraft, toShareLink, toShareRequest } from './share-draft.ts'

/** As many as one call takes. */
const mostAttached = 1000

interface ShareSelectionProps {
  prId: number
  /** Ids of the clips, in the order in which visitors see them. */
  ids: readonly number[]
  onClose: () => void
}

/** Shares clips that were selected in the library: a link at once, or what it permits first. */
export function ShareSelection({ prId, ids, onClose }: ShareSelectionProps) {
  const isDetailed = useSignal(false)
  const made = useSignal<ShareObject | undefined>(undefined)
  const saving = useSaving()
  const grantable = useGrantable(prId)
  const title = texts('shareSelection', { count: ids.length })
  if (isDetailed.value) {
    return <NewShare prId={prId} title={title} onShare={request => shareClips(prId, ids, request)} onClose={onClose} />
  }
  const share = () =>
    saving.run(async () => {
      made.value = await shareClips(prId, ids, toShareRequest(toShareDraft(), grantable))
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
          <p>{texts('quickHint')}</p>
          <FormEnd saving={saving} action={texts('quickCopy')}>
            <Button onClick={assign(isDetailed, true)}>{texts('moreSettings')}</Button>
          </FormEnd>
        </Form>
      )}
    </Dialog>
  )
}

/** Shares clips with the usual permissions and copies the link. */
export async function copyShareLink(prId: number, ids: readonly number[]): Promise<void> {
  const share = await shareClips(prId, ids, toShareRequest(toShareDraft(), await loadGrantable(prId)))
  const link = toShareLink(share)
  if (link !== undefined) await copyText(link)
  tell(texts('linkCopied'))
}

/**
 * "To share a selection of clips: create an editorial object with `funnel` `SelectionShare` and a `title`, attach the
 * clips, then call S1 on it." Where a step is refused, nothing is left of the ones before.
 */
async function shareClips(prId: number, ids: readonly number[], request: SharedObjectRequest): Promise<ShareObject> {
  const title = request.label ?? texts('chosenClips')
  const { id } = await api.collections.createCollection({ prId, body: { funnel: 'SelectionShare', title } })
  try {
    for (let from = 0; from < ids.length; from += mostAttached) {
      const body = ids.slice(from, from + mostAttached).map(mediaObjectId => ({ mediaObjectId }))
      await api.collections.attachEntries({ prId, id, body })
    }
    return await api.sharing.createShare({ prId, id, body: request })
  } catch (error) {
    await api.collections.deleteCollection({ prId, id }).catch(() => {})
    throw error
  }
}
