/** How the service is doing: its parts, work that waits or runs, what failed, and what is stored. */

import { listAll } from '@rushes/client'
import type { Health, ProductionStorage, SolrDocument, WorkflowStatus } from '@rushes/contract'
import { api, baseUrl } from '../platform/reading/api.ts'
import { texts } from './messages.ts'

/**
 * The parts of the service by their names; it answers 503 where one is down, and says which. Throws where a balancer
 * answers instead of it.
 */
export async function loadHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch(`${baseUrl}/health/ready`, { signal })
  const body: unknown = await response.json().catch(() => signal.throwIfAborted())
  if (isHealth(body)) return body
  throw new Error(texts('notReachable', { status: response.status }))
}

function isHealth(body: unknown): body is Health {
  return typeof body === 'object' && body !== null && 'parts' in body
}

const states = {
  waiting: ['Inited', 'Scheduled', 'WaitForCallback'],
  running: ['Started', 'ErrorPending', 'CompletedPending'],
  paused: ['Paused'],
} as const satisfies Readonly<Record<string, readonly WorkflowStatus[]>>
export type QueueState = keyof typeof states
export const queueStates = Object.keys(states) as QueueState[]
const unfinished = `status:(${Object.values(states).flat().join(' OR ')})`

/** Work of one kind that has not ended. */
export interface Queue {
  readonly definition: string
  readonly counts: Readonly<Partial<Record<QueueState, number>>>
}

/** All kinds of work of which any has not ended. */
export async function loadQueues(signal: AbortSignal): Promise<Queue[]> {
  const counted = await Promise.all(queueStates.map(state => countByKind(states[state], signal)))
  const kinds = [...new Set(counted.flatMap(counts => [...counts.keys()]))].toSorted()
  return kinds.map(definition => ({
    definition,
    counts: Object.fromEntries(queueStates.map((state, at) => [state, counted[at]?.get(definition) ?? 0])),
  }))
}

async function countByKind(wanted: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const query = {
    q: '*:*',
    fq: ['objectType:WorkflowReport', `status:(${wanted.join(' OR ')})`],
    rows: 0,
    'facet.field': ['definition'],
    'facet.mincount': 1,
    'facet.limit': -1,
  }
  const { facetFields } = await api.workflows.searchRuns({ query, signal })
  return new Map((facetFields[0]?.values ?? []).map(({ name, count }) => [String(name), count]))
}

/** A workflow that has not ended. */
export interface Run {
  readonly workflowId: string
  readonly definition: string
  readonly state: QueueState
  readonly prId: number | undefined
  readonly moId: number | undefined
  /** When it was requested, in epoch milliseconds. */
  readonly created: number
  /** What is done now, how far it is, and which worker does it. */
  readonly task: string | undefined
  readonly percent: number | undefined
  readonly worker: string | undefined
}

/** The oldest work that has not ended, with what is done of it now. */
export async function loadRuns(rows: number, signal: AbortSignal): Promise<{ runs: Run[]; numFound: number }> {
  const query = { q: '*:*', fq: ['objectType:WorkflowReport', unfinished], sort: 'created asc', rows }
  const { results, numFound } = await api.workflows.searchRuns({ query, signal })
  const ids = results.map(({ workflowId }) => `"${workflowId}"`)
  const tasks = ids.length === 0 ? new Map<string, SolrDocument>() : await loadStartedTasks(ids, signal)
  const runs = results.map((document): Run => {
    const task = tasks.get(String(document.workflowId))
    const state = queueStates.find(name => (states[name] as readonly string[]).includes(String(document.status)))
    return {
      workflowId: String(document.workflowId),
      definition: String(document.definition),
      state: state ?? 'waiting',
      prId: toNumber(document.productionId),
      moId: toNumber(document.mediaObjectId),
      created: toInstant(document.created),
      task: task && String(task.label ?? task.name),
      percent: toNumber(task?.percent),
      worker: [task?.worker ?? []].flat().map(String)[0],
    }
  })
  return { runs, numFound }
}

async function loadStartedTasks(ids: readonly string[], signal: AbortSignal): Promise<Map<string, SolrDocument>> {
  const fq = ['objectType:TaskReport', 'status:Started', `workflowId:(${ids.join(' OR ')})`]
  const { results } = await api.workflows.searchRuns({ query: { q: '*:*', fq, rows: ids.length * 4 }, signal })
  return new Map(results.map(task => [String(task.workflowId), task]))
}

/** A task that has failed, with its workflow. */
export interface Failure {
  readonly workflowId: string
  readonly definition: string
  readonly task: string
  readonly reason: string
  readonly attempts: number
  readonly prId: number | undefined
  readonly moId: number | undefined
  /** Epoch milliseconds. */
  readonly ended: number
}

export async function loadFailures(rows: number, signal: AbortSignal) {
  const query = {
    q: '*:*',
    fq: ['objectType:TaskReport', 'status:Error', 'workflowStatus:Error'],
    sort: 'completed desc',
    rows,
  }
  const { results, numFound } = await api.workflows.searchRuns({ query, signal })
  const failures = results.map(
    (document): Failure => ({
      workflowId: String(document.workflowId),
      definition: String(document.definition),
      task: String(document.label ?? document.name),
      reason: typeof document.message === 'string' ? document.message : '',
      attempts: toNumber(document.attempts) ?? 0,
      prId: toNumber(document.productionId),
      moId: toNumber(document.mediaObjectId),
      ended: toInstant(document.completed),
    }),
  )
  return { failures, numFound }
}

const toNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)
const toInstant = (value: unknown) => (typeof value === 'number' ? value : Date.parse(String(value)))

/** What every production of the service stores, those that store most first. */
export function loadStorage(signal: AbortSignal): Promise<ProductionStorage[]> {
  return Array.fromAsync(listAll(api.system.listStorage, { signal }))
}
