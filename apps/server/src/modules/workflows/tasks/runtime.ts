/**
 * The worker: claims tasks, runs them, keeps their leases, takes over those of dead workers.
 *
 *     lease      a claimed task is ours for `leaseMs`; a heartbeat every third of it prolongs all leases in one statement
 *     fence      each claim has a number; a statement with an older number changes nothing
 *     reaper     a task whose lease ran out is released; when it has lost ten workers, it fails
 *     outage     a task outlives one of the database; what it has done is recorded when that is over
 *     start      where no other process can be at work, the leases of a predecessor end at once
 *     wake-up    a signal after a commit, the time at which the next task is due, and a look every `pollMs` since signals
 *                may be lost
 */

import { createServiceContext, type Platform } from '../../../platform/context.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import type { WorkflowDefinition, WorkflowWork } from '../definition.ts'
import { workSignal } from '../runs/announce.ts'
import { listPendingIds } from '../store.ts'
import { type RunningTask, runTask } from './run-task.ts'
import { type ClaimedTask, completePending, failOverdueTask, reapTask, takeTask } from './settle.ts'
import {
  type Claim,
  endOtherLeases,
  findNextDueMs,
  listExpiredTasks,
  listHeldTasks,
  listOverdueTasks,
  renewLeases,
} from './task-store.ts'

export interface RuntimeTuning {
  /** How long a silent worker keeps a task. */
  leaseMs: number
  pollMs: number
  /** Tasks at work at the same time, and how many of them may be long ones. */
  slots: number
  longSlots: number
  /** Resolves to whether the search index holds what was committed before. */
  waitForIndex: () => Promise<boolean>
}

export interface WorkflowRuntime {
  /** Begins to claim tasks. */
  start(): void
  /** Gives running tasks back and ends what waits on workflows. */
  stop(): Promise<void>
}

const defaults: RuntimeTuning = {
  leaseMs: 10_000,
  pollMs: 5_000,
  slots: 8,
  longSlots: 2,
  waitForIndex: async () => true,
}
/** Changes come in bursts: so many wake-ups are taken together. */
const wakeGapMs = 5
/** A workflow that waits for the search index is looked at again after this. */
const indexLookMs = 1_000
/** After a failure, such as an outage of the database. */
const retryMs = 1_000

