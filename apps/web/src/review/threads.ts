import type { Client } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { useEffect, useMemo } from 'preact/hooks'
import { tellError } from '../design/toasts.tsx'
import { type Resource, useResource } from '../platform/resource.ts'
import { listThreads, type Thread } from './comments.ts'

/** How soon the index is asked again where it is behind the log, and how often at most. */
const againAfterMs = 80
const mostTimes = 25

/** The comments of a clip, and a way to bring them up to what was heard of them. */
export interface Threads extends Resource<Thread[]> {
  /** After something happened to a comment: loads until it shows. Without an event: once. */
  catchUp(event?: Event): void
}

export function useThreads(api: Client, prId: number, moId: number): Threads {
  const resource = useResource(signal => listThreads(api, prId, moId, signal), [api, prId, moId])
  const pursuit = useMemo(() => new Pursuit(signal => listThreads(api, prId, moId, signal)), [api, prId, moId])
  pursuit.onFound = resource.replace
  useEffect(() => () => pursuit.stop(), [pursuit])
  return { ...resource, catchUp: event => pursuit.begin(event) }
}

/** The version of a comment that must show; `undefined` for one that is gone. */
type Wanted = number | undefined

/** Loads comments one time after the other, until all that was heard of shows. */
class Pursuit {
  onFound: (threads: Thread[]) => void = () => {}
  readonly #load: (signal: AbortSignal) => Promise<Thread[]>
  readonly #wanted = new Map<number, Wanted>()
  readonly #stopper = new AbortController()
  #timesLeft = 0
  #isRunning = false
  #isStale = false

  constructor(load: (signal: AbortSignal) => Promise<Thread[]>) {
    this.#load = load
  }

  begin({ object, verb }: Partial<Event> = {}): void {
    const id = Number(object?.id)
    if (object?.funnel === 'ReviewComment' && Number.isSafeInteger(id)) {
      this.#wanted.set(id, verb === 'Annotation.delete' ? undefined : Number(object.version))
    }
    this.#timesLeft = mostTimes
    this.#isStale = true
    if (!this.#isRunning) this.#run().catch(tellError)
  }

  stop(): void {
    this.#stopper.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopper
    this.#isRunning = true
    try {
      while (!signal.aborted && (this.#isStale || (this.#wanted.size > 0 && this.#timesLeft > 0))) {
        if (!this.#isStale) await new Promise(resolve => setTimeout(resolve, againAfterMs))
        this.#isStale = false
        this.#timesLeft -= 1
        const threads = await this.#load(signal)
        if (signal.aborted) return
        this.onFound(threads)
        this.#forgetShown(threads)
      }
      this.#wanted.clear()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#isRunning = false
    }
  }

  #forgetShown(threads: readonly Thread[]): void {
    const shown = new Map(
      threads.flatMap(thread => [thread, ...thread.replies]).map(({ id, version }) => [id, version]),
    )
    for (const [id, version] of this.#wanted) {
      const found = shown.get(id)
      if (version === undefined ? found === undefined : found !== undefined && found >= version) this.#wanted.delete(id)
    }
  }
}
