import { useSignal } from '@preact/signals'
import type { ShareObject } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { ConfirmDialog } from '../design/dialog.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { Link, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/soon.ts'
import { endShare } from './end-share.ts'
import { texts } from './messages.ts'
import { ShareActivity } from './share-activity.tsx'
import { toShareDraft, toShareReplacement } from './share-draft.ts'
import { ShareLink } from './share-link.tsx'
import { SharePassword } from './share-password.tsx'
import { ShareState, toShareName } from './share-row.tsx'
import { ShareSettings } from './share-settings.tsx'
import { Visitors } from './visitors.tsx'

/** How long the page waits for further news before it asks again. */
const gatherMs = 500

/** One share: its link, its settings, who came and what they did, and its end. */
export function ShareDetails({ prId, id }: { prId: number; id: number }) {
  const share = useResource(signal => api.sharing.getShare({ prId, id, signal }), [prId, id])
  // Raised with each piece of news of the share, so that what is shown of its visits follows.
  const news = useSignal(0)
  const tellSoon = useSoon(() => {
    news.value += 1
  }, gatherMs)
  useEvents(api, { prId }, ({ shareId }) => {
    if (shareId === id) tellSoon()
  })
  return (
    <>
      <Link href={`/app/production/${prId}/shares`}>← {texts('back')}</Link>
      <Loaded resource={share}>
        {loaded => (
          <>
            <section class="section">
              <h2>{toShareName(loaded)}</h2>
              <ShareState share={loaded} />
              <ShareLink share={loaded} />
            </section>
            <Visitors prId={prId} id={id} news={news.value} />
            <ShareActivity prId={prId} id={id} news={news.value} />
            <ShareSettings share={loaded} onSaved={share.replace} />
            <SharePassword share={loaded} onSaved={share.replace} />
            <EndShare prId={prId} share={loaded} onClosed={share.replace} />
          </>
        )}
      </Loaded>
    </>
  )
}

interface EndShareProps {
  prId: number
  share: ShareObject
  onClosed: (share: ShareObject) => void
}

/** The two ways to shut people out: the link at once, or everything for ever. */
function EndShare({ prId, share, onClosed }: EndShareProps) {
  const isEnding = useSignal(false)
  const { id, version, expires } = share
  const isClosed = expires !== undefined && expires <= Date.now()
  const close = async () => {
    const body = { ...toShareReplacement(toShareDraft(share), share, version), expires: Date.now() }
    onClosed(await api.sharing.updateShare({ prId, id, body }))
    tell(texts('closed'))
  }
  const end = async () => {
    await endShare(prId, share)
    tell(texts('ended'))
    setQuery({ share: undefined })
  }
  return (
    <>
      {!isClosed && (
        <section class="section">
          <h2>{texts('close')}</h2>
          <p>{texts('closeHint')}</p>
          <Button onClick={() => void close().catch(tellError)}>{texts('closeDo')}</Button>
        </section>
      )}
      <section class="section">
        <h2>{texts('end')}</h2>
        <p>{texts('endHint')}</p>
        <Button kind="danger" onClick={assign(isEnding, true)}>
          {texts('end')}
        </Button>
      </section>
      {isEnding.value && (
        <ConfirmDialog
          title={texts('end')}
          question={texts('endHint')}
          action={texts('endDo')}
          onConfirm={() => void end().catch(tellError)}
          onClose={assign(isEnding, false)}
        />
      )}
    </>
  )
}