/** A worker for these kinds of workflow; those of others are left to other workers. */
export function createWorkflowRuntime(
  platform: Platform,
  works: readonly WorkflowWork[],
  tuning: Partial<RuntimeTuning> = {},
): WorkflowRuntime {
  const { leaseMs, pollMs, slots, longSlots, waitForIndex } = { ...defaults, ...tuning }
  const byName = new Map(works.map(work => [work.definition.name, work]))
  const definitions = [...byName.keys()]
  const mostAtOnce = new Map(works.flatMap(({ definition }) => listBounds(definition)))
  const worker = platform.instance
  const ctx = createServiceContext(platform, `worker ${worker}`)
  const running = new Set<RunningTask>()
  const stopping = new AbortController()
  const ends: (() => void)[] = []

  function run(claimed: ClaimedTask): void {
    const { definition, name } = { definition: claimed.workflow.definition, name: claimed.task.name }
    const work = byName.get(definition)?.work[name]
    const task = runTask(platform, claimed, work ?? (() => Promise.reject(new Error(`unknown task ${name}`))))
    running.add(task)
    void task.finished.then(() => {
      running.delete(task)
      claim.ask()
    })
  }

  const claim = createRepeater(pollMs, async () => {
    while (running.size < slots && !stopping.signal.aborted) {
      const withLong = [...running].filter(task => task.isLong).length < longSlots
      const claimed = await takeTask(ctx, { definitions, worker, leaseMs, withLong, without: listFullKinds() })
      if (!claimed) return findNextDueMs(platform.database)
      run(claimed)
    }
    return undefined
  })

  /** Kinds of tasks of which enough are at work here. */
  function listFullKinds(): string[] {
    const counts = new Map<string, number>()
    for (const { kind } of running) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return [...counts].filter(([kind, count]) => count >= (mostAtOnce.get(kind) ?? Infinity)).map(([kind]) => kind)
  }

  /** Stops the tasks that are not ours any more. */
  async function stopLost(look: (claims: RunningTask['claim'][]) => Promise<Set<number>>): Promise<undefined> {
    const tasks = [...running]
    if (tasks.length === 0) return undefined
    const held = await look(tasks.map(task => task.claim))
    for (const task of tasks) if (!held.has(task.claim.id)) task.stop('lost')
    return undefined
  }
  const heartbeat = createRepeater(leaseMs / 3, () =>
    stopLost(claims => renewLeases(platform.database, claims, leaseMs)),
  )
  const lookForLost = createRepeater(undefined, () => stopLost(claims => listHeldTasks(platform.database, claims)))
  let mayHavePredecessor = platform.isAlone
  const reap = createRepeater(leaseMs / 2, async () => {
    if (mayHavePredecessor) await endOtherLeases(platform.database, worker)
    mayHavePredecessor = false
    for (const task of await listExpiredTasks(platform.database)) {
      // One at work here outlived an outage of the database: the heartbeat renews its lease.
      if (![...running].some(({ claim }) => isSameClaim(claim, task))) await reapTask(ctx, task)
    }
    for (const task of await listOverdueTasks(platform.database)) await failOverdueTask(ctx, task)
    return undefined
  })
  const completeIndexed = createRepeater(pollMs, async () => {
    const ids = await listPendingIds(platform.database, definitions)
    if (ids.length === 0) return undefined
    if (await waitForIndex()) for (const id of ids) await completePending(ctx, id)
    return indexLookMs
  })

  /**
   * Does one thing at a time; asked meanwhile, once more afterwards; by itself again after `everyMs`, or earlier when
   * `act` resolves to a number of milliseconds.
   */
  function createRepeater(everyMs: number | undefined, act: () => Promise<number | undefined>) {
    let isAsked = false
    let acting: Promise<void> | undefined
    let timer: NodeJS.Timeout | undefined
    async function repeat(): Promise<void> {
      let nextMs: number | undefined
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        nextMs = await act().catch(error => {
          logFailure(platform.log, error, 'the worker could not reach its tasks')
          return retryMs
        })
        await new Promise(resolve => setTimeout(resolve, wakeGapMs))
      }
      acting = undefined
      if (everyMs !== undefined && !stopping.signal.aborted)
        timer = setTimeout(ask, Math.min(nextMs ?? everyMs, everyMs))
    }
    function ask(): void {
      isAsked = true
      if (stopping.signal.aborted || acting) return
      clearTimeout(timer)
      acting = repeat()
    }
    ends.push(() => clearTimeout(timer))
    return { ask, settled: () => acting }
  }

  return {
    start() {
      ends.push(
        platform.signals.on(workSignal, () => {
          claim.ask()
          completeIndexed.ask()
          if (running.size > 0) lookForLost.ask()
        }),
      )
      for (const repeater of [claim, heartbeat, reap, completeIndexed]) repeater.ask()
    },
    async stop() {
      stopping.abort()
      for (const end of ends.splice(0)) end()
      await Promise.all([
        claim.settled(),
        heartbeat.settled(),
        lookForLost.settled(),
        reap.settled(),
        completeIndexed.settled(),
      ])
      for (const task of running) task.stop('stopping')
      await Promise.all([...running].map(task => task.finished))
    },
  }
}

function isSameClaim(one: Claim, other: Claim): boolean {
  return one.id === other.id && one.claims === other.claims
}

function listBounds({ name, tasks }: WorkflowDefinition): [string, number][] {
  return Object.entries(tasks).flatMap(([task, { atOnce }]) =>
    atOnce === undefined ? [] : [[`${name}/${task}`, atOnce] as [string, number]],
  )
}
