import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnProcess, runInOwnProcess } from './own-process.ts'

if (isOwnProcess) await import('./checks.ts')
else {
  test('a format that only the registry knows is found wherever formats are', async ({ signal }) => {
    const { code, output } = await runInOwnProcess(import.meta.filename, signal)
    assert.equal(code, 0, output)
  })
}
