import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { MediaError } from '../errors.ts'
import { watchMemory } from './memory.ts'

test('a process that takes more than it may is reported, once', { skip: process.platform !== 'linux' }, async () => {
  const program = 'const held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 20)'
  const child = spawn(process.execPath, ['-e', program])
  const { promise, resolve } = Promise.withResolvers<Error>()
  const end = watchMemory(child.pid, 300e6, error => {
    resolve(error)
    child.kill('SIGKILL')
  })
  const [error] = await Promise.all([promise, once(child, 'exit')])
  end()
  assert.ok(error instanceof MediaError && error.code === 'TOO_LARGE', String(error))
})
