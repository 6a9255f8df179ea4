import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts as designTexts } from '../design/messages.ts'
import { lazy } from '../platform/lazy.tsx'
import { createTokenClient, toMessage } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { BrandedPage } from './branded-page.tsx'
import { IdentifyForm, PasswordForm } from './forms.tsx'
import { texts } from './messages.ts'
import { asksEmail, beginVisit, leave, logIn, readShareToken, type ShareLink, type Visit } from './visit.ts'
import './share.css'

// What is behind a password is loaded behind it.
const ShareContent = lazy(() => import('./share-content.tsx').then(part => part.ShareContent))

/** The page that a share link opens: password and identification where they are asked for, then what is shared. */
export default function SharePage({ prId, shareId }: Record<string, string>) {
  const link = useSignal<ShareLink>({
    prId: Number(prId),
    shareId: Number(shareId),
    token: readShareToken(window.location.hash),
  }).value
  const visit = useSignal<Visit | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const go = (next: Promise<Visit>) =>
    next.then(
      reached => {
        visit.value = reached
        error.value = undefined
      },
      (reason: unknown) => {
        error.value = reason
      },
    )
  useEffect(() => {
    void go(beginVisit(link))
  }, [link])
  const now = visit.value
  const share = now && 'share' in now ? now.share : undefined
  const isLet = now !== undefined && now.step !== 'gone' && now.step !== 'no token'
  const branding = useResource(
    async signal => {
      if (!isLet) return undefined
      const api = 'api' in now ? now.api : createTokenClient(link.token ?? '')
      return api.sharing.getShareBranding({ prId: link.prId, signal })
    },
    [link, isLet],
  )
  return (
    <BrandedPage
      branding={branding.data}
      share={share}
      visitor={now?.step === 'inside' ? now.visitor : undefined}
      onLeave={() => go(leave(link))}
    >
      {brand => (
        <>
          {error.value !== undefined && (
            <p class="notice" data-kind="error" role="alert">
              {toMessage(error.value)}
            </p>
          )}
          {!now && error.value === undefined && <p role="status">{designTexts('loading')}</p>}
          {now?.step === 'no token' && <p class="notice">{texts('noToken')}</p>}
          {now?.step === 'gone' && <p class="notice">{texts('gone')}</p>}
          {now?.step === 'password' && (
            <PasswordForm isWrong={now.isWrong} onPassword={password => go(logIn(link, password))} />
          )}
          {now?.step === 'identify' && (
            <IdentifyForm
              asksEmail={asksEmail(now.share)}
              onIdentify={given => go(now.identify(given).then(visitor => ({ ...now, step: 'inside', visitor })))}
            />
          )}
          {now?.step === 'inside' && (
            <ShareContent
              api={now.api}
              prId={link.prId}
              share={now.share}
              visitor={now.visitor}
              brand={brand}
              onIdentify={async given => {
                const visitor = await now.identify(given)
                visit.value = { ...now, visitor }
                return visitor
              }}
            />
          )}
        </>
      )}
    </BrandedPage>
  )
}
