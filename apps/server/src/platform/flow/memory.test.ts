import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform, Transaction } from '../context.ts'
import { createMemory } from './memory.ts'

const toPlatform = (isAlone: boolean) => ({ isAlone, memories: new Map() }) as Partial<Platform> as Platform

/** A transaction whose commit is a call. */
function openTransaction(platform: Platform) {
  const steps: (() => void)[] = []
  const ctx = {
    platform,
    afterCommit: (step: () => void) => void steps.push(step),
  } as Partial<Transaction> as Transaction
  return {
    ctx,
    commit() {
      for (const step of steps) step()
    },
  }
}

test('a value is read once, until a transaction that forgets it is committed', async () => {
  const platform = toPlatform(true)
  const memory = createMemory<number>()
  let stored = 1
  const recall = () => memory.recall(platform, 'key', async () => stored)
  assert.equal(await recall(), 1)
  const { ctx, commit } = openTransaction(platform)
  memory.forget(ctx, ['key'])
  stored = 2
  assert.equal(await recall(), 1, 'not committed yet')
  commit()
  assert.equal(await recall(), 2)
})

test('what was read before a change, and arrives after it, is not remembered', async () => {
  const platform = toPlatform(true)
  const memory = createMemory<string>()
  const late = Promise.withResolvers<string>()
  const reading = memory.recall(platform, 'key', () => late.promise)
  const { ctx, commit } = openTransaction(platform)
  memory.forget(ctx)
  commit()
  late.resolve('old')
  assert.equal(await reading, 'old')
  assert.equal(await memory.recall(platform, 'key', async () => 'new'), 'new')
})

test('absence is not remembered, and a process that is not alone remembers nothing', async () => {
  const memory = createMemory<number>()
  const alone = toPlatform(true)
  assert.equal(await memory.recall(alone, 'key', async () => undefined), undefined)
  assert.equal(await memory.recall(alone, 'key', async () => 1), 1)
  const shared = toPlatform(false)
  assert.equal(await memory.recall(shared, 'key', async () => 1), 1)
  assert.equal(await memory.recall(shared, 'key', async () => 2), 2)
})
