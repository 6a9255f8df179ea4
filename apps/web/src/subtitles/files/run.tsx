import { useSignal } from '@preact/signals'
import { WorkflowError, waitForWorkflow } from '@rushes/client'
import type { AdvancedSubtitleRequest, TaskReport, WorkflowMinWrapper } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { api, toMessage } from '../../platform/reading/api.ts'
import { formatPercent } from '../../platform/translations.ts'
import { nameWork } from '../../platform/work-names.ts'
import type { Desk } from '../editor/desk.ts'
import { describeFinding } from '../issues/warnings.ts'
import { texts } from '../messages.ts'
import type { SubtitlePlace } from '../picture/place.ts'

/** A workflow that was started here, and how far it is. */
export interface Run {
  readonly report: WorkflowMinWrapper | undefined
  readonly error: string | undefined
  readonly isBusy: boolean
  /**
   * Starts a workflow and waits for its end, or until `signal` is aborted: by default with the component. Gives its
   * report, or nothing when it failed.
   */
  start(begin: () => Promise<{ workflowId: string }>, signal?: AbortSignal): Promise<WorkflowMinWrapper | undefined>
}

export function useRun(prId: number): Run {
  const report = useSignal<WorkflowMinWrapper | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const stopper = useRef(new AbortController())
  useEffect(() => () => stopper.current.abort(), [])
  return {
    report: report.value,
    error: error.value,
    isBusy: isBusy.value,
    async start(begin, signal = stopper.current.signal) {
      isBusy.value = true
      error.value = undefined
      report.value = undefined
      try {
        const { workflowId } = await begin()
        const onReport = (newer: WorkflowMinWrapper) => {
          report.value = newer
        }
        return await waitForWorkflow(api, { prId, id: workflowId, onReport, signal })
      } catch (reason) {
        if (signal.aborted) return undefined
        error.value = toMessage(reason)
        if (reason instanceof WorkflowError) report.value = reason.report
        return undefined
      } finally {
        isBusy.value = false
      }
    },
  }
}

/** Regenerates the subtitles of a place with the workflow, once all edits are saved: one step to undo. Whether it was done. */
export async function remakeSubtitles(
  { saver }: Desk,
  { prId, moId, language, presetId }: SubtitlePlace,
  run: Run,
  wanted: Partial<AdvancedSubtitleRequest>,
): Promise<boolean> {
  const subtitlePresetId = presetId !== undefined && { subtitlePresetId: presetId }
  const body = { language, ...subtitlePresetId, overwriteSubtitleAllowed: true, ...wanted }
  await saver.flush()
  const begin = () => api.subtitles.createAdvancedSubtitle({ prId, moId, body })
  // A window that is closed meanwhile does not end it.
  return saver.remake(signal => run.start(begin, signal))
}

/** How far a run is, task by task, and what each has reported. */
export function RunReport({ run }: { run: Run }) {
  const tasks = run.report?.taskReports.filter(({ status }) => status !== 'Skipped') ?? []
  return (
    <div class="run" aria-live="polite">
      {run.isBusy && <p role="status">{texts('running')}</p>}
      {run.error !== undefined && (
        <p class="notice" data-kind="error" role="alert">
          {run.error}
        </p>
      )}
      {tasks.length > 0 && (
        <ol class="run-tasks">
          {tasks.map(task => (
            <li key={task.name} data-status={task.status}>
              <strong>{nameWork(task.label ?? task.name)}</strong> <span class="tag">{toState(task)}</span>
              <TaskFacts task={task} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function toState({ status, percent }: TaskReport): string {
  if (status === 'Completed') return texts('taskDone')
  if (status === 'Error' || status === 'Cancelled') return texts('taskFailed')
  if (status === 'Started') return percent === undefined ? texts('taskRunning') : formatPercent(percent)
  return texts('taskWaiting')
}

/** Counts and problems, as the task tells them. */
function TaskFacts({ task: { report = {}, error } }: { task: TaskReport }) {
  const { entries, format, message, warnings } = report as Record<string, unknown>
  return (
    <>
      {typeof entries === 'number' && (
        <span>
          {' '}
          {texts('entryCount', { count: entries })}
          {typeof format === 'string' && `, ${format}`}
        </span>
      )}
      {typeof message === 'string' && <p>{message}</p>}
      {error && <p class="error-text">{error.message}</p>}
      {Array.isArray(warnings) && <Problems problems={warnings} />}
    </>
  )
}

/** Problems of a file or of a list, in a list of at most a hundred. */
export function Problems({ problems }: { problems: readonly unknown[] }) {
  const shown = problems.slice(0, 100).map(problem => toSentence(Object(problem)))
  if (shown.length === 0) return null
  return (
    <ul class="run-problems">
      {shown.map((sentence, index) => (
        <li key={index}>{sentence}</li>
      ))}
      {problems.length > shown.length && <li>{texts('andMore', { count: problems.length - shown.length })}</li>}
    </ul>
  )
}

function toSentence(problem: Record<string, unknown>): string {
  const { type, code, message, line, block, entry, cueIndex, count, value } = problem
  const number = typeof entry === 'number' ? entry : cueIndex
  const place =
    typeof line === 'number'
      ? `${texts('line', { line })}: `
      : typeof block === 'number'
        ? `${texts('block', { block })}: `
        : typeof number === 'number'
          ? `${texts('entryAt', { number: number + 1 })}: `
          : ''
  const finding = describeFinding(problem)
  if (finding !== undefined) return place + finding
  const amount =
    typeof count === 'number' && count > 1 ? ` (${count}×)` : typeof value === 'number' ? ` (${value})` : ''
  return `${place}${typeof message === 'string' ? message : String(type ?? code ?? '')}${amount}`
}
