import { Mark } from '../frame/shell/mark.tsx'
import { getQuery } from '../platform/router.tsx'
import { toFailureText } from '../sign-in/messages.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

/** Where somebody arrives who is not signed in; also after a sign-on at an identity provider that failed. */
export function SignInPage() {
  return (
    <main class="narrow">
      <Mark size={32} />
      <h1>Rushes</h1>
      {getQuery('error') !== undefined && (
        <p class="notice" data-kind="error" role="alert">
          {toFailureText(getQuery('reason'))}
        </p>
      )}
      <SignInForm />
    </main>
  )
}
