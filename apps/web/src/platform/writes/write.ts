/** The writes of the pages: shown at once, undone by keys, told when they are refused or wait for the connection. */

import { signal } from '@preact/signals'
import { copyText } from '../../design/copying/copy-text.ts'
import { tell } from '../../design/floating/toasts.tsx'
import { texts } from '../../design/messages.ts'
import { isCutOff, toMessage } from '../reading/api.ts'
import { path } from '../router.tsx'
import { forgetWrite, keepWrite } from './kept-writes.ts'
import { UndoStack, type Write, WriteQueue } from './write-queue.ts'

export type { Write }

/** How long to wait before another try where the browser does not say that it is online again. */
const retryMs = 5000

/** How many writes wait for the connection; nothing while there is one. */
export const waitingWrites = signal<number | undefined>(undefined)

const queue = new WriteQueue({
  onRefused(error, refused) {
    const { typed } = refused
    const retry = { text: texts('retry'), onChoose: () => void write(refused) }
    const copy = { text: texts('copy'), onChoose: () => void copyText(typed ?? '') }
    tell(toMessage(error), 'error', typed === undefined ? [retry] : [retry, copy])
  },
  onWaiting(count) {
    waitingWrites.value = count
  },
  onHeld: ({ stored }) => stored && keepWrite(stored),
  onEnd: ({ stored }) => stored && forgetWrite(stored.key),
  isCutOff: error => isCutOff(error) || !navigator.onLine,
  waitForConnection,
})

/** Resolves when it is worth another try. */
export function waitForConnection(): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      removeEventListener('online', go)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, retryMs)
    addEventListener('online', go)
  })
}

addEventListener('beforeunload', event => {
  if (queue.count > 0) event.preventDefault()
})

/** One stack for each place, by its path. */
const stacks = new Map<string, UndoStack>()

function getStack(): UndoStack {
  const stack =
    stacks.get(path.peek()) ??
    new UndoStack(
      added => queue.add(added),
      given => queue.cancel(given),
    )
  stacks.set(path.peek(), stack)
  return stack
}

/** Shows a change, sends it, and takes it back visibly when it is refused; whether it was taken. */
export function write(change: Write): Promise<boolean> {
  return getStack().write(change)
}

/** What can be undone or done again at the place that is shown. */
export const undoing = {
  canUndo: () => getStack().canUndo,
  canRedo: () => getStack().canRedo,
  undo: () => void getStack().undo(),
  redo: () => void getStack().redo(),
}

/** Takes back one write of the place that is shown. */
export function takeBack(write: Write): Promise<boolean> {
  return getStack().undo(write)
}

/** Gives up one write that is not on its way yet; false for others. */
export function cancelWrite(given: Write): boolean {
  return queue.cancel(given)
}

/** Gives up all that waits for the connection. */
export function dropWaiting(): void {
  queue.drop()
}
