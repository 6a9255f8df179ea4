import { useSignal } from '@preact/signals'
import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { Dialog } from '../design/dialog.tsx'
import { Form, FormEnd } from '../design/form.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useSaving } from '../platform/saving.ts'
import { useGrantable } from './grantable.ts'
import { texts } from './messages.ts'
import { NewShare } from './new-share.tsx'
import { toShareDraft, toShareLink, toShareRequest } from './share-draft.ts'
import { ShareLink } from './share-link.tsx'

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
