import { useSignal } from '@preact/signals'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { api } from '../platform/api.ts'
import { useEvents } from '../platform/live.ts'
import { useSoon } from '../platform/soon.ts'

type Status = WorkflowMinWrapper['status']

const unfinished = 'status:(Inited Started Paused Scheduled WaitForCallback CompletedPending ErrorPending Error)'
const settled = 'status:(Completed Cancelled Skipped)'
/** So many are looked at, the newest. */
const most = 200
const gatherMs = 500

/**
 * Where work on clips goes on, or has failed and nothing newer has ended: the status of the newest such workflow, by the
 * id of the clip.
 */
export function useWorkflowStates(prId: number): ReadonlyMap<number, Status> {
  const states = useSignal<ReadonlyMap<number, Status>>(new Map())
  const load = async () => {
    states.value = await loadStates(prId)
  }
  // What goes on beside the clips is not worth an error.
  const look = () => void load().catch(() => {})
  useEffect(look, [prId])
  const lookSoon = useSoon(look, gatherMs)
  useEvents(
    api,
    { prId },
    ({ type }) => {
      if (type.startsWith('Workflow.')) lookSoon()
    },
    lookSoon,
  )
  return states.value
}

async function loadStates(prId: number): Promise<ReadonlyMap<number, Status>> {
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
  return new Map(Array.from(runs, ([id, { status }]) => [id, status]))
}
