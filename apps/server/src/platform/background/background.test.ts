import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '../context.ts'
import { startBackground } from './background.ts'

function createPlatform() {
  const listeners = new Set<() => void>()
  const logged: string[] = []
  const platform = {
    log: { error: (_: object, message: string) => logged.push(message) },
    signals: {
      on(_: string, listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  } as unknown as Platform
  const emit = () => {
    for (const listener of listeners) listener()
  }
  return { platform, logged, emit, listeners }
}

/** Work whose runs the test ends one by one. */
function createRuns() {
  const begun: PromiseWithResolvers<void>[] = []
  let whenBegun = Promise.withResolvers<void>()
  return {
    begun,
    run(): Promise<void> {
      const end = Promise.withResolvers<void>()
      begun.push(end)
      whenBegun.resolve()
      whenBegun = Promise.withResolvers()
      return end.promise
    },
    async untilBegun(count: number) {
      while (begun.length < count) await whenBegun.promise
    },
  }
}

test('runs at once, after a signal, and once more when there was a signal during a run', async () => {
  const { platform, emit } = createPlatform()
  const { begun, run, untilBegun } = createRuns()
  const stop = startBackground(platform, { name: 'work', everyMs: 1_000_000, wakeOn: ['more'], run })
  await untilBegun(1)
  emit()
  emit()
  begun[0]!.resolve()
  await untilBegun(2)
  begun[1]!.resolve()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(begun.length, 2, 'nothing asked for a third run')
  emit()
  await untilBegun(3)
  begun[2]!.resolve()
  await stop()
})

test('runs again after its time', async () => {
  const { platform } = createPlatform()
  const { begun, run, untilBegun } = createRuns()
  const stop = startBackground(platform, { name: 'work', everyMs: 1, run })
  for (let count = 1; count < 4; count++) {
    await untilBegun(count)
    begun[count - 1]!.resolve()
  }
  await untilBegun(4)
  begun[3]!.resolve()
  await stop()
})

test('logs a failure and goes on', async () => {
  const { platform, logged, emit } = createPlatform()
  const { begun, run, untilBegun } = createRuns()
  const stop = startBackground(platform, { name: 'work', everyMs: 1_000_000, wakeOn: ['more'], run })
  await untilBegun(1)
  begun[0]!.reject(new Error('broken'))
  emit()
  await untilBegun(2)
  assert.deepEqual(logged, ['work failed'])
  begun[1]!.resolve()
  await stop()
})

test('a stop waits for the run, which sees it, and nothing runs afterwards', async () => {
  const { platform, emit, listeners } = createPlatform()
  const { begun, run, untilBegun } = createRuns()
  let seen: AbortSignal | undefined
  const stop = startBackground(platform, {
    name: 'work',
    everyMs: 1,
    wakeOn: ['more'],
    run(_, signal) {
      seen = signal
      return run()
    },
  })
  await untilBegun(1)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  assert.ok(seen?.aborted)
  emit()
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(isStopped, false)
  begun[0]!.resolve()
  await stopped
  assert.equal(begun.length, 1)
  assert.equal(listeners.size, 0)
})
