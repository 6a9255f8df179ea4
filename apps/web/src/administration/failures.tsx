import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { nameWork } from '../platform/work-names.ts'
import { nameKind } from './kinds.ts'
import { type Failure, loadFailures } from './load.ts'
import { texts } from './messages.ts'
import { useRefresh } from './refresh.ts'
import { Refreshed } from './refreshed.tsx'

const pageSize = 50

interface FailuresProps {
  /** The names of productions by their ids. */
  names: ReadonlyMap<number, string>
  /** Whether work of every production may be done again. */
  mayAct: boolean
}

/** What failed and why, the latest first; one of it, or all that is shown, is done again here. */
export function Failures({ names, mayAct }: FailuresProps) {
  const rows = useSignal(pageSize)
  const isBusy = useSignal(false)
  const found = useResource(signal => loadFailures(rows.value, signal), [rows.value])
  useRefresh(found)
  const retry = async (failures: readonly Failure[]) => {
    isBusy.value = true
    // A workflow is done again with all of its tasks that failed.
    const runs = new Map(failures.map(({ workflowId, prId }) => [workflowId, prId]))
    let count = 0
    let refusal: unknown
    for (const [id, prId] of runs) {
      if (prId === undefined) continue
      try {
        await api.workflows.redoWorkflow({ prId, id, body: { redoSingleTask: true } })
        count += 1
      } catch (error) {
        // One that cannot be done again leaves the others their turn.
        refusal ??= error
      }
    }
    if (count > 0) tell(texts('retried', { count }))
    if (refusal !== undefined) tellError(refusal)
    isBusy.value = false
    found.reload()
  }
  const shown = found.data?.failures ?? []
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('failures')}</h2>
        {mayAct && shown.length > 1 && (
          <Button icon="refresh-cw" isBusy={isBusy.value} onClick={() => void retry(shown)}>
            {texts('retryAll')}
          </Button>
        )}
      </div>
      <p>{texts(mayAct ? 'failuresHint' : 'failuresOfOthers')}</p>
      <Refreshed resource={found}>
        {({ failures, numFound }) =>
          failures.length === 0 ? (
            <EmptyState text={texts('noFailures')} />
          ) : (
            <>
              <Records
                label={texts('failures')}
                columns={[
                  ['minmax(0, 3fr)', texts('task')],
                  ['minmax(0, 4fr)', texts('reason')],
                  ['minmax(0, 2fr)', texts('when')],
                  ['180px', ''],
                ]}
                items={failures}
                toKey={({ workflowId, task }) => `${workflowId} ${task}`}
              >
                {failure => {
                  const { prId, moId, task, definition, reason, attempts, ended } = failure
                  const production = names.get(prId ?? 0) ?? (prId === undefined ? '' : `#${prId}`)
                  return [
                    <RecordName key="name" name={nameWork(task)} facts={[nameKind(definition), production]} />,
                    <span key="reason">
                      {reason === '' ? texts('noReason') : reason}{' '}
                      {attempts > 1 && <span class="field-hint">{texts('attempts', { count: attempts })}</span>}
                    </span>,
                    formatDate(ended),
                    <div key="actions" class="record-actions">
                      {prId !== undefined && moId !== undefined && (
                        <Link href={`/app/production/${prId}/clip/${moId}`}>{texts('clip')}</Link>
                      )}
                      {mayAct && prId !== undefined && (
                        <Button
                          small
                          disabled={isBusy.value}
                          aria-label={texts('retryOf', { name: nameWork(task), production })}
                          onClick={() => void retry([failure])}
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
      </Refreshed>
    </section>
  )
}
