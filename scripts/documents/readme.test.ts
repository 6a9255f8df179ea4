/** What the README says first: its commands in their order, in a folder without anything. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFreePort } from '../../apps/server/test/service-process.ts'
import { until, within } from '../../apps/server/test/until.ts'
import { listCommands } from './documented-commands.ts'

const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

let folder: string
let environment: Record<string, string>
let service: ChildProcess | undefined
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rushes-readme-'))
  const port = String(await findFreePort())
  environment = { PATH: process.env.PATH ?? '', HOME: folder, RUSHES_DATA: join(folder, 'data'), RUSHES_PORT: port }
})
after(async () => {
  if (service?.exitCode === null && service.signalCode === null) {
    const ended = once(service, 'close')
    process.kill(-service.pid!, 'SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Types a line into a shell of its own. */
function type(line: string): { child: ChildProcess; read: () => string } {
  const child = spawn('bash', ['-c', line], { cwd: root, env: environment, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, read: () => output }
}

test('the commands of the README start a service and prove it', async () => {
  const [start = '', demo = '', ...others] = listCommands(readme)
  assert.deepEqual([start, demo, ...others], ['npm start', 'npm run demo'], 'the README has other commands')
  const started = type(start)
  service = started.child
  await until('the service serves', () => {
    assert.equal(started.child.exitCode, null, started.read())
    return started.read().includes('Rushes is at')
  })
  // "creates the database under ./data, writes the address and the first user with a password"
  assert.match(started.read(), /admin/)
  assert.ok(existsSync(join(folder, 'data', 'first-password')))
  const { child, read } = type(demo)
  const [code] = await within('the demo ends', once(child, 'close'), 240_000)
  assert.equal(code, 0, read())
  assert.match(read(), /^All \d+ steps did what they should\.$/m)
})
