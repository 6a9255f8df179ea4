import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openTestDatabase } from '../database.ts'

test('what a statement read is freed without a collection of the whole heap', async () => {
  const database = await openTestDatabase()
  const script = fileURLToPath(new URL('measure-survivors.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, database.url])
  await database.close()
  const survived = Number(stdout)
  assert.ok(survived < 30, `${survived} of 125 MiB`)
})
