import type { WorkflowMinWrapper } from '@rushes/contract'
import type { Client } from './client.ts'
import { readEventStream } from './events/event-stream.ts'
import { isFinal, pause, toPause } from './transport/retry.ts'

/** Which workflow to wait for. */
export interface WaitOptions {
  prId: number
  /** The `workflowId`. */
  id: string
  /** Called with each report on the way. */
  onReport?: (report: WorkflowMinWrapper) => void
  signal?: AbortSignal
}

/** A workflow that ended otherwise than well; its report says how. */
export class WorkflowError extends Error {
  readonly report: WorkflowMinWrapper

  constructor(report: WorkflowMinWrapper) {
    const reason = report.errorReports.map(task => task.error?.message ?? task.name).join('; ')
    super(`Workflow ${report.id} ended as ${report.status}${reason === '' ? '' : `: ${reason}`}`)
    this.name = 'WorkflowError'
    this.report = report
  }
}

const ends = new Set<string>(['Completed', 'Error', 'Cancelled', 'Skipped'])
const mostFailures = 8

/** Waits until a workflow has ended and gives its last report; throws `WorkflowError` when it was not completed. */
export async function waitForWorkflow(api: Client, options: WaitOptions): Promise<WorkflowMinWrapper> {
  for (let failures = 0; ; failures++) {
    try {
      const report = await followOnce(api, options, () => {
        failures = 0
      })
      if (report?.status === 'Completed') return report
      if (report) throw new WorkflowError(report)
    } catch (error) {
      const isEnd = error instanceof WorkflowError || isFinal(error)
      if (isEnd || options.signal?.aborted || failures >= mostFailures) throw error
    }
    await pause(toPause(failures + 1), options.signal)
  }
}

/** The last report, or nothing when the stream was cut before. */
async function followOnce(api: Client, options: WaitOptions, onAlive: () => void) {
  const { prId, id, signal, onReport } = options
  const response = await api.workflows.followWorkflow({
    prId,
    alias: 'workflow',
    id,
    headers: { accept: 'text/event-stream' },
    ...(signal ? { signal } : {}),
  })
  for await (const { data } of readEventStream(response)) {
    if (data === '') continue
    const report = JSON.parse(data) as WorkflowMinWrapper
    onAlive()
    onReport?.(report)
    if (ends.has(report.status)) return report
  }
  return undefined
}
