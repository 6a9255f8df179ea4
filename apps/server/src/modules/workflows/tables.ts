import type { EventType, WorkflowStatus } from '@rushes/contract'
import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely'

/** What a task gives to later tasks; goes through JSON. */
export type TaskOutput = Record<string, unknown>

/** Why an attempt failed: a word to decide on, a sentence to show. */
export interface TaskFault {
  code: string
  message: string
}

/** What someone outside makes of a task. */
export interface CallbackAnswer {
  output?: TaskOutput
  error?: Partial<TaskFault>
}

type Document<T> = ColumnType<T, string, string>

export interface WorkflowTable {
  id: string
  /** Names it in the search index. */
  document_id: Generated<number>
  version: Generated<number>
  created: number
  created_by: string
  creator_id: number | null
  modified_by: string
  last_updated: number
  /** None: it belongs to the account alone, or the production is still to be made. */
  production_id: number | null
  account_id: number | null
  media_object_id: number | null
  share_id: number | null
  shared_user_id: number | null
  /** Of the visitor who started it, see `VisitorActor.authorKeys`. */
  author_key: string | null
  definition: string
  label: string | null
  input: Document<unknown>
  status: WorkflowStatus
  mutex: string | null
  wait_for_index: Generated<boolean>
  started: number | null
  ended: number | null
}

export interface WorkflowTaskTable {
  id: Generated<number>
  production_id: number | null
  workflow_id: string
  name: string
  label: string | null
  place: number
  runs_after: string[]
  status: WorkflowStatus
  attempts: Generated<number>
  max_attempts: number
  losses: Generated<number>
  timeout_ms: number
  retry_delay_ms: number
  is_long: boolean
  failure_event: ColumnType<EventType | null, EventType | null | undefined, never>
  run_at: number | null
  lease_until: number | null
  /** Who holds it, or held it last: machine, process, and a word of its own. */
  worker: string | null
  claims: Generated<number>
  percent: number | null
  message: string | null
  output: Document<TaskOutput | null> | null
  error: Document<TaskFault | null> | null
  callback_hash: string | null
  callback_answer: ColumnType<CallbackAnswer | null, string | null | undefined, string | null>
  wait_until: ColumnType<number | null, number | null | undefined, RawBuilder<number> | number | null>
  started: number | null
  ended: number | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    workflow: WorkflowTable
    workflow_task: WorkflowTaskTable
  }
}

export type WorkflowRow = Selectable<WorkflowTable>
export type TaskRow = Selectable<WorkflowTaskTable>
