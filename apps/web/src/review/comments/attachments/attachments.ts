/** Files that are added to a comment before it is sent: each is uploaded at once, as a clip of its own. */

import { signal } from '@preact/signals'
import { isCutOff, toMessage } from '../../../platform/reading/api.ts'
import { waitForConnection } from '../../../platform/writes/write.ts'
import type { ReviewAccess } from '../../access.ts'
import type { Attachment } from '../comments.ts'

/** As many as the service accepts in one comment. */
export const maxAttachments = 20

/** A file on its way into a comment. */
export interface Attaching {
  readonly key: number
  readonly name: string
  /** 0 to 100. */
  readonly percent: number
  /** Whether it waits for the connection. */
  readonly isWaiting: boolean
  readonly error: string | undefined
  readonly mediaObjectId: number | undefined
}

export class Attachments {
  readonly items = signal<readonly Attaching[]>([])
  readonly #access: ReviewAccess
  readonly #stoppers = new Map<number, AbortController>()
  #made = 0

  constructor(access: ReviewAccess) {
    this.#access = access
  }

  add(files: readonly File[]): void {
    const room = maxAttachments - this.items.value.length
    for (const file of files.slice(0, room)) void this.#send(file)
  }

  /** Takes a file away; what came of it stays in the library once it has arrived. */
  remove(key: number): void {
    this.#stoppers.get(key)?.abort()
    this.items.value = this.items.value.filter(item => item.key !== key)
  }

  /** Those that have arrived. */
  listArrived(): Attachment[] {
    return this.items.value.flatMap(({ mediaObjectId, name }) =>
      mediaObjectId === undefined ? [] : [{ mediaObjectId, name }],
    )
  }

  get isComplete(): boolean {
    return this.items.value.every(({ mediaObjectId }) => mediaObjectId !== undefined)
  }

  /** Puts away those that were sent. */
  drop(sent: readonly Attachment[]): void {
    const ids = new Set(sent.map(file => file.mediaObjectId))
    this.items.value = this.items.value.filter(item => item.mediaObjectId === undefined || !ids.has(item.mediaObjectId))
  }

  async #send(file: File): Promise<void> {
    const { api, prId } = this.#access
    const key = ++this.#made
    const stopper = new AbortController()
    this.#stoppers.set(key, stopper)
    this.items.value = [
      ...this.items.value,
      { key, name: file.name, percent: 0, isWaiting: false, error: undefined, mediaObjectId: undefined },
    ]
    const change = (changes: Partial<Attaching>) => {
      this.items.value = this.items.value.map(item => (item.key === key ? { ...item, ...changes } : item))
    }
    const { name, size } = file
    const { signal } = stopper
    /** Without a connection tries again once there is one. */
    const insist = async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!isCutOff(error) || signal.aborted) throw error
          change({ isWaiting: true })
          await waitForConnection()
          change({ isWaiting: false })
          signal.throwIfAborted()
        }
      }
    }
    try {
      const { createClip, uploadFile } = await insist(() => import('./send-file.ts'))
      const { mediaObjectId } = await insist(() => createClip(api, prId, { name, fileName: name, size }, { signal }))
      const { id } = await insist(() =>
        uploadFile(api, {
          prId,
          fileName: name,
          source: file,
          mediaObjectId,
          signal,
          onProgress: (sent, total) => change({ percent: Math.floor((sent / Math.max(total, 1)) * 100) }),
        }),
      )
      change({ mediaObjectId: id, percent: 100 })
    } catch (error) {
      if (!stopper.signal.aborted) change({ error: toMessage(error) })
    } finally {
      this.#stoppers.delete(key)
    }
  }
}
