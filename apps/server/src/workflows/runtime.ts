/**
 * The worker: claims tasks, runs them, keeps their leases, takes over those of dead workers.
 *
 *     lease      a claimed task is ours for `leaseMs`; a heartbeat every third of it prolongs all leases in one statement
 *     fence      each claim has a number; a statement with an older number changes nothing
 *     reaper     a task whose lease ran out is released; when its attempts are used up, it fails
 *     wake-up    a signal after a commit, and a look every `pollMs` since signals may be lost
 */

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createServiceContext, type Platform } from '../platform/context.ts'
import { workSignal } from './announce.ts'
import type { WorkflowDefinition, WorkflowWork } from './definition.ts'
import { type RunningTask, runTask } from './run-task.ts'
import { type ClaimedTask, completePending, failOverdueTask, reapTask, takeTask } from './settle.ts'
import { listPendingIds } from './store.ts'
import { listExpiredTasks, listHeldTasks, listOverdueTasks, renewLeases } from './task-store.ts'

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
  /** Begins to claim tasks; does nothing in a process of role `api`. */
  start(): void
  /** Gives running tasks back and ends what waits on workflows. */
  stop(): Promise<void>
  /** Aborted when the service stops; long answers end with it. */
  readonly stopping: AbortSignal
}

const defaults: RuntimeTuning = {
  leaseMs: 10_000,
  pollMs: 1000,
  slots: 8,
  longSlots: 2,
  waitForIndex: async () => true,
}
/** Changes come in bursts: so many wake-ups are taken together. */
const wakeGapMs = 5

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
  const worker = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`
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

  const claim = createRepeater(async () => {
    while (running.size < slots && !stopping.signal.aborted) {
      const withLong = [...running].filter(task => task.isLong).length < longSlots
      const claimed = await takeTask(ctx, { definitions, worker, leaseMs, withLong, without: listFullKinds() })
      if (!claimed) return
      run(claimed)
    }
  })

  /** Kinds of tasks of which enough are at work here. */
  function listFullKinds(): string[] {
    const counts = new Map<string, number>()
    for (const { kind } of running) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return [...counts].filter(([kind, count]) => count >= (mostAtOnce.get(kind) ?? Infinity)).map(([kind]) => kind)
  }

  /** Stops the tasks that are not ours any more. */
  async function stopLost(look: (claims: RunningTask['claim'][]) => Promise<Set<number>>): Promise<void> {
    const tasks = [...running]
    if (tasks.length === 0) return
    const held = await look(tasks.map(task => task.claim))
    for (const task of tasks) if (!held.has(task.claim.id)) task.stop('lost')
  }
  const heartbeat = createRepeater(() => stopLost(claims => renewLeases(platform.database, claims, leaseMs)))
  const lookForLost = createRepeater(() => stopLost(claims => listHeldTasks(platform.database, claims)))
  const reap = createRepeater(async () => {
    for (const task of await listExpiredTasks(platform.database)) await reapTask(ctx, task)
    for (const task of await listOverdueTasks(platform.database)) await failOverdueTask(ctx, task)
  })
  const completeIndexed = createRepeater(async () => {
    const ids = await listPendingIds(platform.database, definitions)
    if (ids.length === 0 || !(await waitForIndex())) return
    for (const id of ids) await completePending(ctx, id)
  })

  /** Does one thing at a time; asked meanwhile, once more afterwards. */
  function createRepeater(act: () => Promise<void>) {
    let isAsked = false
    let acting: Promise<void> | undefined
    async function repeat(): Promise<void> {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        await act().catch(error => platform.log.warn({ err: error }, 'the worker could not reach its tasks'))
        await new Promise(resolve => setTimeout(resolve, wakeGapMs))
      }
      acting = undefined
    }
    return {
      ask() {
        isAsked = true
        if (!stopping.signal.aborted) acting ??= repeat()
      },
      settled: () => acting,
    }
  }

  function every(ms: number, repeater: { ask(): void }): void {
    const timer = setInterval(repeater.ask, ms)
    ends.push(() => clearInterval(timer))
  }

  return {
    stopping: stopping.signal,
    start() {
      if (platform.config.role === 'api') return
      every(pollMs, claim)
      every(leaseMs / 3, heartbeat)
      every(leaseMs / 2, reap)
      every(pollMs, completeIndexed)
      ends.push(
        platform.signals.on(workSignal, () => {
          claim.ask()
          completeIndexed.ask()
          if (running.size > 0) lookForLost.ask()
        }),
      )
      claim.ask()
      reap.ask()
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

function listBounds({ name, tasks }: WorkflowDefinition): [string, number][] {
  return Object.entries(tasks).flatMap(([task, { atOnce }]) =>
    atOnce === undefined ? [] : [[`${name}/${task}`, atOnce] as [string, number]],
  )
}
