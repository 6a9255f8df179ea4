import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createMediaEngine, type MediaEngine } from '../engine.ts'
import { MediaError, type MediaErrorCode } from '../errors.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'
import { watchStall } from '../supervision/stall.ts'

const failsWith = (code: MediaErrorCode) => (error: unknown) => {
  assert.ok(error instanceof MediaError, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

const skip = process.platform !== 'linux' && 'processes are watched on Linux alone'
const stallMs = 2500

let folder: string
let clip: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-loss-'))
  clip = join(folder, 'clip.mp4')
  const maker = createMediaEngine()
  await makeSampleClip(maker, clip, { seconds: 1, width: 160, height: 96 })
  await maker.close()
})
after(() => rm(folder, { recursive: true, force: true }))

/** The next workers of an engine, as soon as each exists. */
async function* watchWorkers(engine: MediaEngine): AsyncGenerator<number> {
  const seen = new Set<number>()
  for (;;) {
    for (const pid of engine.workerPids()) {
      if (seen.has(pid)) continue
      seen.add(pid)
      yield pid
    }
    await turn()
  }
}

/** Sends a signal to the first `count` workers of an engine, each at its spawn. */
async function signalAtSpawn(engine: MediaEngine, signal: NodeJS.Signals, count: number): Promise<void> {
  for await (const pid of watchWorkers(engine)) {
    kill(pid, signal)
    count -= 1
    if (count === 0) return
  }
}

async function untilGone(pid: number): Promise<void> {
  const isThere = () =>
    access(`/proc/${pid}`).then(
      () => true,
      () => false,
    )
  while (await isThere()) await turn()
}

describe('a media worker that is lost', { skip }, () => {
  let engine: MediaEngine
  before(() => {
    engine = createMediaEngine({ stallMs })
  })
  after(() => engine.close())

  test('at its spawn is replaced: that job and the next ones complete', async () => {
    const killed = signalAtSpawn(engine, 'SIGKILL', 1)
    assert.equal((await engine.probe(clip)).frameCount, 25)
    await killed
    assert.equal((await engine.probe(clip)).frameCount, 25)
  })

  test('at each spawn fails its job with CRASHED, and not the next one', async () => {
    const fresh = createMediaEngine({ stallMs })
    try {
      const killed = signalAtSpawn(fresh, 'SIGKILL', 3)
      await assert.rejects(fresh.probe(clip), failsWith('CRASHED'))
      await killed
      assert.equal((await fresh.probe(clip)).frameCount, 25)
    } finally {
      await fresh.close()
    }
  })

  test('by hanging at its spawn is killed and replaced', async () => {
    const fresh = createMediaEngine({ stallMs })
    try {
      const stopped = signalAtSpawn(fresh, 'SIGSTOP', 1)
      assert.equal((await fresh.probe(clip)).frameCount, 25)
      await stopped
    } finally {
      await fresh.close()
    }
  })

  test('by hanging at work fails its job with STALLED; other jobs go on meanwhile, and nothing of it stays', async () => {
    const transcoding = Promise.withResolvers<void>()
    const before = new Set(engine.workerPids())
    const hung = assert.rejects(
      engine.encodeClip({
        ...{ output: join(folder, 'hung.mp4'), width: 160, height: 96, rate: { num: 25, den: 1 }, frameCount: 1e6 },
        drawFrame: frame => void (frame === 10 && transcoding.resolve()),
      }),
      failsWith('STALLED'),
    )
    await transcoding.promise
    const [worker = 0] = engine.workerPids().filter(pid => !before.has(pid))
    kill(worker, 'SIGSTOP')
    assert.equal((await engine.probe(clip)).frameCount, 25)
    await hung
    await untilGone(worker)
    await makeSampleClip(engine, join(folder, 'after.mp4'), { seconds: 1, width: 160, height: 96 })
  })

  for (const [program, args] of [
    [
      'a worker',
      'engine.encodeClip({ output, width: 160, height: 96, rate: { num: 25, den: 1 }, frameCount: 1e6, drawFrame: say })',
    ],
    [
      'a worker that hangs',
      "engine.encodeClip({ output, width: 160, height: 96, rate: { num: 25, den: 1 }, frameCount: 1e6, drawFrame: frame => { if (frame === 10) for (const pid of engine.workerPids()) process.kill(pid, 'SIGSTOP'); say(frame) } })",
    ],
  ] as const) {
    test(`${program} dies with the process that started it`, async () => {
      const engineUrl = new URL('../engine.ts', import.meta.url).href
      const code = `
        const { createMediaEngine } = await import(${JSON.stringify(engineUrl)})
        const engine = createMediaEngine()
        const output = ${JSON.stringify(join(folder, 'orphan.mp4'))}
        const say = frame => { if (frame === 10) console.log(engine.workerPids().join()) }
        await ${args}`
      const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
      parent.kill('SIGKILL')
      for (const pid of line.split(',')) await untilGone(Number(pid))
    })
  }
})

describe('the watch over a process', { skip }, () => {
  const children: ChildProcess[] = []
  after(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  async function watch(code: string, ms: number): Promise<{ error: Promise<Error> }> {
    const child = spawn(process.execPath, ['-e', `${code};console.log('begun')`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const { promise: error, resolve } = Promise.withResolvers<Error>()
    const end = watchStall(child.pid, ms, resolve)
    child.once('exit', end)
    children.push(child)
    return { error }
  }

  for (const [what, code] of [
    ['waits for nothing', 'setInterval(() => undefined, 1e6)'],
    ['computes without end', 'setTimeout(() => { for (;;); }, 50)'],
  ] as const) {
    test(`finds one that ${what}`, async () => {
      const { error } = await watch(code, stallMs)
      assert.ok(failsWith('STALLED')(await error))
    })
  }

  test('leaves one alone that reads or writes now and then', async () => {
    const { error } = await watch(
      "setInterval(() => require('fs').statSync('/') && require('fs').writeFileSync('/dev/null', 'x'), 100)",
      stallMs,
    )
    const idle = await watch('setInterval(() => undefined, 1e6)', 2 * stallMs)
    const first = await Promise.race([error.then(() => 'writer'), idle.error.then(() => 'idle')])
    assert.equal(first, 'idle')
  })
})
