import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { Status } from '../design/status/status.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatNumber } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { NewAccount } from './new-account.tsx'

const pageSize = 20

/** The accounts of the service with the way to each, and to a new one: for SUPPORT. */
export function Accounts() {
  const rows = useSignal(pageSize)
  const isMaking = useSignal(false)
  const found = useResource(
    signal =>
      api.accounts.searchSubscriptions({ query: { q: '*:*', rows: rows.value, sort: 'label asc,id asc' }, signal }),
    [rows.value],
  )
  return (
    <section class="section">
      <div class="page-head">
        <h2>
          {texts('accounts')} {found.data && <span class="count">{formatNumber(found.data.numFound)}</span>}
        </h2>
        <Button icon="plus" onClick={assign(isMaking, true)}>
          {texts('newAccount')}
        </Button>
      </div>
      <Loaded resource={found}>
        {({ results, numFound }) => (
          <>
            <Records
              label={texts('accounts')}
              columns={[
                ['minmax(0, 4fr)', texts('accountName')],
                ['minmax(0, 3fr)', texts('owner')],
                ['minmax(0, 2fr)', texts('subscription')],
              ]}
              items={results}
              toKey={({ id }) => Number(id)}
            >
              {({ id, label, ownerUsername, status }) => [
                <RecordName key="name" name={<Link href={`/app/account/${id}`}>{String(label)}</Link>} />,
                String(ownerUsername ?? ''),
                <Status key="status" kind={status === 'active' ? 'good' : 'attention'}>
                  {status === 'active' ? texts('active') : String(status)}
                </Status>,
              ]}
            </Records>
            <MoreButton count={numFound} most={rows} by={pageSize} />
          </>
        )}
      </Loaded>
      {isMaking.value && (
        <NewAccount
          onClose={assign(isMaking, false)}
          onMade={() => {
            isMaking.value = false
            found.reload()
          }}
        />
      )}
    </section>
  )
}
