import Type from 'typebox'
import { productionRights } from '../access.ts'
import { about, Flag, FreeForm, Hrefs, Id, Instant, Int, listOf, Name, oneOf, setOf, shape, Text } from '../shapes.ts'
import { ErrorBodyShape } from './error-body.ts'

/** The states of a workflow and of its tasks (workflows-2). */
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
  id: about(Id, 'id of the task within the service'),
  name: about(Name, 'name of the task, for programs'),
  label: Type.Optional(about(Name, 'name of the task, for people')),
  objectType: about(Name, 'type name of the report'),
  status: about(WorkflowStatus, 'state of the workflow or task'),
  percent: Type.Optional(about(Int, 'progress in percent, from 0 to 100')),
  message: Type.Optional(about(Text, 'what the task is doing, for people')),
} as const

/** A task of a workflow, in short. */
export const TaskAssignmentMinWrapper = shape('TaskAssignmentMinWrapper', taskMembers)
export type TaskAssignmentMinWrapper = Type.Static<typeof TaskAssignmentMinWrapper>

/** What became of one of the things that a task was to do: all of it, or nothing and why. */
export const TaskResult = shape('TaskResult', {
  id: about(Id, 'id of the thing to which it was done'),
  action: about(Name, 'what was to be done with it'),
  status: about(oneOf('Completed', 'Error'), 'whether it was done'),
  error: Type.Optional(about(ErrorBodyShape, 'why it was not done')),
})
export type TaskResult = Type.Static<typeof TaskResult>

/** How a task went: the last error stands here also while it is being tried again. */
export const TaskReport = shape('TaskReport', {
  ...taskMembers,
  workflowId: about(Type.String(), 'id of the workflow, a UUID'),
  attempts: Type.Integer({ description: 'how often it was started' }),
  maxAttempts: about(Type.Integer(), 'largest number of attempts before the task fails'),
  started: Type.Optional(about(Instant, 'when the last attempt began, in epoch milliseconds')),
  completed: Type.Optional(about(Instant, 'when it completed or failed, in epoch milliseconds')),
  results: Type.Optional(about(listOf(TaskResult, 100_000), 'outcome for each thing, where there are several')),
  report: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'what was done, in words of the task: counts, warnings',
    }),
  ),
  error: Type.Optional(
    about(
      shape('TaskError', {
        code: Type.String({ description: 'a word to decide on' }),
        message: Type.String({ description: 'a sentence to show' }),
      }),
      'why the last attempt failed; it remains while the task is tried again',
    ),
  ),
})
export type TaskReport = Type.Static<typeof TaskReport>

const workflowTimes = {
  workflowStarted: Type.Optional(about(Instant, 'when its first task began, in epoch milliseconds')),
  workflowCompleted: Type.Optional(about(Instant, 'when its last task completed, in epoch milliseconds')),
  workflowFailed: Type.Optional(about(Instant, 'when it failed or was cancelled, in epoch milliseconds')),
}

/** The report of a workflow; it exists from the moment the workflow starts. */
export const WorkflowMinWrapper = shape('WorkflowMinWrapper', {
  id: Type.String({ description: 'id of the workflow, a UUID' }),
  workflowId: Type.String({ description: 'the same as `id`' }),
  objectType: about(Name, 'type name of the report'),
  type: Type.String({ description: 'what kind of workflow, for example `ingest`' }),
  label: Type.Optional(about(Name, 'label from the request, for people')),
  status: about(WorkflowStatus, 'state of the workflow or task'),
  version: Type.Integer({ description: 'rises with every change of the report' }),
  productionId: Type.Optional(about(Id, 'id of the production in which it runs')),
  accountId: Type.Optional(about(Id, 'id of the account in which it runs')),
  mediaObjectId: Type.Optional(about(Id, 'id of the clip (media object) that it is about')),
  userId: Type.Optional(about(Id, 'id of the user who started it')),
  created: about(Instant, 'when it was requested, in epoch milliseconds'),
  completed: Type.Optional(about(Instant, 'when it completed or failed, in epoch milliseconds')),
  ...workflowTimes,
  serverTime: about(Instant, 'time of the service when it answered, in epoch milliseconds'),
  tasks: about(listOf(TaskAssignmentMinWrapper), 'tasks in the order in which they run'),
  taskReports: about(listOf(TaskReport), 'reports of the tasks that have begun'),
  errorReports: about(listOf(TaskReport), 'reports of the tasks that failed'),
  location: Type.Optional(Type.String({ description: 'where the result is, when the workflow makes a file' })),
  publishedFiles: about(listOf(FreeForm), 'files that the workflow made, with warnings'),
  requiredRights: about(listOf(oneOf(...productionRights)), 'rights that are needed to see the report'),
  mutex1: Type.Optional(about(FreeForm, 'resource that the workflow locks against other workflows')),
  href: about(Type.String(), 'address of the report, without a query'),
  hrefs: about(Hrefs, 'addresses of related resources, by name'),
})
export type WorkflowMinWrapper = Type.Static<typeof WorkflowMinWrapper>

/** The workflows of a clip, as in `wfr` of a media object. */
export const MediaObjectWorkflowReport = shape('MediaObjectWorkflowReport', {
  id: about(Type.String(), 'id of the workflow, a UUID'),
  workflowId: about(Type.String(), 'id of the workflow, a UUID'),
  objectType: about(Name, 'type name of the report'),
  type: about(Name, 'what kind of workflow, for example `ingest`'),
  label: Type.Optional(about(Name, 'label from the request, for people')),
  status: about(WorkflowStatus, 'state of the workflow or task'),
  mediaObjectId: about(Id, 'id of the clip (media object) that it is about'),
  created: about(Instant, 'when it was requested, in epoch milliseconds'),
  ...workflowTimes,
  tasks: about(setOf(TaskAssignmentMinWrapper), 'tasks in the order in which they run'),
  errorReports: about(listOf(TaskReport), 'reports of the tasks that failed'),
  href: about(Type.String(), 'address of the report, without a query'),
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
  output: Type.Optional(about(FreeForm, 'result of the task, free-form')),
  error: Type.Optional(
    about(
      shape('WorkflowCallbackError', {
        code: Type.Optional(about(Name, 'word that programs can decide by')),
        message: Type.Optional(about(Text, 'text about the failure, for people')),
      }),
      'why the task failed; success when absent',
    ),
  ),
})
export type WorkflowCallback = Type.Static<typeof WorkflowCallback>

/** What a call answers whose result a workflow makes. */
export const AsyncResponse = shape('AsyncResponse', {
  objectType: about(Name, 'type name of the report'),
  workflowId: about(Type.String(), 'id of the workflow, a UUID'),
  productionId: about(Id, 'id of the production in which it runs'),
  expectedResult: Type.Optional(about(Instant, 'when the result is expected, in epoch milliseconds')),
  location: Type.Optional(about(Type.String(), 'address of the result, once it exists')),
  href: about(Type.String(), 'address of the report, without a query'),
  hrefs: about(Hrefs, 'addresses of related resources, by name'),
})
export type AsyncResponse = Type.Static<typeof AsyncResponse>
