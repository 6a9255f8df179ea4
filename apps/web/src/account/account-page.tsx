import { SettingsPlace } from '../frame/account-frame.tsx'
import { texts as appTexts } from '../frame/messages.ts'
import { AccountList, ownSections } from '../frame/shell/account-list.tsx'
import { NotificationPreferences } from '../notifications/preferences.tsx'
import { getQuery } from '../platform/router.tsx'
import { PasswordForm } from './access/password-form.tsx'
import { Sessions } from './access/sessions.tsx'
import { Tokens } from './access/tokens.tsx'
import { texts } from './messages.ts'
import { OwnAccounts } from './own-accounts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import '../design/sections.css'
import './account.css'

/** What users set for themselves: who they are, how they sign in, where they are signed in, what works in their name. */
export default function AccountPage() {
  const shown = ownSections.find(tab => tab === getQuery('tab')) ?? 'profile'
  return (
    <SettingsPlace trail={[{ text: texts('title') }, { text: appTexts(shown) }]} side={<AccountList />}>
      <div class="sections">
        {shown === 'profile' && (
          <>
            <ProfileForm />
            <OwnAccounts />
          </>
        )}
        {shown === 'notifications' && <NotificationPreferences />}
        {shown === 'security' && (
          <>
            <PasswordForm />
            <SecondFactor />
          </>
        )}
        {shown === 'sessions' && <Sessions />}
        {shown === 'tokens' && <Tokens />}
      </div>
    </SettingsPlace>
  )
}
