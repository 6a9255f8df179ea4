import { Shell } from '../app/shell.tsx'
import { Tabs } from '../design/tabs.tsx'
import { getQuery, setQuery } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { OwnAccounts } from './own-accounts.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import '../design/sections.css'
import './account.css'

const tabs = ['profile', 'security', 'sessions', 'tokens'] as const

/** What users set for themselves: who they are, how they sign in, where they are signed in, what works in their name. */
export default function AccountPage() {
  const shown = tabs.find(tab => tab === getQuery('tab')) ?? 'profile'
  return (
    <Shell head={<h1 class="page-title">{texts('title')}</h1>}>
      <Tabs
        label={texts('sections')}
        tabs={tabs.map(tab => [tab, texts(tab)] as const)}
        here={shown}
        onTab={tab => setQuery({ tab })}
      >
        <div class="sections">
          {shown === 'profile' && (
            <>
              <ProfileForm />
              <OwnAccounts />
            </>
          )}
          {shown === 'security' && (
            <>
              <PasswordForm />
              <SecondFactor />
            </>
          )}
          {shown === 'sessions' && <Sessions />}
          {shown === 'tokens' && <Tokens />}
        </div>
      </Tabs>
    </Shell>
  )
}
