/** What is counted as it happens, for those who watch the service: a part of `/metrics`. */

import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Of this process alone; the registry has all other figures as well. */
export interface Figures {
  readonly registry: Registry
  readonly audited: Counter<'action' | 'outcome'>
  readonly eventStreams: Gauge
  readonly workflowSeconds: Histogram<'workflow' | 'status'>
  readonly taskSeconds: Histogram<'workflow' | 'task' | 'outcome'>
}

/** Work on media takes from a moment to hours. */
const buckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]

export function createFigures(): Figures {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    audited: new Counter({
      name: 'rushes_audit_entries_total',
      help: 'Entries of the audit since the start, such as logins, by outcome (succeeded or refused)',
      labelNames: ['action', 'outcome'],
      registers,
    }),
    eventStreams: new Gauge({ name: 'rushes_event_streams', help: 'Event streams that are open', registers }),
    workflowSeconds: new Histogram({
      name: 'rushes_workflow_seconds',
      help: 'Time from the creation of a workflow to its end, by kind and status',
      labelNames: ['workflow', 'status'],
      buckets,
      registers,
    }),
    taskSeconds: new Histogram({
      name: 'rushes_workflow_task_seconds',
      help: 'Time of an attempt of a task, by what became of it (complete, skip, fail, retry)',
      labelNames: ['workflow', 'task', 'outcome'],
      buckets,
      registers,
    }),
  }
}
