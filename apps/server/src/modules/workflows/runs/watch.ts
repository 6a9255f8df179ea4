import type { WorkflowMinWrapper } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { getWorkflowReport } from '../listing/report.ts'
import { hasEnded } from '../tasks/states.ts'
import { toReportSignal } from './announce.ts'

/** Signals may be lost: a report is looked at again after this time. */
const lookEveryMs = 5000

/**
 * The reports of a workflow from now on, one for each change that is seen, until it has ended or the signal is
 * aborted. A report stands for the whole state: changes in quick succession may be seen as one.
 */
export async function* watchWorkflow(
  ctx: Context,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<WorkflowMinWrapper, void, undefined> {
  const changes = listenForChanges(ctx, id, signal)
  try {
    for (let version = -1; !signal.aborted; ) {
      const changed = changes.next()
      const report = await getWorkflowReport(ctx, id)
      if (report.version !== version) yield report
      version = report.version
      if (hasEnded(report.status)) return
      await changed
    }
  } finally {
    changes.stop()
  }
}

/** Waits until a workflow has ended and answers its report; the report of that moment when the signal is aborted. */
export async function waitForWorkflow(ctx: Context, id: string, signal: AbortSignal): Promise<WorkflowMinWrapper> {
  let last: WorkflowMinWrapper | undefined
  for await (const report of watchWorkflow(ctx, id, signal)) last = report
  return last ?? getWorkflowReport(ctx, id)
}

/** `next()` begins to listen at once, so that no change falls between a look and the wait for the following one. */
function listenForChanges({ platform }: Context, id: string, signal: AbortSignal) {
  let wake: () => void = () => {}
  const off = platform.signals.on(toReportSignal(id), () => wake())
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  let timer: NodeJS.Timeout | undefined
  return {
    next() {
      clearTimeout(timer)
      return new Promise<void>(resolve => {
        wake = resolve
        timer = setTimeout(resolve, lookEveryMs)
        if (signal.aborted) resolve()
      })
    },
    stop() {
      off()
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
