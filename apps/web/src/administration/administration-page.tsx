import { useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { SettingsPlace } from '../frame/account-frame.tsx'
import { texts as appTexts } from '../frame/messages.ts'
import { user } from '../frame/session.ts'
import { AccountList } from '../frame/shell/account-list.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatBytes, formatDate, formatNumber, formatPercent } from '../platform/translations.ts'
import { nameWork } from '../platform/work-names.ts'
import { type Failure, loadFailures, loadQueues, loadStorage, queueStates } from './load.ts'
import { texts } from './messages.ts'
import '../design/sections.css'

const pageSize = 50

/** How the service is doing, for those who run it: work, what failed, storage and users. */
export default function AdministrationPage() {
  const isRunning = user.value?.roles?.includes('DEVOPS') === true
  return (
    <SettingsPlace trail={[{ text: appTexts('administration') }]} side={<AccountList />}>
      {isRunning ? <Overview /> : <p class="notice">{texts('notPermitted')}</p>}
    </SettingsPlace>
  )
}

function Overview() {
  const storage = useResource(loadStorage, [])
  const names = new Map(storage.data?.map(({ production }) => [production.id, toName(production)]))
  return (
    <div class="wide-section">
      <Queues />
      <Failures names={names} />
      <section class="section">
        <h2>{texts('storage')}</h2>
        <p>{texts('storageHint')}</p>
        <Loaded resource={storage}>
          {all => {
            const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
            return all.length === 0 ? (
              <EmptyState text={texts('noProductions')} />
            ) : (
              <Records
                label={texts('storage')}
                columns={[
                  ['minmax(0, 4fr)', texts('production')],
                  ['minmax(0, 1fr)', texts('clips')],
                  ['minmax(0, 1fr)', texts('size')],
                  ['minmax(0, 1fr)', texts('share')],
                ]}
                items={all}
                toKey={({ production }) => production.id ?? 0}
              >
                {({ production, clips, bytes }) => [
                  <RecordName
                    key="name"
                    name={<Link href={`/app/production/${production.id}`}>{toName(production)}</Link>}
                  />,
                  <span key="clips" class="num">
                    {formatNumber(clips)}
                  </span>,
                  <span key="size" class="num">
                    {formatBytes(bytes)}
                  </span>,
                  <span key="share" class="num">
                    {total > 0 && formatPercent(Math.round((bytes / total) * 100))}
                  </span>,
                ]}
              </Records>
            )
          }}
        </Loaded>
      </section>
      <People />
    </div>
  )
}

const toName = ({ name, id }: Production) => (name === undefined || name === '' ? `#${id}` : name)

function Queues() {
  const queues = useResource(loadQueues, [])
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('queues')}</h2>
        <Button icon="refresh-cw" onClick={queues.reload}>
          {texts('reload')}
        </Button>
      </div>
      <p>{texts('queuesHint')}</p>
      <Loaded resource={queues}>
        {all =>
          all.length === 0 ? (
            <p>{texts('idle')}</p>
          ) : (
            <Records
              label={texts('queues')}
              columns={[
                ['minmax(0, 4fr)', texts('work')],
                ...queueStates.map(state => ['minmax(0, 1fr)', texts(state)] as const),
              ]}
              items={all}
              toKey={({ definition }) => definition}
            >
              {({ definition, counts }) => [
                <RecordName key="name" name={nameWork(definition)} />,
                ...queueStates.map(state => (
                  <span key={state} class="num" title={texts(state)}>
                    {formatNumber(counts[state] ?? 0)}
                  </span>
                )),
              ]}
            </Records>
          )
        }
      </Loaded>
    </section>
  )
}

function Failures({ names }: { names: ReadonlyMap<number | undefined, string> }) {
  const rows = useSignal(pageSize)
  const found = useResource(signal => loadFailures(rows.value, signal), [rows.value])
  const retry = async ({ prId, workflowId }: Failure) => {
    if (prId === undefined) return
    await api.workflows.redoWorkflow({ prId, id: workflowId, body: { redoSingleTask: true } })
    tell(texts('retried'))
  }
  return (
    <section class="section">
      <h2>{texts('failures')}</h2>
      <p>{texts('failuresHint')}</p>
      <Loaded resource={found}>
        {({ failures, numFound }) =>
          failures.length === 0 ? (
            <EmptyState text={texts('noFailures')} />
          ) : (
            <>
              <Records
                label={texts('failures')}
                columns={[
                  ['minmax(0, 2fr)', texts('task')],
                  ['minmax(0, 3fr)', texts('reason')],
                  ['minmax(0, 2fr)', texts('when')],
                  ['180px', ''],
                ]}
                items={failures}
                toKey={({ workflowId, task }) => `${workflowId} ${task}`}
              >
                {failure => {
                  const { prId, moId, task, reason, ended } = failure
                  const production = names.get(prId) ?? (prId === undefined ? '' : `#${prId}`)
                  return [
                    <RecordName key="name" name={nameWork(task)} facts={[production]} />,
                    <span key="reason">{reason === '' ? texts('noReason') : reason}</span>,
                    formatDate(ended),
                    <div key="actions" class="record-actions">
                      {prId !== undefined && moId !== undefined && (
                        <Link href={`/app/production/${prId}/clip/${moId}`}>{texts('clip')}</Link>
                      )}
                      {prId !== undefined && (
                        <Button
                          small
                          aria-label={texts('retryOf', { name: nameWork(task), production })}
                          onClick={() => void retry(failure).catch(tellError).finally(found.reload)}
                        >
                          {texts('retry')}
                        </Button>
                      )}
                    </div>,
                  ]
                }}
              </Records>
              <MoreButton count={numFound} most={rows} by={pageSize} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** How many there are, and the way to them for those who may change them. */
function People() {
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  const count = useResource(
    async signal =>
      isSupport ? (await api.accounts.searchUsers({ query: { q: '*:*', rows: 0 }, signal })).numFound : 0,
    [isSupport],
  )
  if (!isSupport) return null
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
