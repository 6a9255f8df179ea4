import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import { createGuardedDatabases } from '../database.ts'
import type { SpaceGuard } from '../embedded/space-guard.ts'

type Answer = (error: Error | null, result?: unknown) => void

/** One connection that takes writes unless it was set to read alone. */
function createPool() {
  const statements: string[] = []
  let isReadOnly = false
  const client = {
    processID: 1,
    async query(query: string | { text: string }, answer?: Answer) {
      const text = typeof query === 'string' ? query : query.text
      statements.push(text)
      if (text.startsWith('set ')) isReadOnly = text.endsWith('on')
      const isRefused = isReadOnly && text.startsWith('insert')
      const error = isRefused ? Object.assign(new DatabaseError('read-only', 1, 'error'), { code: '25006' }) : null
      answer?.(error, { command: 'INSERT', rowCount: 1, rows: [] })
    },
    release() {},
  }
  const pool = { options: {}, ending: false, on() {}, connect: async () => client, end: async () => {} }
  return { pool, statements }
}

// errors-22
test('writes are refused while the disk is full, those on the reserve once it is used up', async () => {
  const { pool, statements } = createPool()
  const state = { isFull: false, isUsedUp: false }
  const space: SpaceGuard = {
    ...{ start() {}, check() {}, stop: async () => {} },
    isFull: () => state.isFull,
    isUsedUp: () => state.isUsedUp,
  }
  const log = { info() {}, warn() {}, error() {} }
  const databases = createGuardedDatabases(pool as unknown as Pool, log as never, space)
  const writeInTurn = async () => {
    const outcomes: string[] = []
    for (const database of [...databases, ...databases]) {
      const outcome = await sql`insert into t default values`.execute(database).catch((error: Error) => error)
      outcomes.push(outcome instanceof Error ? outcome.name : 'written')
    }
    return outcomes
  }
  const written = Array.from({ length: 4 }, () => 'written')
  assert.deepEqual(await writeInTurn(), written)
  assert.ok(statements.every(text => !text.startsWith('set ')))
  state.isFull = true
  assert.deepEqual(await writeInTurn(), ['DatabaseFullError', 'written', 'DatabaseFullError', 'written'])
  state.isUsedUp = true
  assert.deepEqual(
    await writeInTurn(),
    written.map(() => 'DatabaseFullError'),
  )
  Object.assign(state, { isFull: false, isUsedUp: false })
  assert.deepEqual(await writeInTurn(), written)
  pool.ending = true
})
