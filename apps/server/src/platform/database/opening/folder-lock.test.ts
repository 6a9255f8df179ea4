import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { lockFolder } from './folder-lock.ts'
import { findProcessMark } from './running-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rushes-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const code = `
  import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
  try { lockFolder(process.argv[1], process.argv[1]); console.log('held') } catch (error) { console.log(error.message) }
  process.stdin.resume()`

/** A process that tries to take the folder and then lives until it is killed. */
async function lockElsewhere() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [answer] = await once(child.stdout, 'data')
  return { child, answer: `${answer}`.trim() }
}

describe('the lock of a folder', () => {
  test('it is held until it is given back', () => {
    const lock = lockFolder(folder, '/data')
    const expected = new RegExp(`^The data folder /data is in use by process ${process.pid}:.*$`)
    assert.throws(() => lockFolder(folder, '/data'), { name: 'StartError', message: expected })
    lock.release()
    lockFolder(folder, '/data').release()
  })

  test('a living process keeps it, a process killed with -9 does not', async () => {
    const first = await lockElsewhere()
    assert.equal(first.answer, 'held')
    const second = await lockElsewhere()
    assert.match(second.answer, new RegExp(`process ${first.child.pid}:`))
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    lockFolder(folder, folder).release()
    second.child.kill('SIGKILL')
  })

  test('a number that now belongs to another process does not hold it', () => {
    writeFileSync(join(folder, 'lock.3'), `${process.pid}\nan-earlier-boot:12\n`)
    lockFolder(folder, folder)
    assert.deepEqual(readdirSync(folder), ['lock.4'])
  })

  test('of many that find a dead lock at once, one gets it', async () => {
    writeFileSync(join(folder, 'lock.1'), `${process.pid}\nan-earlier-boot:12\n`)
    const attempts = await Promise.all(Array.from({ length: 8 }, lockElsewhere))
    assert.equal(attempts.filter(({ answer }) => answer === 'held').length, 1)
    for (const { child } of attempts) child.kill('SIGKILL')
  })

  test('a process that has ended has no mark', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    assert.notEqual(findProcessMark(child.pid ?? 0), undefined)
    await once(child, 'exit')
    assert.equal(findProcessMark(child.pid ?? 0), undefined)
  })
})
