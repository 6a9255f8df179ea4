import { useSignal } from '@preact/signals'
import type { InvitationDetails } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { signIn, signOut, user } from '../frame/session.ts'
import { Shell } from '../frame/shell.tsx'
import { isRefusal } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { hash, Link, navigate, path } from '../platform/router.tsx'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { createInvitationCalls, type InvitationCalls } from './invitation-calls.ts'
import { texts } from './messages.ts'
import { RegisterForm } from './register-form.tsx'

/** Where the link of an invitation by mail leads: into the team of a production, or into an account. */
export default function InvitationPage() {
  // Another link may be opened in the same window, which loads nothing again.
  const token = new URLSearchParams(hash.value.replace(/^#/, '')).get('token') ?? ''
  const isOfAccount = path.value === '/app/account-invitation'
  return (
    <Shell>
      <section class="narrow">
        {token === '' ? (
          <>
            <h1>{texts('invitation')}</h1>
            <p class="notice">{texts('incomplete')}</p>
          </>
        ) : (
          <Invitation key={token} {...{ token, isOfAccount }} />
        )}
      </section>
    </Shell>
  )
}

function Invitation({ token, isOfAccount }: { token: string; isOfAccount: boolean }) {
  const calls = createInvitationCalls(token, isOfAccount)
  const details = useResource(calls.find, [token])
  const isDeclined = useSignal(false)
  const onDeclined = () => {
    isDeclined.value = true
  }
  const state = isDeclined.value ? 'DECLINED' : details.data?.state
  return (
    <>
      <h1>{texts(toTitle(state, isOfAccount))}</h1>
      {isRefusal(details.error, 'NotFoundError') ? (
        <p class="notice">{texts('unknown')}</p>
      ) : isDeclined.value ? (
        <p class="notice" role="status">
          {texts('declined')} <Link href="/app">{texts('home')}</Link>
        </p>
      ) : (
        <Loaded resource={details}>
          {found => {
            // Who is signed in is being found out.
            if (user.value === undefined) return null
            if (found.state === 'EXPIRED') return <p class="notice">{texts('expired', { name: found.name })}</p>
            if (found.state === 'ACCEPTED') return <Accepted found={found} calls={calls} />
            if (!user.value) return <Arrival found={found} calls={calls} />
            return <Question found={found} calls={calls} onDeclined={onDeclined} />
          }}
        </Loaded>
      )}
    </>
  )
}

function toTitle(state: InvitationDetails['state'] | 'DECLINED' | undefined, isOfAccount: boolean) {
  if (state === 'ACCEPTED') return 'acceptedTitle'
  if (state === 'DECLINED') return 'declinedTitle'
  if (state === 'EXPIRED' || state === undefined) return 'invitation'
  return isOfAccount ? 'account' : 'production'
}

interface PartProps {
  found: InvitationDetails
  calls: InvitationCalls
}

/** The invitation was accepted: leads its recipient on. */
function Accepted({ found: { name }, calls }: PartProps) {
  const target = useResource(async () => (user.value ? calls.accept() : undefined), [user.value?.id])
  if (!user.value) {
    return (
      <>
        <p class="notice">{texts('acceptedSignIn', { name })}</p>
        <SignInForm />
      </>
    )
  }
  if (isRefusal(target.error, 'GoneError')) {
    return (
      <>
        <p class="notice">{texts('usedByOther', { user: user.value.username })}</p>
        <OtherUser />
      </>
    )
  }
  return (
    <Loaded resource={target}>
      {href => (
        <p class="notice" role="status">
          {texts('youAreIn', { name })} {href !== undefined && <Link href={href}>{texts('open')}</Link>}
        </p>
      )}
    </Loaded>
  )
}

/** Asks who is signed in whether they join. */
function Question({ found: { name, email }, calls, onDeclined }: PartProps & { onDeclined: () => void }) {
  const isBusy = useSignal(false)
  const answer = (work: () => Promise<unknown>) => {
    if (isBusy.value) return
    isBusy.value = true
    work()
      .catch(tellError)
      .finally(() => {
        isBusy.value = false
      })
  }
  const isOther = email?.toLowerCase() !== user.value?.email.toLowerCase()
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      {isOther && email !== undefined && <p>{texts('sentTo', { email })}</p>}
      <p>{texts('question', { user: user.value?.username ?? '' })}</p>
      <div class="actions">
        {isOther && <OtherUser />}
        <Button aria-disabled={isBusy.value} onClick={() => answer(() => calls.decline().then(onDeclined))}>
          {texts('decline')}
        </Button>
        <Button
          kind="primary"
          aria-disabled={isBusy.value}
          onClick={() => answer(() => calls.accept().then(href => navigate(href)))}
        >
          {texts('accept')}
        </Button>
      </div>
    </>
  )
}

/** Back to this page without a user. */
function OtherUser() {
  return <Button onClick={() => void signOut().catch(tellError)}>{texts('otherUser')}</Button>
}

/** Nobody is signed in: a user that there is, or a new one where the account allows it. */
function Arrival({ found: { name, email = '', hasUser, mayRegister }, calls }: PartProps) {
  const wantsSignIn = useSignal(!mayRegister)
  const toggle = () => {
    wantsSignIn.value = !wantsSignIn.value
  }
  useEffect(() => {
    wantsSignIn.value = !mayRegister
  }, [mayRegister])
  const enter = async (username: string, password: string) => {
    await signIn(username, password, false)
    navigate(await calls.accept())
  }
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      {wantsSignIn.value ? (
        <>
          <p>{texts(hasUser || mayRegister ? 'signInToJoin' : 'noRegistration')}</p>
          <SignInForm initialName={hasUser ? email : ''} />
        </>
      ) : (
        <>
          <p>{texts('registerToJoin', { email })}</p>
          <RegisterForm email={email} register={calls.register} onRegistered={enter} />
        </>
      )}
      {mayRegister && (
        <p>
          <Button onClick={toggle}>{texts(wantsSignIn.value ? 'newHere' : 'haveUser')}</Button>
        </p>
      )}
    </>
  )
}
