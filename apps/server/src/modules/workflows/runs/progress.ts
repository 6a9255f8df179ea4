/**
 * The two forms of waiting for a workflow (workflows-7, workflows-8).
 *
 *     text/event-stream   one event per report, `id` is its version; comments keep the connection alive; ends with the
 *                         workflow. A client that comes back with the version of the final report gets 204: the end.
 *     application/json    blanks keep the connection alive (JSON readers skip them), then the final report.
 *
 * Both end after an hour, when the service stops, and when the client goes away.
 */

import type { WorkflowMinWrapper } from '@rushes/contract'
import { RawReply, toEventStream, toStream, waiting } from '../../../platform/http/index.ts'
import { hasEnded } from '../tasks/states.ts'

/** How long one answer may wait. */
export const longestWaitMs = 60 * 60_000
type Reports = AsyncGenerator<WorkflowMinWrapper, void, undefined>

/** Whether the caller wants server-sent events. */
export function wantsEventStream(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') ?? false
}

/** Server-sent events. State, not history, is sent: a client resumes with the report of the moment. */
export function toReportStream(first: WorkflowMinWrapper, reports: Reports, lastEventId: string | undefined): RawReply {
  if (hasEnded(first.status) && lastEventId === String(first.version)) return new RawReply(204, {})
  return toEventStream(writeEvents(reports))
}

/** The final report as JSON; a blank is sent at once, so that the caller knows that the service is waiting. */
export function toFinalReport(first: WorkflowMinWrapper, reports: Reports): RawReply {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  if (hasEnded(first.status)) return new RawReply(200, headers, JSON.stringify(first))
  return new RawReply(200, { ...waiting, ...headers }, toStream(' ', ' ', writeLastReport(first, reports)))
}

async function* writeEvents(reports: Reports): AsyncGenerator<string, void, undefined> {
  for await (const report of reports) yield `id: ${report.version}\ndata: ${JSON.stringify(report)}\n\n`
}

async function* writeLastReport(first: WorkflowMinWrapper, reports: Reports): AsyncGenerator<string, void, undefined> {
  let last = first
  for await (const report of reports) last = report
  yield JSON.stringify(last)
}
