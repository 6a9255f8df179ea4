import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type WorkflowStatus, workflowStatuses } from '@rushes/contract'
import fc from 'fast-check'
import { decideAdvance, type TaskState, toRetryDelayMs } from '../policy.ts'
import { claimableStatuses, endStatuses, hasEnded, type TaskMove, taskMoves, workflowMoves } from './states.ts'

const names = ['a', 'b', 'c', 'd', 'e']
/** Tasks of which each may wait for any earlier ones: a graph without circles. */
const graphs = fc
  .tuple(...names.map((_name, index) => fc.subarray(names.slice(0, index))))
  .map(edges => edges.map((runsAfter, index) => ({ name: names[index]!, runsAfter })))
const steps = fc.array(fc.tuple(fc.nat(names.length - 1), fc.constantFrom(...(Object.keys(taskMoves) as TaskMove[]))), {
  maxLength: 60,
})

interface Walk {
  status: WorkflowStatus
  tasks: TaskState[]
}

/** What the store does with a decision, in memory. */
function advance(walk: Walk): Walk {
  const { schedule, cancel, move } = decideAdvance(walk.status, walk.tasks)
  const tasks = walk.tasks.map((task): TaskState => {
    if (schedule.includes(task.name)) return { ...task, status: taskMoves.schedule.to }
    if (cancel.includes(task.name)) return { ...task, status: taskMoves.cancel.to }
    return task
  })
  return { status: move ? workflowMoves[move].to : walk.status, tasks }
}

function assertSound({ status, tasks }: Walk): void {
  const find = (name: string) => tasks.find(task => task.name === name)!.status
  for (const task of tasks) {
    const isTouched = !['Inited', 'Cancelled', 'Skipped'].includes(task.status)
    if (isTouched) {
      for (const name of task.runsAfter)
        assert.ok(['Completed', 'Skipped'].includes(find(name)), `${task.name} ran early`)
    }
  }
  assert.equal(
    hasEnded(status),
    tasks.every(task => hasEnded(task.status)),
    'a workflow ends exactly when all its tasks have ended',
  )
  if (status === 'Error' || status === 'ErrorPending') assert.ok(tasks.some(task => task.status === 'Error'))
  if (status === 'Completed') assert.ok(tasks.every(task => task.status !== 'Error'))
}

describe('the states of workflows and tasks', () => {
  // workflows-2
  test('any walk over the moves of tasks keeps the workflow sound', () => {
    fc.assert(
      fc.property(graphs, steps, (graph, moves) => {
        let walk = advance({ status: 'Inited', tasks: graph.map(task => ({ ...task, status: 'Inited' })) })
        assertSound(walk)
        for (const [index, name] of moves) {
          const task = walk.tasks[index]!
          const move: { from: readonly WorkflowStatus[]; to: WorkflowStatus } = taskMoves[name]
          // Scheduling, and doing again, is the workflow's own decision.
          if (name === 'schedule' || name === 'redo' || !move.from.includes(task.status)) continue
          const tasks = walk.tasks.map(other => (other === task ? { ...task, status: move.to } : other))
          walk = advance({ ...walk, tasks })
          assertSound(walk)
        }
      }),
      { numRuns: 500 },
    )
  })

  // workflows-2
  test('a workflow whose tasks are claimed and completed one after the other always comes to its end', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (graph, failures) => {
        let walk = advance({ status: 'Inited', tasks: graph.map(task => ({ ...task, status: 'Inited' })) })
        for (let round = 0; round < names.length; round++) {
          const next = walk.tasks.find(task => task.status === 'Scheduled')
          if (!next) break
          const to = failures[names.indexOf(next.name)] ? taskMoves.fail.to : taskMoves.complete.to
          walk = advance({ ...walk, tasks: walk.tasks.map(task => (task === next ? { ...task, status: to } : task)) })
        }
        assert.ok(hasEnded(walk.status), JSON.stringify(walk))
      }),
    )
  })

  // workflows-2
  test('what has ended is left only by doing it again, everything else can be cancelled', () => {
    for (const moves of [taskMoves, workflowMoves]) {
      const { redo, ...others } = moves
      assert.deepEqual(redo.from, endStatuses)
      const all: { from: readonly WorkflowStatus[] }[] = Object.values(others)
      for (const status of endStatuses)
        assert.ok(
          all.every(move => !move.from.includes(status)),
          status,
        )
      const cancellable: readonly WorkflowStatus[] = moves.cancel.from
      for (const status of workflowStatuses) assert.equal(cancellable.includes(status), !hasEnded(status), status)
    }
    assert.ok(claimableStatuses.every(status => !hasEnded(status)))
  })

  // workflows-17
  test('the wait before another attempt doubles, up to ten minutes', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 30].map(attempts => toRetryDelayMs(1000, attempts)),
      [1000, 2000, 4000, 8000, 600_000],
    )
  })
})
