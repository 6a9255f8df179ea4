/**
 * Durable work: workflows whose tasks survive the death of any process.
 * Owns: runs, tasks, their reports; claiming, leases, retries, cancelling; waiting for a workflow.
 * Promises: a task runs at least once, what it records takes effect exactly once; a workflow that was started and
 * committed ends in one of the end states of the interface.
 * Leaves to others: what the work is (a definition and its tasks come from the module that knows).
 */

import type { Platform } from '../../platform/context.ts'
import { toReadings } from '../../platform/log/figures.ts'
import { defineModule, type Stop } from '../../platform/module.ts'
import { waitForIndex } from '../search/index.ts'
import { listWorks } from './definition.ts'
import { runDocuments } from './listing/documents.ts'
import { addWorkflowRoutes } from './routes.ts'
import { retainedWorkflows } from './store.ts'
import { createWorkflowRuntime } from './tasks/runtime.ts'
import { countOpenTasks, findLongestWait } from './tasks/task-store.ts'

export {
  defineWorkflow,
  implementWorkflow,
  PermanentError,
  type TaskOutcome,
  type TaskPlan,
  type TaskRun,
  type TaskWork,
  type WorkflowDefinition,
  type WorkflowFailure,
  type WorkflowWork,
} from './definition.ts'
export { findLastReportOfMedia, getWorkflowReport, listWorkflowReportsOfMedia } from './listing/report.ts'
export { type NewWorkflow, startWorkflow } from './runs/start.ts'
export { waitForWorkflow } from './runs/watch.ts'
export { listWorkflowsById, placeWorkflow } from './store.ts'
export { createWorkflowRuntime, type RuntimeTuning } from './tasks/runtime.ts'
export { cancelWorkflowsOfMedia } from './tasks/settle.ts'

const indexPatienceMs = 5_000

/** Starts to do the work of all modules. */
function startWork(platform: Platform): Stop {
  const runtime = createWorkflowRuntime(platform, listWorks(platform), {
    waitForIndex: () => waitForIndex(platform, indexPatienceMs),
  })
  runtime.start()
  return () => runtime.stop()
}

export const workflows = defineModule({
  name: 'workflows',
  routes: addWorkflowRoutes,
  searchDocuments: { workflow: runDocuments },
  retention: [retainedWorkflows],
  background: [{ name: 'workflows', role: 'worker', start: startWork }],
  figures: [
    {
      name: 'rushes_workflow_tasks',
      help: 'Tasks by state: due, later (to be tried again), running, external (waiting for a call back)',
      labelNames: ['state'],
      read: async ({ database }) => toReadings('state', await countOpenTasks(database)),
    },
    {
      name: 'rushes_workflow_task_wait_seconds',
      help: 'How long the task that is due longest has been waiting',
      read: async ({ database }) => [{ value: (await findLongestWait(database)) / 1000 }],
    },
  ],
})
