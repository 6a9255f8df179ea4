import { useSignal } from '@preact/signals'
import type { ShareObject } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Icon } from '../design/icons.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/writes/soon.ts'
import { endShare } from './end-share.ts'
import { toShareDraft, toShareReplacement } from './form/share-draft.ts'
import { SharePassword } from './form/share-password.tsx'
import { ShareSettings } from './form/share-settings.tsx'
import { texts } from './messages.ts'
import { OpenVisits } from './open-visits.tsx'
import { Recipients, useRecipients } from './recipients.tsx'
import { ShareActivity } from './share-activity.tsx'
import { ShareLink } from './share-link.tsx'
import { ShareState, toShareName } from './share-row.tsx'
import { Visitors } from './visitors.tsx'

/** How long the page waits for further news before it asks again. */
const gatherMs = 500

/** One share: its link, its settings, who came and what they did, and its end. */
export function ShareDetails({ prId, id, onChanged }: { prId: number; id: number; onChanged: () => void }) {
  const share = useResource(signal => api.sharing.getShare({ prId, id, signal }), [prId, id])
  const replace = (saved: ShareObject) => {
    share.replace(saved)
    onChanged()
  }
  // Raised with each piece of news of the share, so that what is shown of its visits follows.
  const news = useSignal(0)
  const tellSoon = useSoon(() => {
    news.value += 1
  }, gatherMs)
  useEvents(api, { prId }, ({ shareId }) => {
    if (shareId === id) tellSoon()
  })
  const recipients = useRecipients(prId, id, news.value)
  const names = new Map(recipients.data?.map(recipient => [recipient.id, recipient.name]))
  return (
    <>
      <Link class="board-back" href={`/app/production/${prId}/shares`}>
        <Icon name="chevron-left" /> {texts('back')}
      </Link>
      <Loaded resource={share}>
        {loaded => (
          <>
            <section class="section">
              <div class="page-head">
                <h2>{toShareName(loaded)}</h2>
                <ShareState share={loaded} />
              </div>
              <ShareLink share={loaded} />
            </section>
            <Recipients prId={prId} share={loaded} recipients={recipients} />
            <Visitors prId={prId} id={id} news={news.value} />
            <OpenVisits prId={prId} id={id} news={news.value} recipients={names} />
            <ShareActivity prId={prId} id={id} news={news.value} recipients={names} />
            <ShareSettings share={loaded} onSaved={replace} />
            <SharePassword share={loaded} onSaved={replace} />
            <EndShare prId={prId} share={loaded} onClosed={replace} onEnded={onChanged} />
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
  onEnded: () => void
}

/** The two ways to shut people out: the link at once, or everything for ever. */
function EndShare({ prId, share, onClosed, onEnded }: EndShareProps) {
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
    onEnded()
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
