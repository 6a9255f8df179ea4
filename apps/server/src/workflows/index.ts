/**
 * Durable work: workflows whose tasks survive the death of any process.
 * Owns: runs, tasks, their reports; claiming, leases, retries, cancelling; waiting for a workflow.
 * Promises: a task runs at least once, what it records takes effect exactly once; a workflow that was started and
 * committed ends in one of the end states of the interface.
 * Leaves to others: what the work is (a definition and its tasks come from the module that knows).
 */
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
export { runDocuments } from './documents.ts'
export { findLastReportOfMedia, getWorkflowReport, listWorkflowReportsOfMedia } from './report.ts'
export { addWorkflowRoutes } from './routes.ts'
export { createWorkflowRuntime, type RuntimeTuning } from './runtime.ts'
export { cancelWorkflowsOfMedia } from './settle.ts'
export { type NewWorkflow, startWorkflow } from './start.ts'
export { placeWorkflow } from './store.ts'
export { waitForWorkflow } from './watch.ts'
