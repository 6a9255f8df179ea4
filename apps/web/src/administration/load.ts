/** How the service is doing, as its searches say: work that waits or runs, what failed, and how much is stored. */

import { listAll } from '@rushes/client'
import type { Production, WorkflowStatus } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'

const states = {
  waiting: ['Inited', 'Scheduled', 'WaitForCallback'],
  running: ['Started', 'ErrorPending', 'CompletedPending'],
  paused: ['Paused'],
} as const satisfies Readonly<Record<string, readonly WorkflowStatus[]>>
export const queueStates = Object.keys(states) as (keyof typeof states)[]

/** Work of one kind that has not ended. */
export interface Queue {
  readonly definition: string
  readonly counts: Readonly<Partial<Record<keyof typeof states, number>>>
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

/** A task that has failed, with its workflow. */
export interface Failure {
  readonly workflowId: string
  readonly task: string
  readonly reason: string
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
    ({ workflowId, label, name, message, productionId, mediaObjectId, completed }): Failure => ({
      workflowId: String(workflowId),
      task: String(label ?? name),
      reason: typeof message === 'string' ? message : '',
      prId: typeof productionId === 'number' ? productionId : undefined,
      moId: typeof mediaObjectId === 'number' ? mediaObjectId : undefined,
      ended: typeof completed === 'number' ? completed : Date.parse(String(completed)),
    }),
  )
  return { failures, numFound }
}

/** What the originals of a production come to. */
export interface Stored {
  readonly production: Production
  readonly clips: number
  readonly bytes: number
}

/** As many as one call gives of few fields. */
const rowsOfPage = 5000

/** Of all productions that the caller sees, those that hold most first. */
export async function loadStorage(signal: AbortSignal): Promise<Stored[]> {
  const productions = await Array.fromAsync(listAll(api.productions.listProductions, { signal }, 500))
  const stored: Stored[] = []
  // One after the other: a page that is looked at seldom leaves the search to those who work.
  for (const production of productions) stored.push({ production, ...(await sumSizes(production.id ?? 0, signal)) })
  return stored.toSorted((a, b) => b.bytes - a.bytes)
}

async function sumSizes(prId: number, signal: AbortSignal): Promise<{ clips: number; bytes: number }> {
  let bytes = 0
  for (let start = 0; ; start += rowsOfPage) {
    const query = { q: '*:*', fl: ['mediaObjectSize'], start, rows: rowsOfPage }
    const { results, numFound } = await api.annotations.searchMediaObjects({ prId, query, signal })
    for (const { mediaObjectSize } of results) bytes += Number(mediaObjectSize ?? 0)
    if (results.length === 0 || start + results.length >= numFound) return { clips: numFound, bytes }
  }
}
