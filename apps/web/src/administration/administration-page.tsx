import { Loaded } from '../design/lists/loaded.tsx'
import { SettingsPlace } from '../frame/account-frame.tsx'
import { texts as appTexts } from '../frame/messages.ts'
import { user } from '../frame/session.ts'
import { AccountList } from '../frame/shell/account-list.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { Accounts } from './accounts.tsx'
import { Failures } from './failures.tsx'
import { HealthList } from './health-list.tsx'
import { loadStorage } from './load.ts'
import { texts } from './messages.ts'
import { Storage, toProductionName } from './storage.tsx'
import { Work } from './work.tsx'
import '../design/sections.css'

/** How the service is doing, for those who run it: its parts, work, what failed, storage and users. */
export default function AdministrationPage() {
  const isRunning = user.value?.roles?.includes('DEVOPS') === true
  return (
    <SettingsPlace trail={[{ text: appTexts('administration') }]} side={<AccountList />}>
      {isRunning ? <Overview /> : <p class="notice">{texts('notPermitted')}</p>}
    </SettingsPlace>
  )
}

function Overview() {
  // Work of a production is its own business: only SUPPORT holds every right in all of them.
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  const storage = useResource(loadStorage, [])
  const names = new Map(
    storage.data?.map(production => [production.productionId, toProductionName(production)] as const),
  )
  return (
    <div class="wide-section">
      <HealthList />
      <Work names={names} mayAct={isSupport} />
      <Failures names={names} mayAct={isSupport} />
      <Storage storage={storage} mayAct={isSupport} />
      {isSupport && (
        <>
          <Accounts />
          <People />
        </>
      )}
    </div>
  )
}

/** How many there are, and the way to them for those who may change them. */
function People() {
  const count = useResource(
    async signal => (await api.accounts.searchUsers({ query: { q: '*:*', rows: 0 }, signal })).numFound,
    [],
  )
  return (
    <section class="section">
      <h2>{texts('people')}</h2>
      <Loaded resource={count}>
        {found => (
          <p>
            {texts('userCount', { count: found })} <Link href="/app/users">{texts('toUsers')}</Link>
          </p>
        )}
      </Loaded>
    </section>
  )
}
