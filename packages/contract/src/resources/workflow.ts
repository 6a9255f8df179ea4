import Type from 'typebox'
import { productionRights } from '../access.ts'
import { Flag, FreeForm, Hrefs, Id, Instant, Int, listOf, Name, oneOf, setOf, shape, Text } from '../shapes.ts'
import { ErrorBodyShape } from './error-body.ts'

/** The states of a workflow and of its tasks ("State sets"). */
export const workflowStatuses = [
  'Inited',
  'Scheduled',
  'Started',
  'Paused',
  'WaitForCallback',
  'ErrorPending',
  'CompletedPending',
  'Completed',
  'Error',
  'Cancelled',
  'Skipped',
] as const
export const WorkflowStatus = oneOf(...workflowStatuses)
export type WorkflowStatus = Type.Static<typeof WorkflowStatus>

const taskMembers = {
  id: Id,
  name: Name,
  label: Type.Optional(Name),
  objectType: Name,
  status: WorkflowStatus,
  percent: Type.Optional(Int),
  message: Type.Optional(Text),
} as const

/** A task of a workflow, in short. */
export const TaskAssignmentMinWrapper = shape('TaskAssignmentMinWrapper', taskMembers)
export type TaskAssignmentMinWrapper = Type.Static<typeof TaskAssignmentMinWrapper>

/** What became of one of the things that a task was to do: all of it, or nothing and why. */
export const TaskResult = shape('TaskResult', {
  id: Id,
  action: Name,
  status: oneOf('Completed', 'Error'),
  error: Type.Optional(ErrorBodyShape),
})
export type TaskResult = Type.Static<typeof TaskResult>

/** How a task went: the last error stands here also while it is being tried again. */
export const TaskReport = shape('TaskReport', {
  ...taskMembers,
  workflowId: Type.String(),
  attempts: Type.Integer({ description: 'how often it was started' }),
  maxAttempts: Type.Integer(),
  started: Type.Optional(Instant),
  completed: Type.Optional(Instant),
  results: Type.Optional(listOf(TaskResult, 100_000)),
  report: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'what was done, in words of the task: counts, warnings',
    }),
  ),
  error: Type.Optional(
    shape('TaskError', {
      code: Type.String({ description: 'a word to decide on' }),
      message: Type.String({ description: 'a sentence to show' }),
    }),
  ),
})
export type TaskReport = Type.Static<typeof TaskReport>

/** The report of a workflow; it exists from the moment the workflow starts. */
export const WorkflowMinWrapper = shape('WorkflowMinWrapper', {
  id: Type.String({ description: 'a UUID' }),
  workflowId: Type.String({ description: 'the same as `id`' }),
  objectType: Name,
  type: Type.String({ description: 'what kind of workflow, for example `ingest`' }),
  label: Type.Optional(Name),
  status: WorkflowStatus,
  version: Type.Integer({ description: 'rises with every change of the report' }),
  productionId: Type.Optional(Id),
  accountId: Type.Optional(Id),
  mediaObjectId: Type.Optional(Id),
  userId: Type.Optional(Id),
  created: Instant,
  completed: Type.Optional(Instant),
  workflowStarted: Type.Optional(Instant),
  workflowCompleted: Type.Optional(Instant),
  workflowFailed: Type.Optional(Instant),
  serverTime: Instant,
  tasks: listOf(TaskAssignmentMinWrapper),
  taskReports: listOf(TaskReport),
  errorReports: listOf(TaskReport),
  location: Type.Optional(Type.String({ description: 'where the result is, when the workflow makes a file' })),
  publishedFiles: listOf(FreeForm),
  requiredRights: listOf(oneOf(...productionRights)),
  mutex1: Type.Optional(FreeForm),
  href: Type.String(),
  hrefs: Hrefs,
})
export type WorkflowMinWrapper = Type.Static<typeof WorkflowMinWrapper>

/** The workflows of a clip, as they stand in `wfr` of a media object. */
export const MediaObjectWorkflowReport = shape('MediaObjectWorkflowReport', {
  id: Type.String(),
  workflowId: Type.String(),
  objectType: Name,
  type: Name,
  label: Type.Optional(Name),
  status: WorkflowStatus,
  mediaObjectId: Id,
  created: Instant,
  workflowStarted: Type.Optional(Instant),
  workflowCompleted: Type.Optional(Instant),
  workflowFailed: Type.Optional(Instant),
  tasks: setOf(TaskAssignmentMinWrapper),
  errorReports: listOf(TaskReport),
  href: Type.String(),
})
export type MediaObjectWorkflowReport = Type.Static<typeof MediaObjectWorkflowReport>

/** How a workflow is done again. */
export const WorkflowRedoRequest = shape('WorkflowRedoRequest', {
  redoSingleTask: Type.Optional(
    Type.Union([Flag, Name], {
      description: 'only the named task and those that run after it, or (true) what was not completed',
    }),
  ),
})
export type WorkflowRedoRequest = Type.Static<typeof WorkflowRedoRequest>

/** What someone outside made of a task. */
export const WorkflowCallback = shape('WorkflowCallback', {
  output: Type.Optional(FreeForm),
  error: Type.Optional(shape('WorkflowCallbackError', { code: Type.Optional(Name), message: Type.Optional(Text) })),
})
export type WorkflowCallback = Type.Static<typeof WorkflowCallback>

/** What a call answers whose result a workflow makes. */
export const AsyncResponse = shape('AsyncResponse', {
  objectType: Name,
  workflowId: Type.String(),
  productionId: Id,
  expectedResult: Type.Optional(Instant),
  location: Type.Optional(Type.String()),
  href: Type.String(),
  hrefs: Hrefs,
})
export type AsyncResponse = Type.Static<typeof AsyncResponse>
