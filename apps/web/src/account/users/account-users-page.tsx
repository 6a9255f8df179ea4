import { AccountFrame } from '../../frame/account-frame.tsx'
import { AccountForm } from '../account-form.tsx'
import { AccountUsers } from './account-users.tsx'
import '../../design/sections.css'

/** An account for those who manage it: its name, what it demands, and who takes part. */
export default function AccountUsersPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  return (
    <AccountFrame accountId={accountId} here="users">
      {({ account, onAccount }) => (
        <div class="wide-section">
          <AccountUsers accountId={accountId} />
          <div class="sections">
            <AccountForm key={account.id} account={account} onSaved={onAccount} />
          </div>
        </div>
      )}
    </AccountFrame>
  )
}
