import type { TaskAssignmentMinWrapper, WorkflowStatus } from '@rushes/contract'
import { createTexts, formatPercent } from '../../platform/translations.ts'
import { nameWork } from '../../platform/work-names.ts'

/** A task of a workflow as it is shown. */
export interface Step {
  readonly name: string
  readonly status: WorkflowStatus
}

const texts = createTexts<WorkflowStatus>({
  en: {
    Inited: 'waits',
    Scheduled: 'waits',
    Started: 'running',
    Paused: 'paused',
    WaitForCallback: 'waits for others',
    ErrorPending: 'ending with an error',
    CompletedPending: 'ending',
    Completed: 'done',
    Error: 'failed',
    Cancelled: 'cancelled',
    Skipped: 'skipped',
  },
  nl: {
    Inited: 'wacht',
    Scheduled: 'wacht',
    Started: 'bezig',
    Paused: 'gepauzeerd',
    WaitForCallback: 'wacht op anderen',
    ErrorPending: 'eindigt met een fout',
    CompletedPending: 'eindigt',
    Completed: 'klaar',
    Error: 'mislukt',
    Cancelled: 'geannuleerd',
    Skipped: 'overgeslagen',
  },
})

/** A status of the interface in words. */
export function writeStatus(status: WorkflowStatus): string {
  return texts(status)
}

/** The tasks of a workflow, each with how far it is where that is known. */
export function writeSteps(tasks: readonly TaskAssignmentMinWrapper[]): Step[] {
  return tasks.map(({ name, label, percent, status }) => ({
    name: `${nameWork(label ?? name)}${percent !== undefined && status === 'Started' ? ` ${formatPercent(percent)}` : ''}`,
    status,
  }))
}
