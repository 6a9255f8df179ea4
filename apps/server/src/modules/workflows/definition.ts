import type { EventType } from '@rushes/contract'
import type { Context, Platform, Transaction } from '../../platform/context.ts'
import type { TaskFault, TaskOutput } from './tables.ts'

declare module '../../platform/module.ts' {
  interface Module {
    /** The work of the workflows that the module defines. */
    readonly workflows?: (platform: Platform) => readonly WorkflowWork[]
  }
}

/** One step of a workflow, as data. */
export interface TaskPlan<Names extends string = string> {
  readonly label?: string
  /** Tasks that must be done (or skipped) before; none: it runs at once. */
  readonly after?: readonly Names[]
  /** How often it is tried in all. */
  readonly attempts: number
  /** Wait before the second attempt; doubled before each further one. */
  readonly retryDelayMs: number
  /** An attempt that takes longer is stopped and counts as failed. */
  readonly timeoutMs: number
  /** It takes minutes or hours: such tasks may not take all slots of a worker. */
  readonly isLong?: boolean
  /** The event of the clip that reports its end in an error, in addition to `Task.error`. */
  readonly failureEvent?: EventType
  /** How many of its kind one worker does at the same time; as many as it has slots when absent. */
  readonly atOnce?: number
}

/** Why a workflow fails: the task with its fault, or that it was cancelled. */
export type WorkflowFailure = { readonly status: 'Error' | 'Cancelled' } & Partial<
  TaskFault & { readonly task: string }
>

/** A kind of workflow, as data: what may be stored, started and reported without being able to do the work. */
export interface WorkflowDefinition<Input = unknown, Names extends string = string> {
  readonly name: string
  readonly tasks: Readonly<Record<Names, TaskPlan<Names>>>
  /**
   * Runs in the transaction in which a task fails for good or the workflow is cancelled, before the workflow is locked:
   * what it writes is visible no later than that. It may find that the workflow has just ended in another way.
   */
  onFailure?(ctx: Transaction, workflowId: string, failure: WorkflowFailure): Promise<void>
  /** Runs in the transaction in which the workflow is done again, before it is locked. */
  onRedo?(ctx: Transaction, workflowId: string, input: Input): Promise<void>
  /** Types only; never present at run time. */
  readonly types?: { input: Input }
}

/** A task at work. */
export interface TaskRun<Input> {
  readonly workflowId: string
  /** 0 for one that belongs to an account alone. */
  readonly productionId: number
  readonly mediaObjectId: number | undefined
  readonly input: Input
  /** What earlier tasks gave, by their name. */
  readonly outputs: Readonly<Record<string, TaskOutput | undefined>>
  /** From 1 on. */
  readonly attempt: number
  /** Aborted when the workflow is cancelled, the time is over, the lease is lost or the service stops. */
  readonly signal: AbortSignal
  /** Outside any transaction. */
  readonly ctx: Context
  /** Tells how far it is, from 0 to 100; may be called as often as one likes. */
  report(percent: number, message?: string): void
  /**
   * Makes the address at which someone outside completes this task, once, without any other token; then give
   * `waitMs`. What is posted there as `output` is the task's output, an `error` is a failed attempt.
   */
  openCallback(): Promise<string>
}

/** How an attempt ended well. */
export type TaskOutcome = RecordedOutcome | SkippedOutcome | WaitingOutcome

/** There was nothing to do, and why. */
interface SkippedOutcome {
  readonly skip: string
  readonly record?: undefined
}

/** Someone outside goes on; the attempt has failed when they have not called back after so long. */
export interface WaitingOutcome {
  readonly waitMs: number
  readonly record?: undefined
}

/** A result to be written. */
interface RecordedOutcome {
  /** Writes the result in the very transaction that completes the task, so it takes effect exactly once, or not at all. */
  readonly record: (ctx: Transaction) => Promise<TaskOutput | undefined>
  /** The task has done what it could, and it is an error all the same; no further attempt would help. */
  readonly fault?: TaskFault | undefined
  /** Told afterwards whether it took effect: removes what lies outside the database. */
  readonly settled?: (isRecorded: boolean) => Promise<void>
}

/** The work of a task. It may be run more than once (a worker can die at any moment): what it does must bear that. */
export type TaskWork<Input> = (run: TaskRun<Input>) => Promise<TaskOutcome>

/** A definition together with the work of its tasks: what a worker needs. */
export interface WorkflowWork {
  readonly definition: WorkflowDefinition
  readonly work: Readonly<Record<string, TaskWork<unknown>>>
}

/** A failure that another attempt cannot fix: the task is not tried again. */
export class PermanentError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'PermanentError'
    this.code = code
  }
}

/** The work of the workflows of all modules. */
export function listWorks(platform: Platform): WorkflowWork[] {
  return platform.modules.flatMap(({ workflows }) => workflows?.(platform) ?? [])
}

/** The definition with this name; undefined when this version does not know it any more. */
export function findDefinition(platform: Platform, name: string): WorkflowDefinition | undefined {
  return listWorks(platform).find(({ definition }) => definition.name === name)?.definition
}

/** Defines a kind of workflow; throws when its tasks name unknown ones or wait for each other. */
export function defineWorkflow<Input, Names extends string>(
  definition: WorkflowDefinition<Input, Names>,
): WorkflowDefinition<Input, Names> {
  const plans: Readonly<Record<string, TaskPlan>> = definition.tasks
  const reached = new Set<string>()
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const [name, { after = [] }] of Object.entries(plans)) {
      if (after.every(earlier => reached.has(earlier))) reached.add(name)
    }
  }
  const stuck = Object.keys(plans).filter(name => !reached.has(name))
  if (stuck.length > 0) throw new Error(`workflow ${definition.name}: ${stuck.join(', ')} can never run`)
  return definition
}

/** Joins a definition with the work of each of its tasks. */
export function implementWorkflow<Input, Names extends string>(
  definition: WorkflowDefinition<Input, Names>,
  work: Readonly<Record<Names, TaskWork<Input>>>,
): WorkflowWork {
  // What was stored as the input of this definition is read back as that.
  return { definition, work: work as WorkflowWork['work'] }
}
