/** Writes that show at once: those of one object are sent in order, what is refused is taken back, what is cut off waits. */

export interface Write {
  /** What it changes: the writes of one object are sent one after the other. */
  readonly object: string
  /** Shows the new value; also again, when an earlier write of the object was answered meanwhile. */
  readonly apply: () => void
  /** Shows the value of before. */
  readonly revert: () => void
  readonly send: () => Promise<unknown>
  /** Resolves when it is to be sent: until then it can be given up, which is how one is undone that nothing takes back. */
  readonly hold?: (() => Promise<unknown>) | undefined
  /** Sends the value of before: what undo does. Without it a write that was sent cannot be undone. */
  readonly sendBack?: (() => Promise<unknown>) | undefined
  /** The undoing as data; nothing where there is nothing to keep. */
  readonly storedBack?: (() => StoredWrite | undefined) | undefined
  /** What was typed, so that it is not lost when it is refused. */
  readonly typed?: string | undefined
  /** The same write as data, which outlives the page while it waits for the connection. */
  readonly stored?: StoredWrite | undefined
}

/** A write as data: what can send it, who has written it, and what. */
export interface StoredWrite {
  readonly key: string
  readonly kind: string
  /** By `toUserOwner` or `toVisitorOwner`: nobody else sends it. */
  readonly owner: string
  readonly data: unknown
}

export function toUserOwner(userId: number | undefined): string {
  return `user ${userId}`
}

export function toVisitorOwner(shareId: number, sharedUserId: number | undefined): string {
  return `visitor ${shareId} ${sharedUserId}`
}

interface QueueOptions {
  /** Called with what was refused, once it is taken back. */
  readonly onRefused: (error: unknown, write: Write) => void
  /** Told how many writes wait for the connection; `undefined` once there is one. */
  readonly onWaiting: (count: number | undefined) => void
  /** Called with each write that has to wait, or is held. */
  readonly onHeld?: (write: Write) => void
  /** Called with each write that was sent, refused or dropped. */
  readonly onEnd?: (write: Write) => void
  readonly isCutOff: (error: unknown) => boolean
  /** Resolves when it is worth another try. */
  readonly waitForConnection: () => Promise<void>
}

interface Pending {
  readonly write: Write
  readonly onEnd: (isDone: boolean) => void
  isDropped: boolean
  /** Ends the time for which it is held. */
  release?: (() => void) | undefined
}

export class WriteQueue {
  readonly #options: QueueOptions
  readonly #lines = new Map<string, Pending[]>()
  #connection: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Shows and sends a write; whether it was taken. */
  add(write: Write): Promise<boolean> {
    write.apply()
    return new Promise(resolve => {
      const line = this.#lines.get(write.object) ?? []
      line.push({ write, onEnd: resolve, isDropped: false })
      this.#tellWaiting()
      if (line.length > 1) return
      this.#lines.set(write.object, line)
      void this.#drain(write.object, line)
    })
  }

