import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'

/*
 * A clone in miniature: the real run.mjs, a lockfile without packages (so that a real `npm ci` is quick and needs no
 * network), and an entry that tells how it was started.
 */
const entry = `
  import { existsSync } from 'node:fs'
  const args: string[] = process.argv.slice(2)
  // Ready for a signal before anyone can know that it runs.
  if (args[0] === 'serve') {
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => {
      console.log('stopped')
      process.exit(4)
    })
  }
  const { NODE_COMPILE_CACHE: cache } = process.env
  console.log(JSON.stringify({ args, launched: process.channel !== undefined, pid: process.pid, cache }))
  if (args[0] === 'exit') process.exit(Number(args[1]))
  if (args[0] === 'die') process.kill(process.pid, 'SIGKILL')`
const manifest = { name: 'miniature', version: '1.0.0', type: 'module' }

let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'rushes clone '))
  mkdirSync(join(clone, 'scripts'))
  cpSync(join(import.meta.dirname, 'run.mjs'), join(clone, 'scripts', 'run.mjs'))
  writeFileSync(join(clone, 'entry.ts'), entry)
  writeFileSync(join(clone, 'package.json'), JSON.stringify(manifest))
  writeLock('1.0.0')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function writeLock(version: string): void {
  const lock = { ...manifest, version, lockfileVersion: 3, requires: true, packages: { '': manifest } }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock))
}

/** A Node under the name of the project's own, which is not the program that runs these tests. */
function addOwnNode(): void {
  const folder = join(clone, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
  chmodSync(join(folder, 'node'), 0o755)
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = [join(clone, 'scripts', 'run.mjs'), 'entry.ts', ...args]
  // The test runner's own channel and options are none of the entry's business.
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, command, {
    env: toEnvironment(env),
    encoding: 'utf8',
  })
  return { stdout, stderr, status, signal }
}

function serve(): ChildProcess {
  const command = [join(clone, 'scripts', 'run.mjs'), 'entry.ts', 'serve']
  return spawn(process.execPath, command, { env: toEnvironment({}), stdio: ['ignore', 'pipe', 'inherit'] })
}

function toEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { npm_execpath: _caller, NODE_TEST_CONTEXT: _context, NODE_COMPILE_CACHE: _cache, ...env } = process.env
  return { ...env, ...more }
}

async function readUntil(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  for await (const chunk of child.stdout!) {
    output += chunk
    if (output.includes(text)) return
  }
  assert.fail(`the output ended without ${text}: ${output}`)
}

describe('running an entry', () => {
  test('the first run installs with one line, the second says nothing, and a changed lockfile installs again', () => {
    const first = run(['a', 'b c'])
    assert.equal(first.stderr, 'Installing the packages of package-lock.json …\n')
    assert.deepEqual(JSON.parse(first.stdout).args, ['a', 'b c'])
    assert.equal(run([]).stderr, '')
    writeLock('1.0.1')
    assert.match(run([]).stderr, /^Installing/)
    assert.equal(run([]).stderr, '')
  })

  test('an installation that was made by hand is taken as it is', () => {
    const installed = spawnSync('npm', ['ci'], { cwd: clone, env: toEnvironment({}) })
    assert.equal(installed.status, 0)
    // npm writes no note about an empty installation.
    const note = { ...manifest, lockfileVersion: 3, packages: {} }
    mkdirSync(join(clone, 'node_modules'), { recursive: true })
    writeFileSync(join(clone, 'node_modules', '.package-lock.json'), JSON.stringify(note))
    assert.equal(run([]).stderr, '')
  })

  test("a failed installation shows npm's reason and one line, ends with 1, and is tried again", () => {
    const good = readFileSync(join(clone, 'package-lock.json'))
    writeFileSync(join(clone, 'package-lock.json'), 'not json')
    const failed = run([])
    assert.equal(failed.status, 1)
    assert.match(failed.stderr, /\nThe installation failed \(npm ci ended with 1\); the reason stands above\n$/)
    assert.equal(failed.stdout, '')
    writeFileSync(join(clone, 'package-lock.json'), good)
    assert.equal(run([]).status, 0)
  })

  test('without npm it says so', () => {
    const failed = run([], { PATH: clone })
    assert.equal(failed.status, 1)
    assert.match(failed.stderr, /\nnpm was not found: install Node\.js with npm\n$/)
  })

  test('of two first runs at once one installs and both run', async () => {
    const children = [serve(), serve()]
    for (const child of children) await readUntil(child, '"serve"')
    for (const child of children) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    assert.deepEqual(readdirSync(join(clone, '.cache')), [])
  })

  test('compiled code is kept for the next start, and for the processes of the entry', () => {
    const folder = join(clone, 'node_modules', '.cache', 'node')
    assert.equal(JSON.parse(run([]).stdout).cache, folder)
    assert.ok(existsSync(folder))
    addOwnNode()
    assert.equal(JSON.parse(run([]).stdout).cache, folder)
  })

  test('the lock of an installation that was killed does not stop the next', () => {
    mkdirSync(join(clone, '.cache'))
    writeFileSync(join(clone, '.cache', 'install.lock'), `${process.pid} 12345\n`)
    assert.equal(run([]).status, 0)
    assert.deepEqual(readdirSync(join(clone, '.cache')), [])
  })
})

describe('on the Node of the project', () => {
  beforeEach(() => {
    assert.equal(run([]).status, 0)
    addOwnNode()
  })

  test('the entry runs in a process of its own, once', () => {
    const { args, launched } = JSON.parse(run(['x']).stdout)
    assert.deepEqual({ args, launched }, { args: ['x'], launched: true })
  })

  test('exit codes and signals are those of the entry', () => {
    assert.equal(run(['exit', '7']).status, 7)
    assert.equal(run(['exit', '0']).status, 0)
    assert.equal(run(['die']).signal, 'SIGKILL')
  })

  test('a signal to the launcher stops the entry in its own way', async () => {
    const child = serve()
    await readUntil(child, '"serve"')
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [4, null])
  })

  test('an entry whose launcher is killed with -9 is asked to stop', async () => {
    const child = serve()
    const stopped = readUntil(child, 'stopped')
    const [first] = await once(child.stdout!, 'data')
    assert.match(`${first}`, /serve/)
    child.kill('SIGKILL')
    await stopped
  })
})
