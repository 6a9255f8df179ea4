import type { Client } from '@rushes/client'
import type { Event } from '@rushes/contract'
import { useEffect, useMemo } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { toHue, toInitials } from '../../design/people/people.ts'
import { type Resource, useResource } from '../../platform/reading/resource.ts'
import type { Pin } from '../../player/timeline/groups.ts'
import { texts } from '../messages.ts'
import { isResolved, listThreads, type Thread, toPerson } from './comments.ts'
import { dropRead, withCommentChanges } from './writes/comment-writer.ts'

/** How soon the index is asked again where it is behind the log, and how often at most. */
const againAfterMs = 80
const mostTimes = 25

/** The comments of a clip with what was changed here and is not read yet, and a way to bring them up to what was heard of them. */
export interface Threads extends Omit<Resource<readonly Thread[]>, 'replace'> {
  /** After something happened to a comment: loads until it shows. Without an event: once. */
  catchUp(event?: Event): void
}

export function useThreads(api: Client, prId: number, moId: number): Threads {
  const load = async (signal: AbortSignal): Promise<Read> => {
    const began = performance.now()
    const threads = await listThreads(api, prId, moId, signal)
    return { threads, began }
  }
  const resource = useResource(load, [api, prId, moId])
  const pursuit = useMemo(() => new Pursuit(load), [api, prId, moId])
  pursuit.onFound = resource.replace
  useEffect(() => () => pursuit.stop(), [pursuit])
  const { data } = resource
  useEffect(() => {
    if (data) dropRead(moId, data.began)
  }, [data])
  return {
    ...resource,
    data: data && withCommentChanges(prId, moId, data.threads),
    catchUp: event => pursuit.begin(event),
  }
}

interface Read {
  readonly threads: readonly Thread[]
  /** When the reading began, by `performance.now()`. */
  readonly began: number
}

/** The version of a comment that must show; `undefined` for one that is gone. */
type Wanted = number | undefined

/** Loads comments one time after the other, until all that was heard of shows. */
class Pursuit {
  onFound: (read: Read) => void = () => {}
  readonly #load: (signal: AbortSignal) => Promise<Read>
  readonly #wanted = new Map<number, Wanted>()
  readonly #stopper = new AbortController()
  #timesLeft = 0
  #isRunning = false
  #isStale = false

  constructor(load: (signal: AbortSignal) => Promise<Read>) {
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
        const read = await this.#load(signal)
        if (signal.aborted) return
        this.onFound(read)
        this.#forgetShown(read.threads)
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

/** Threads as marks of a time line. */
export function toPins(threads: readonly Thread[], onChoose: (thread: Thread) => void): Pin[] {
  return threads.map(thread => ({
    id: thread.id,
    frame: thread.start,
    end: thread.range?.end,
    label: thread.isDeleted ? texts('deleted') : thread.description,
    initials: toInitials(thread.author || texts('someone')),
    hue: toHue(toPerson(thread)),
    isSettled: isResolved(thread),
    onChoose: () => onChoose(thread),
  }))
}