  /** How many are to be sent; those that are held outlive the page. */
  get count(): number {
    return Array.from(this.#lines.values())
      .flat()
      .filter(({ release }) => !release).length
  }

  /** Gives up all that waits for the connection: what it changed is shown as it was. */
  drop(): void {
    for (const line of this.#lines.values()) {
      for (const pending of line.toReversed()) {
        pending.isDropped = true
        pending.release?.()
        pending.write.revert()
      }
    }
    this.#wake()
  }

  /** Gives up a write that is not on its way yet; false for others. */
  cancel(write: Write): boolean {
    for (const line of this.#lines.values()) {
      const at = line.findIndex(pending => pending.write === write)
      const found = line[at]
      if (!found || (at === 0 && !this.#connection && !found.release)) continue
      found.isDropped = true
      found.release?.()
      for (const { write } of line.slice(at).toReversed()) write.revert()
      for (const { write } of line.slice(at + 1)) write.apply()
      // The first one ends by itself; behind it one would wait, and be kept, with those that are still wanted.
      if (at > 0) {
        line.splice(at, 1)
        this.#options.onEnd?.(write)
        found.onEnd(false)
        this.#tellWaiting()
      }
      this.#wake()
      return true
    }
    return false
  }

  async #drain(object: string, line: Pending[]): Promise<void> {
    for (let first = line[0]; first; first = line[0]) {
      const error = await this.#send(first)
      line.shift()
      this.#options.onEnd?.(first.write)
      this.#tellWaiting()
      if (error !== undefined) first.write.revert()
      // What was written after it stays, whatever the answer has shown.
      for (const { write } of line) write.apply()
      if (error !== undefined) this.#options.onRefused(error.reason, first.write)
      first.onEnd(error === undefined && !first.isDropped)
    }
    this.#lines.delete(object)
  }

  async #send(pending: Pending): Promise<{ reason: unknown } | undefined> {
    if (pending.write.hold) await this.#hold(pending, pending.write.hold)
    while (!pending.isDropped) {
      try {
        await pending.write.send()
        return undefined
      } catch (reason) {
        if (!this.#options.isCutOff(reason)) return { reason }
        await this.#wait()
      }
    }
    return undefined
  }

  async #hold(pending: Pending, hold: () => Promise<unknown>): Promise<void> {
    this.#options.onHeld?.(pending.write)
    const released = new Promise<void>(resolve => {
      pending.release = resolve
    })
    await Promise.race([hold(), released])
    pending.release = undefined
  }

  /** One wait for all objects. */
  async #wait(): Promise<void> {
    this.#connection ??= Promise.race([
      this.#options.waitForConnection(),
      new Promise<void>(resolve => {
        this.#wake = resolve
      }),
    ]).finally(() => {
      this.#connection = undefined
      this.#options.onWaiting(undefined)
    })
    this.#tellWaiting()
    await this.#connection
  }

  #tellWaiting(): void {
    if (!this.#connection) return
    this.#options.onWaiting(this.count)
    for (const line of this.#lines.values()) for (const { write } of line) this.#options.onHeld?.(write)
  }
}

const maxUndo = 100

/** What can be undone at one place, the last first, and what was undone. */
export class UndoStack {
  #done: Write[] = []
  #undone: Write[] = []
  readonly #add: (write: Write) => Promise<boolean>
  readonly #cancel: (write: Write) => boolean

  /** `cancel` gives up what is not on its way yet. */
  constructor(add: (write: Write) => Promise<boolean>, cancel: (write: Write) => boolean = () => false) {
    this.#add = add
    this.#cancel = cancel
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Writes what can be undone here. */
  async write(write: Write): Promise<boolean> {
    if (write.sendBack || write.hold) {
      this.#done.push(write)
      this.#undone = []
    }
    const isDone = await this.#add(write)
    // What was refused pushes nothing else out; what was held for long enough cannot be undone any more.
    const stays = isDone && write.sendBack !== undefined
    this.#done = this.#done.filter(done => stays || done !== write).slice(-maxUndo)
    return isDone
  }

  /** Takes back the last write, or one that is named. */
  undo(write = this.#done.at(-1)): Promise<boolean> {
    if (!write || !this.#done.includes(write)) return Promise.resolve(false)
    const isGivenUp = this.#cancel(write)
    if (!isGivenUp && !write.sendBack) return Promise.resolve(false)
    this.#done = this.#done.filter(done => done !== write)
    this.#undone.push(write)
    if (isGivenUp || !write.sendBack) return Promise.resolve(true)
    const { object, apply, revert, send, sendBack, storedBack } = write
    return this.#add({ object, apply: revert, revert: apply, send: sendBack, sendBack: send, stored: storedBack?.() })
  }

  redo(): Promise<boolean> {
    const write = this.#undone.pop()
    if (!write) return Promise.resolve(false)
    this.#done.push(write)
    return this.#add(write)
  }
}
