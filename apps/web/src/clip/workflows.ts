import type { WorkflowMinWrapper } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { type Resource, useResource } from '../platform/reading/resource.ts'
import { useSoon } from '../platform/writes/soon.ts'

const most = 20
const gatherMs = 200

const running: readonly string[] = [
  'Inited',
  'Started',
  'Scheduled',
  'WaitForCallback',
  'CompletedPending',
  'ErrorPending',
]

export function isRunning({ status }: WorkflowMinWrapper): boolean {
  return running.includes(status)
}

/** The latest workflows of a clip, newest first; loaded again when one of the production changes. */
export function useWorkflows(prId: number, moId: number): Resource<WorkflowMinWrapper[]> {
  const runs = useResource(
    async signal => {
      const query = { fq: [`mediaObjectId:${moId}`], sort: 'created desc', limit: most }
      return (await api.workflows.listWorkflows({ prId, query, signal })).items
    },
    [prId, moId],
  )
  const reloadSoon = useSoon(runs.reload, gatherMs)
  useEvents(
    api,
    { prId },
    ({ type }) => {
      if (/^(Workflow|Task)\./.test(type)) reloadSoon()
    },
    reloadSoon,
  )
  return runs
}
