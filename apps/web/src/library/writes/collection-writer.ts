import { signal } from '@preact/signals'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as generalTexts } from '../../design/messages.ts'
import { createKey } from '../../platform/writes/create-key.ts'
import { takeBack, type Write, write } from '../../platform/writes/write.ts'
import type { StoredWrite } from '../../platform/writes/write-queue.ts'
import type { Collection } from '../collections/collection.ts'
import { type CollectionChange, showCollectionChange } from './collection-change.ts'
import { texts } from './messages.ts'

export interface CollectionWriterOptions {
  readonly prId: number
  /** Who writes: `StoredWrite.owner`. */
  readonly owner: string
  /** Called with a change that is shown in the tree. */
  readonly onShow: (change: CollectionChange) => void
  /** Called once the service has a change, and when it is taken back. */
  readonly onChanged: () => void
}

export interface CollectionWriteOptions {
  /** What is reported when it is done; nothing where the page shows it anyway. */
  readonly text?: string
  /** What was typed, for the clipboard when it is refused. */
  readonly typed?: string | undefined
  /** Shows the collection that was created, when people ask for it. */
  readonly onOpen?: (id: number) => void
}

interface Shown {
  readonly prId: number
  readonly key: string
  readonly change: CollectionChange
  /** When the service had it, by `performance.now()`. */
  readonly doneAt: number | undefined
}

/** What collections are shown with before they are listed so. */
const shown = signal<readonly Shown[]>([])

/** The collections of a production with what was changed here. */
export function withCollectionChanges(prId: number, all: readonly Collection[]): readonly Collection[] {
  return shown.value
    .filter(other => other.prId === prId)
    .reduce((changed, { change, key }) => showCollectionChange(changed, change, key), all)
}

/** What was there when a list began is in that list. */
export function dropListed(prId: number, listBegan: number): void {
  const left = shown.peek().filter(({ prId: of, doneAt }) => of !== prId || doneAt === undefined || doneAt > listBegan)
  if (left.length < shown.peek().length) shown.value = left
}

interface Kept {
  readonly prId: number
  readonly change: CollectionChange
}

/** Sends a change that an earlier page has left behind, whatever page is shown now. */
export function resumeCollectionChange(kept: StoredWrite): void {
  const { prId } = kept.data as Kept
  new CollectionWriter({ prId, owner: kept.owner, onShow: () => {}, onChanged: () => {} }).resume(kept)
}

/** What sends changes is not needed to look around. */
export const loadCollectionSender = () => import('./sending/send-collection.ts')

/** Writes changes of collections: shown at once, sent in order, taken back visibly when they are refused, undone by Ctrl+Z. */
export class CollectionWriter {
  #options: CollectionWriterOptions

  constructor(options: CollectionWriterOptions) {
    this.#options = options
  }

  use(options: CollectionWriterOptions): void {
    this.#options = options
  }

  /** Whether it was taken. */
  change(change: CollectionChange, options: CollectionWriteOptions = {}): Promise<boolean> {
    return this.#write(createKey(), change, options, false)
  }

  /** Sends what an earlier page has left behind without a connection. */
  resume({ key, data }: StoredWrite): void {
    void this.#write(key, (data as Kept).change, { text: generalTexts('sentLate') }, true)
  }

  #toStored(key: string, change: CollectionChange): StoredWrite {
    const { prId, owner } = this.#options
    const data: Kept = { prId, change }
    return { key, kind: 'collections', owner, data }
  }

  async #write(
    key: string,
    change: CollectionChange,
    options: CollectionWriteOptions,
    isResumed: boolean,
  ): Promise<boolean> {
    const { prId } = this.#options
    let isRepeated = isResumed
    let back: CollectionChange | undefined
    let isRefused = false
    const hide = () => {
      shown.value = shown.value.filter(other => other.key !== key)
    }
    const show = (wanted: CollectionChange, doneAt?: number) => {
      const others = shown.value.filter(other => other.key !== key)
      shown.value = [...others, { prId, key, change: wanted, doneAt }]
    }
    const send = async (wanted: CollectionChange) => {
      const { sendCollectionChange } = await loadCollectionSender()
      const repeated = isRepeated
      isRepeated = true
      const taken = await sendCollectionChange(prId, wanted, { key, isRepeated: repeated })
      show(wanted, performance.now())
      this.#options.onChanged()
      return taken
    }
    const isUndone = change.what !== 'remove' && !(change.what === 'title' && change.before === undefined)
    const own: Write = {
      // In one line with the changes of clips, some of which are about these collections.
      object: `library ${prId}`,
      apply: () => {
        // What could not be taken back is no news: the service has it, or what somebody else has made of it.
        show(change, isRefused ? performance.now() : undefined)
        this.#options.onShow(change)
        if (isRefused) this.#options.onChanged()
      },
      revert: () => {
        if (back) show(back)
        else hide()
        this.#options.onChanged()
      },
      send: async () => {
        back = await send(change)
      },
      ...(isUndone
        ? {
            sendBack: async () => {
              isRefused = true
              if (back) await send(back)
              isRefused = false
            },
            storedBack: () => back && this.#toStored(createKey(), back),
          }
        : {}),
      typed: options.typed,
      stored: this.#toStored(key, change),
    }
    const isDone = await write(own)
    if (isDone && options.text !== undefined) {
      const undo = { text: texts('undo'), onChoose: () => void takeBack(own) }
      const { onOpen } = options
      const created = change.what === 'create' && back?.what === 'remove' ? back.id : undefined
      const open = onOpen && created !== undefined ? [{ text: texts('open'), onChoose: () => onOpen(created) }] : []
      tell(options.text, 'info', isUndone ? [...open, undo] : [])
    }
    return isDone
  }
}
