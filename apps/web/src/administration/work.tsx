import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { Status } from '../design/status/status.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate, formatNumber, formatPercent } from '../platform/translations.ts'
import { nameWork } from '../platform/work-names.ts'
import { nameKind } from './kinds.ts'
import { loadQueues, loadRuns, type QueueState, queueStates, type Run } from './load.ts'
import { texts } from './messages.ts'
import { useRefresh } from './refresh.ts'
import { Refreshed } from './refreshed.tsx'

const pageSize = 20
const kinds = { waiting: 'none', running: 'info', paused: 'attention' } as const satisfies Record<QueueState, string>

interface WorkProps {
  /** The names of productions by their ids. */
  names: ReadonlyMap<number, string>
  /** Whether work of every production may be cancelled. */
  mayAct: boolean
}

/** What waits for a worker and what runs: how much of each kind, and the oldest of it one by one. */
export function Work({ names, mayAct }: WorkProps) {
  const rows = useSignal(pageSize)
  const queues = useResource(loadQueues, [])
  const found = useResource(signal => loadRuns(rows.value, signal), [rows.value])
  useRefresh(queues)
  useRefresh(found)
  const cancelled = useSignal<Run | undefined>(undefined)
  const cancel = async ({ prId, workflowId }: Run) => {
    if (prId === undefined) return
    await api.workflows.cancelWorkflow({ prId, id: workflowId })
    tell(texts('wasCancelled'))
  }
  return (
    <section class="section">
      <h2>{texts('queues')}</h2>
      <p>
        {texts('queuesHint')} {!mayAct && texts('queuesOfOthers')}
      </p>
      <Refreshed resource={queues}>
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
                <RecordName key="name" name={nameKind(definition)} />,
                ...queueStates.map(state => (
                  <span key={state} class="num" title={texts(state)}>
                    {formatNumber(counts[state] ?? 0)}
                  </span>
                )),
              ]}
            </Records>
          )
        }
      </Refreshed>
      {found.data?.runs.length !== 0 && (
        <>
          <h3>{texts('oldest')}</h3>
          <Refreshed resource={found}>
            {({ runs, numFound }) => (
              <>
                <Records
                  label={texts('oldest')}
                  columns={[
                    ['minmax(0, 3fr)', texts('work')],
                    ['minmax(0, 3fr)', texts('now')],
                    ['minmax(0, 2fr)', texts('since')],
                    ['minmax(0, 2fr)', texts('worker')],
                    ['160px', ''],
                  ]}
                  items={runs}
                  toKey={({ workflowId }) => workflowId}
                >
                  {run => [
                    <RecordName key="name" name={nameKind(run.definition)} facts={[names.get(run.prId ?? 0)]} />,
                    <Status key="state" kind={kinds[run.state]}>
                      {describeState(run)}
                    </Status>,
                    formatDate(run.created),
                    run.worker,
                    <RunActions key="actions" run={run} mayAct={mayAct} onCancel={assign(cancelled, run)} />,
                  ]}
                </Records>
                <MoreButton count={numFound} most={rows} by={pageSize} />
              </>
            )}
          </Refreshed>
        </>
      )}
      {cancelled.value && (
        <ConfirmDialog
          title={texts('cancel')}
          question={texts('cancelQuestion', { name: nameKind(cancelled.value.definition) })}
          action={texts('cancel')}
          onConfirm={() => {
            if (cancelled.value) void cancel(cancelled.value).catch(tellError).finally(found.reload)
          }}
          onClose={assign(cancelled, undefined)}
        />
      )}
    </section>
  )
}

function describeState({ state, task, percent }: Run): string {
  if (task === undefined) return texts(state)
  return percent === undefined ? nameWork(task) : `${nameWork(task)} ${formatPercent(percent)}`
}

function RunActions({ run, mayAct, onCancel }: { run: Run; mayAct: boolean; onCancel: () => void }) {
  const { prId, moId, definition } = run
  return (
    <div class="record-actions">
      {prId !== undefined && moId !== undefined && (
        <Link href={`/app/production/${prId}/clip/${moId}`}>{texts('clip')}</Link>
      )}
      {mayAct && prId !== undefined && (
        <Button small aria-label={texts('cancelOf', { name: nameKind(definition) })} onClick={onCancel}>
          {texts('cancelShort')}
        </Button>
      )}
    </div>
  )
}
