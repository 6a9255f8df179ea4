import { useSignal } from '@preact/signals'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { api } from '../../platform/reading/api.ts'
import { useEvents } from '../../platform/reading/live.ts'
import { useSoon } from '../../platform/writes/soon.ts'

/** Work on a clip that goes on or has failed. */
export interface ClipWork {
  readonly workflowId: string
  readonly isFailed: boolean
  /** The task that runs, as the service calls it. */
  readonly label: string | undefined
  readonly percent: number | undefined
  /** Why it failed. */
  readonly reason: string | undefined
  /** When it was begun, in epoch milliseconds. */
  readonly since: number
}

const unfinished = 'status:(Inited Started Paused Scheduled WaitForCallback CompletedPending ErrorPending Error)'
const settled = 'status:(Completed Cancelled Skipped)'
/** So many are looked at, the newest. */
const most = 200
const gatherMs = 500

/** Work on clips that goes on, or that has failed and nothing newer has ended: the newest, by the id of the clip. */
export function useWorkflowStates(prId: number): ReadonlyMap<number, ClipWork> {
  const states = useSignal<ReadonlyMap<number, ClipWork>>(new Map())
  const load = async () => {
    states.value = await loadWorkStates(prId)
  }
  // What goes on beside the clips is not worth an error.
  const look = () => void load().catch(() => {})
  useEffect(look, [prId])
  const lookSoon = useSoon(look, gatherMs)
  useEvents(
    api,
    { prId },
    ({ type }) => {
      if (/^(Workflow|Task)\./.test(type)) lookSoon()
    },
    lookSoon,
  )
  return states.value
}

/** The same, asked once. */
export async function loadWorkStates(prId: number): Promise<ReadonlyMap<number, ClipWork>> {
  const list = async (...fq: string[]) =>
    (await api.workflows.listWorkflows({ prId, query: { fq, limit: most } })).items
  const newestLast = (await list(unfinished)).toReversed()
  const runs = new Map(newestLast.flatMap(run => (run.mediaObjectId ? [[run.mediaObjectId, run]] : [])))
  const failed = new Map([...runs].filter(([, { status }]) => status === 'Error'))
  if (failed.size > 0) {
    const since = Math.min(...Array.from(failed.values(), ({ created }) => created))
    const later = await list(settled, `mediaObjectId:(${[...failed.keys()].join(' ')})`, `created:[${since} TO *]`)
    for (const { mediaObjectId = 0, created } of later) {
      const run = failed.get(mediaObjectId)
      if (run && created > run.created) runs.delete(mediaObjectId)
    }
  }
  return new Map(Array.from(runs, ([id, run]) => [id, toWork(run)]))
}

function toWork({ id, status, created, tasks, errorReports }: WorkflowMinWrapper): ClipWork {
  const running = tasks.filter(task => task.status === 'Started')
  const task = running.find(({ percent }) => percent !== undefined) ?? running[0]
  return {
    workflowId: id,
    isFailed: status === 'Error',
    label: task?.label ?? task?.name,
    percent: task?.percent,
    reason: errorReports[0]?.error?.message,
    since: created,
  }
}
