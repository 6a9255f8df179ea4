import type { ComponentChildren } from 'preact'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { getQuery, Link, path } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import { user } from '../session.ts'
import { accountPlaces } from './account-rights.ts'

export const ownSections = ['profile', 'notifications', 'security', 'sessions', 'tokens'] as const

/** The pages of the user, of the accounts in which they take part, and of the service: a list for the side panel. */
export function AccountList({ accountId }: { accountId?: number }) {
  const id = user.value?.id
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  const isRunning = user.value?.roles?.includes('DEVOPS') === true
  const accounts = useResource(
    async signal => (id === undefined ? [] : (await api.accounts.listAccountRights({ id, signal })).items),
    [id],
  )
  const shown = accounts.data ?? []
  const tab = ownSections.find(known => known === getQuery('tab')) ?? 'profile'
  const isOpen = (address: string) => path.value === address
  return (
    <nav class="side-list" aria-label={texts('settingsList')}>
      <Group name={texts('you')}>
        {ownSections.map(section => (
          <Entry
            key={section}
            href={`/app/account?tab=${section}`}
            text={texts(section)}
            isHere={isOpen('/app/account') && tab === section}
          />
        ))}
      </Group>
      {shown.map(({ id: ownId, displayName, rights }) => {
        const open = accountPlaces.filter(({ needs }) => isSupport || rights.includes(needs))
        return (
          open.length > 0 && (
            <Group key={ownId} name={displayName ?? `#${ownId}`}>
              <AccountEntries accountId={ownId} open={open} />
            </Group>
          )
        )
      })}
      {accounts.data && accountId !== undefined && isSupport && !shown.some(({ id: known }) => known === accountId) && (
        <Group name={`#${accountId}`}>
          <AccountEntries accountId={accountId} open={accountPlaces} />
        </Group>
      )}
      {(isSupport || isRunning) && (
        <Group name={texts('service')}>
          {isRunning && (
            <Entry href="/app/administration" text={texts('administration')} isHere={isOpen('/app/administration')} />
          )}
          {isSupport && (
            <>
              <Entry href="/app/users" text={texts('allUsers')} isHere={isOpen('/app/users')} />
              <Entry href="/app/audit" text={texts('audit')} isHere={isOpen('/app/audit')} />
            </>
          )}
        </Group>
      )}
    </nav>
  )
}

function AccountEntries({ accountId, open }: { accountId: number; open: typeof accountPlaces }) {
  const address = `/app/account/${accountId}`
  return open.map(({ name, path: below }) => (
    <Entry
      key={name}
      href={address + below}
      text={texts(name)}
      isHere={path.value === address + below || (name === 'thesauri' && path.value.startsWith(`${address}/thesaurus/`))}
    />
  ))
}

function Group({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{name}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Entry({ href, text, isHere }: { href: string; text: string; isHere: boolean }) {
  return (
    <li>
      <Link href={href} aria-current={isHere ? 'page' : undefined}>
        {text}
      </Link>
    </li>
  )
}
