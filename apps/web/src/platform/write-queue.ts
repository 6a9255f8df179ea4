/** Writes that show at once: those of one object are sent in order, what is refused is taken back, what is cut off waits. */

export interface Write {
  /** What it changes: the writes of one object are sent one after the other. */
  readonly object: string
  /** Shows the new value. */
  readonly apply: () => void
  /** Shows the value of before. */
  readonly revert: () => void
  readonly send: () => Promise<unknown>
  /** Sends the value of before: what undo does. Without it the write cannot be undone. */
  readonly sendBack?: (() => Promise<unknown>) | undefined
  /** What was typed, so that it is not lost when it is refused. */
  readonly typed?: string | undefined
}

interface QueueOptions {
  /** Told of what was refused, once it is taken back. */
  readonly onRefused: (error: unknown, write: Write) => void
  /** Told how many writes wait for the connection; `undefined` once there is one. */
  readonly onWaiting: (count: number | undefined) => void
  readonly isCutOff: (error: unknown) => boolean
  /** Resolves when it is worth another try. */
  readonly waitForConnection: () => Promise<void>
}

interface Pending {
  readonly write: Write
  readonly onEnd: (isDone: boolean) => void
}

export class WriteQueue {
  readonly #options: QueueOptions
  readonly #lines = new Map<string, Pending[]>()
  #connection: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Shows and sends a write; whether it was taken. */
  add(write: Write): Promise<boolean> {
    write.apply()
    return new Promise(resolve => {
      const line = this.#lines.get(write.object) ?? []
      line.push({ write, onEnd: resolve })
      this.#tellWaiting()
      if (line.length > 1) return
      this.#lines.set(write.object, line)
      void this.#drain(write.object, line)
    })
  }

  get count(): number {
    return Array.from(this.#lines.values()).reduce((sum, line) => sum + line.length, 0)
  }

  async #drain(object: string, line: Pending[]): Promise<void> {
    for (let first = line[0]; first; first = line[0]) {
      const error = await this.#send(first.write)
      line.shift()
      this.#tellWaiting()
      if (error !== undefined) {
        first.write.revert()
        // What was written after it stays.
        for (const { write } of line) write.apply()
        this.#options.onRefused(error.reason, first.write)
      }
      first.onEnd(error === undefined)
    }
    this.#lines.delete(object)
  }

  async #send(write: Write): Promise<{ reason: unknown } | undefined> {
    for (;;) {
      try {
        await write.send()
        return undefined
      } catch (reason) {
        if (!this.#options.isCutOff(reason)) return { reason }
        await this.#wait()
      }
    }
  }

  /** One wait for all objects. */
  async #wait(): Promise<void> {
    this.#connection ??= this.#options.waitForConnection().finally(() => {
      this.#connection = undefined
      this.#options.onWaiting(undefined)
    })
    this.#tellWaiting()
    await this.#connection
  }

  #tellWaiting(): void {
    if (this.#connection) this.#options.onWaiting(this.count)
  }
}

const maxUndo = 100

/** What can be undone at one place, the last first, and what was undone. */
export class UndoStack {
  #done: Write[] = []
  #undone: Write[] = []
  readonly #add: (write: Write) => Promise<boolean>

  constructor(add: (write: Write) => Promise<boolean>) {
    this.#add = add
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Writes what can be undone here. */
  async write(write: Write): Promise<boolean> {
    if (write.sendBack) {
      this.#done.push(write)
      this.#undone = []
    }
    const isDone = await this.#add(write)
    // What was refused pushes nothing else out.
    this.#done = this.#done.filter(done => isDone || done !== write).slice(-maxUndo)
    return isDone
  }

  undo(): Promise<boolean> {
    const write = this.#done.pop()
    if (!write?.sendBack) return Promise.resolve(false)
    this.#undone.push(write)
    const { object, apply, revert, send, sendBack } = write
    return this.#add({ object, apply: revert, revert: apply, send: sendBack, sendBack: send })
  }

  redo(): Promise<boolean> {
    const write = this.#undone.pop()
    if (!write) return Promise.resolve(false)
    this.#done.push(write)
    return this.#add(write)
  }
}
