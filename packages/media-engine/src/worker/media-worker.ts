import { type ChildProcess, fork } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { MediaError } from '../errors.ts'
import { STDERR_LIMIT_BYTES } from '../limits.ts'
import { killWithParent } from '../supervision/parent-death.ts'
import { giveWay } from '../supervision/priority.ts'
import { KILL_PATIENCE_MS, keepTail, type StopOptions, watchProcess } from '../supervision/stop.ts'
import type { WorkerJobName, WorkerJobs, WorkerReply } from './protocol.ts'

/** What a job may carry besides its request. */
export interface JobOptions extends StopOptions {
  readonly onProgress?: ((done: number) => void) | undefined
  /** Writes raw pictures to the worker's standard input. */
  readonly feed?: ((stdin: Writable) => Promise<void>) | undefined
}

/** The parent's end of one media worker process. After an error of the process it is dead for good. */
export class MediaWorker {
  readonly #child: ChildProcess
  readonly #stderr: () => string
  #isReady = false
  #onReply: ((reply: WorkerReply) => void) | undefined
  #onDeath: ((error: MediaError) => void) | undefined
  #death: MediaError | undefined
  readonly #ended: Promise<void>

  static async start(): Promise<MediaWorker> {
    const { program, args } = await killWithParent({ program: process.execPath, args: [] })
    // Of the parent's environment and flags it gets only where compiled code is kept: the worker reads foreign data.
    const { NODE_COMPILE_CACHE } = process.env
    const child = fork(new URL('main.ts', import.meta.url), {
      env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
      execPath: program,
      execArgv: [...args],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    })
    return new MediaWorker(child)
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    giveWay(this.#child.pid)
    this.#stderr = keepTail(this.#child.stderr as Readable, STDERR_LIMIT_BYTES)
    // a worker that died does not read on; its exit tells why
    this.#child.stdin?.on('error', () => undefined)
    this.#ended = new Promise(resolve => {
      this.#child.once('exit', () => resolve())
      this.#child.once('error', () => resolve())
    })
    this.#child.on('error', error =>
      this.#die(new MediaError('CRASHED', 'The media worker did not start.', String(error))),
    )
    this.#child.on('exit', (code, signal) => this.#die(this.#toDeath(code, signal)))
    this.#child.on('message', (reply: WorkerReply) => {
      if (reply.type === 'READY') this.#isReady = true
      else if (reply.type === 'NO_LIBRARY')
        this.#die(new MediaError('NO_ENGINE', 'The media library cannot be loaded.', reply.detail))
      else this.#onReply?.(reply)
    })
    this.#hold(false)
  }

  get isAlive(): boolean {
    return this.#death === undefined
  }

  /** It was able to take jobs: what it was given before is not lost by its death. */
  get hasStarted(): boolean {
    return this.#isReady
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  #toDeath(code: number | null, signal: string | null): MediaError {
    return new MediaError('CRASHED', `The media worker ended (${signal ?? code}).`, this.#stderr())
  }

  #die(error: MediaError): void {
    this.#death ??= error
    this.#onDeath?.(this.#death)
  }

  /** An idle worker does not keep the service's process alive. */
  #hold(isBusy: boolean): void {
    const handles = [this.#child, this.#child.channel, this.#child.stdin, this.#child.stderr]
    for (const handle of handles) {
      const part = handle as { ref?: () => void; unref?: () => void } | null | undefined
      if (isBusy) part?.ref?.()
      else part?.unref?.()
    }
  }

  /** Runs one job; the caller sees to it that there is one at a time. A stopped job takes the process with it. */
  async run<Name extends WorkerJobName>(
    name: Name,
    request: WorkerJobs[Name]['request'],
    options: JobOptions,
  ): Promise<WorkerJobs[Name]['result']> {
    if (this.#death) throw this.#death
    this.#hold(true)
    const { promise, resolve, reject } = Promise.withResolvers<WorkerJobs[Name]['result']>()
    const stop = (error: Error): void => {
      reject(error)
      this.kill()
    }
    const endWatch = watchProcess(this.pid, options, stop)
    this.#onDeath = reject
    this.#onReply = reply => {
      if (reply.type === 'PROGRESS') options.onProgress?.(reply.done)
      // the worker answers one request at a time, so the answer is that of `name`
      else if (reply.type === 'DONE') resolve(reply.result as WorkerJobs[Name]['result'])
      else if (reply.type === 'FAILED') reject(new MediaError(reply.code, reply.message, reply.detail))
    }
    try {
      this.#child.send({ name, request }, error => {
        if (error) this.#die(this.#toDeath(null, 'channel closed'))
      })
      if (options.feed && this.#child.stdin) options.feed(this.#child.stdin).catch(reject)
      return await promise
    } finally {
      endWatch()
      this.#onReply = undefined
      this.#onDeath = undefined
      if (this.isAlive) this.#hold(false)
      // only then is nobody left who could still write the output
      else await Promise.race([this.#ended, delay(KILL_PATIENCE_MS, undefined, { ref: false })])
    }
  }

  kill(): void {
    this.#death ??= new MediaError('CLOSED', 'The media worker was stopped.')
    this.#child.kill('SIGKILL')
  }
}
