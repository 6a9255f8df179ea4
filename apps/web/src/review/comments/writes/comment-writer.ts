import { signal } from '@preact/signals'
import type { Client } from '@rushes/client'
import { tell } from '../../../design/floating/toasts.tsx'
import { createKey } from '../../../platform/writes/create-key.ts'
import { cancelWrite, takeBack, type Write, write } from '../../../platform/writes/write.ts'
import type { StoredWrite } from '../../../platform/writes/write-queue.ts'
import { texts } from '../../messages.ts'
import type { Thread } from '../comments.ts'
import { type CommentChange, type ShownChange, showCommentChange, toInverse } from './comment-change.ts'
import type { CommentPlace, Sent } from './send-comment.ts'

/** What sends comments is not needed to read them; it is loaded before there is something to send. */
export const loadCommentSender = () => import('./send-comment.ts')

interface Shown extends ShownChange {
  readonly key: string
  readonly prId: number
  readonly moId: number
  /** When the service had it, by `performance.now()`. */
  readonly doneAt?: number
}

/** What comments are shown with before they are read so. */
const shown = signal<readonly Shown[]>([])

/** The comments of a clip with what was changed here. */
export function withCommentChanges(prId: number, moId: number, threads: readonly Thread[]): readonly Thread[] {
  return shown.value.filter(other => other.prId === prId && other.moId === moId).reduce(showCommentChange, threads)
}

/** What was there when the comments were read is in what was read. */
export function dropRead(moId: number, readingBegan: number): void {
  const left = shown
    .peek()
    .filter(({ moId: of, doneAt }) => of !== moId || doneAt === undefined || doneAt > readingBegan)
  if (left.length < shown.peek().length) shown.value = left
}

interface WriterOptions extends CommentPlace {
  /** Who writes: `StoredWrite.owner`. */
  readonly owner: string
  /** Called once the service has a change. */
  readonly onChanged?: () => void
}

export interface CommentOptions {
  /** What was typed, for the clipboard when it is refused. */
  readonly typed?: string
  /** Called with the id by which a new comment is shown, and with the one that replaces it once it is stored. */
  readonly onId?: (id: number, before: number | undefined) => void
}

interface Kept {
  readonly prId: number
  readonly moId: number
  readonly change: CommentChange
}

/** Of comments that are not stored yet. */
let lastId = 0
/** The writes of these, by their ids: what can be given up. */
const waiting = new Map<number, Write>()

/** Shows a change of a comment, sends it in order, and takes it back visibly when it is refused; whether it was taken. */
export function writeComment(
  options: WriterOptions,
  change: CommentChange,
  commentOptions: CommentOptions = {},
): Promise<boolean> {
  return writeKept(options, { key: createKey(), change, isResumed: false }, commentOptions)
}

/** Sends a change that an earlier page has left behind, whatever page is shown now. */
export function resumeComment(api: Client, { key, owner, data }: StoredWrite): void {
  const { prId, moId, change } = data as Kept
  void writeKept({ api, prId, moId, owner }, { key, change, isResumed: true })
}

/** Gives up a comment that waits for the connection. */
export function discardComment(id: number): void {
  const own = waiting.get(id)
  if (own) cancelWrite(own)
}

interface Given {
  readonly key: string
  readonly change: CommentChange
  readonly isResumed: boolean
}

function writeKept(
  options: WriterOptions,
  { key, change, isResumed }: Given,
  { typed, onId }: CommentOptions = {},
): Promise<boolean> {
  const { prId, moId, owner, onChanged } = options
  const temporaryId = --lastId
  const inverse = toInverse(change)
  const toStored = (key: string, change: CommentChange): StoredWrite => {
    const data: Kept = { prId, moId, change }
    return { key, kind: 'comments', owner, data }
  }
  const isHeld = change.what === 'remove' && !isResumed
  let isRepeated = isResumed
  let sent: Sent | undefined
  let isRefused = false
  let closeOffer: (() => void) | undefined
  /** Resolves once undoing is no longer offered, or the page goes. */
  const offerUndo = () =>
    new Promise<void>(resolve => {
      const undo = { text: texts('undo'), onChoose: () => void takeBack(own) }
      closeOffer = tell(texts('deleted'), 'info', [undo], resolve)
      addEventListener('pagehide', () => resolve(), { once: true })
    })
  const others = () => shown.value.filter(other => other.key !== key)
  const show = (part: Pick<Shown, 'id' | 'isPending'> & Partial<Shown>) => {
    shown.value = [...others(), { key, prId, moId, change, ...part }]
  }
  const hide = () => {
    shown.value = others()
    waiting.delete(temporaryId)
  }
  const own: Write = {
    // A reply follows what it replies to; a deletion, which is held, holds up nothing else.
    object: isHeld ? `comment ${change.id}` : `comments ${moId}`,
    apply() {
      // What could not be taken back is as it is read.
      if (isRefused) {
        isRefused = false
        hide()
        onChanged?.()
        return
      }
      show({ id: temporaryId, isPending: true })
      if (change.what === 'create' && !waiting.has(temporaryId)) onId?.(temporaryId, undefined)
      waiting.set(temporaryId, own)
    },
    revert() {
      if (sent && inverse) show({ id: temporaryId, isPending: true, change: inverse })
      else hide()
      closeOffer?.()
    },
    async send() {
      const repeated = isRepeated
      isRepeated = true
      const { sendComment } = await loadCommentSender()
      sent = await sendComment(options, change, repeated)
      waiting.delete(temporaryId)
      const id = sent.id ?? temporaryId
      show({ id, isPending: false, doneAt: performance.now() })
      if (change.what === 'create') onId?.(id, temporaryId)
      onChanged?.()
    },
    ...(inverse && {
      async sendBack() {
        isRefused = true
        await sent?.takeBack?.()
        isRefused = false
        show({ id: temporaryId, isPending: false, change: inverse, doneAt: performance.now() })
        onChanged?.()
      },
      storedBack: () => toStored(createKey(), inverse),
    }),
    // Nothing brings a deleted comment back.
    ...(isHeld && { hold: offerUndo }),
    typed,
    stored: toStored(key, change),
  }
  return write(own)
}
