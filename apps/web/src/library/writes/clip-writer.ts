import { tell } from '../../design/floating/toasts.tsx'
import { texts as generalTexts } from '../../design/messages.ts'
import { createKey } from '../../platform/writes/create-key.ts'
import { takeBack, type Write, write } from '../../platform/writes/write.ts'
import type { StoredWrite } from '../../platform/writes/write-queue.ts'
import { nameMember } from '../clips/clip-fields.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts } from '../messages.ts'
import { type ClipChange, type PartOfChange, showBefore, showChange } from './clip-change.ts'
import { conflict } from './conflict.ts'
import type { Sent } from './sending/send-change.ts'
import { hideParts, type Parts, showParts } from './shown-changes.ts'
import { type KeptClips, toStoredClips } from './stored-clips.ts'

interface WriterOptions {
  readonly prId: number
  /** Who writes: `StoredWrite.owner`. */
  readonly owner: string
  /** A clip as it is shown, where it is. */
  readonly getClip: (id: number) => FoundClip | undefined
  /** What people call a member of a clip, by its JSON Pointer. */
  readonly nameMember: (path: string) => string
  /** Told once the index has a change. */
  readonly onChanged: () => void
}

export interface ChangeOptions {
  /** What is reported when it is done; nothing where the page shows it anyway. */
  readonly text?: (count: number) => string
  /** What was typed, for the clipboard when it is refused. */
  readonly typed?: string | undefined
  /** Values that the change replaces, by JSON Pointer: others are somebody else's, and a question. */
  readonly expected?: Readonly<Record<string, unknown>> | undefined
  /** Shows what clips cannot show, and takes it back. */
  readonly onShow?: () => void
  readonly onRevert?: () => void
}

/** Sends a change that an earlier page has left behind, whatever page is shown now. */
export function resumeClipChange(kept: StoredWrite): void {
  const { prId } = kept.data as KeptClips
  const name = (path: string) => nameMember(path, undefined)
  const options = { prId, owner: kept.owner, getClip: () => undefined, nameMember: name, onChanged: () => {} }
  new ClipWriter(options).resume(kept)
}

/** What sends changes is not needed to look around; it is loaded before there is something to send. */
export const loadSender = () => import('./sending/send-change.ts')

/** Writes changes of clips: shown at once, sent in order, taken back visibly when they are refused, undone by Ctrl+Z. */
export class ClipWriter {
  #options: WriterOptions
  /** Changes that are shown and not answered yet. */
  #pending = 0

  constructor(options: WriterOptions) {
    this.#options = options
  }

  use(options: WriterOptions): void {
    this.#options = options
  }

  /** Whether all of it was taken. */
  change(ids: readonly number[], change: ClipChange, options: ChangeOptions = {}): Promise<boolean> {
    if (ids.length === 0) return Promise.resolve(true)
    const { expected } = options
    const { prId } = this.#options
    return this.#write(createKey(), { prId, ids, change, ...(expected ? { expected } : {}) }, options)
  }

  /** Has the clips read again, but not while changes are shown that what is read may not have: after those it is done. */
  refresh(): void {
    if (this.#pending === 0) this.#options.onChanged()
  }

  /** Counts a change as shown until it is answered; then the clips are read again, also for news that came meanwhile. */
  async #hold<T>(work: () => Promise<T>): Promise<T> {
    this.#pending += 1
    try {
      return await work()
    } finally {
      this.#pending -= 1
      this.refresh()
    }
  }

  /** Sends what an earlier page has left behind without a connection. */
  resume({ key, data }: StoredWrite): void {
    void this.#write(key, data as KeptClips, { text: () => generalTexts('sentLate') })
  }

  async #write(key: string, data: KeptClips, options: ChangeOptions): Promise<boolean> {
    const { prId, owner, getClip } = this.#options
    const { ids, change, expected } = data
    const clips = ids.flatMap(id => getClip(id) ?? [])
    const parts: Parts = new Map(clips.map(clip => [clip.id, showChange(clip, change)]))
    const before: Parts = new Map(clips.map(clip => [clip.id, showBefore(clip, parts.get(clip.id) ?? {})]))
    let shown: ReturnType<typeof showParts> | undefined
    let sent: Sent | undefined
    let isRefused = false
    const finish = () => {
      if (shown) shown.doneAt = performance.now()
      this.refresh()
    }
    const show = (wanted: Parts) => {
      hideParts(shown)
      shown = showParts(wanted)
    }
    const isUndone = change.what !== 'remove'
    const own: Write = {
      object: `library ${prId}`,
      apply: () => {
        show(parts)
        options.onShow?.()
        // What could not be taken back is no news: the index has it, or what somebody else has made of it.
        if (isRefused) finish()
      },
      revert: () => {
        if (sent) show(before)
        else hideParts(shown)
        options.onRevert?.()
      },
      send: async () => {
        const { sendChange } = await loadSender()
        const result = await sendChange(prId, ids, change, expected)
        const [reason] = result.refusals.keys()
        if (reason !== undefined && result.done === 0) throw new Error(reason)
        sent = result
        if (result.refused.length > 0) this.#tellRefused(result, data, options)
        finish()
      },
      ...(isUndone
        ? {
            sendBack: () =>
              this.#hold(async () => {
                isRefused = true
                if (sent?.back) await sendBack(prId, sent.back)
                isRefused = false
                finish()
              }),
            storedBack: () => sent?.back && toStoredClips(owner, { prId, ...sent.back }),
          }
        : {}),
      typed: options.typed,
      stored: toStoredClips(owner, data, key),
    }
    const guarded = { ...own, send: () => own.send().catch(error => this.#ask(error, data, options, own)) }
    const isDone = await this.#hold(() => write(guarded))
    if (isDone && sent && options.text) {
      const undo = { text: texts('undo'), onChoose: () => void takeBack(guarded) }
      tell(options.text(sent.done), 'info', sent.back ? [undo] : [])
    }
    return isDone && sent !== undefined && sent.refused.length === 0
  }

  /** A value that somebody else has changed is a question, not a failure. */
  async #ask(error: unknown, data: KeptClips, options: ChangeOptions, { revert }: Write): Promise<void> {
    const { ConflictError } = await loadSender()
    if (!(error instanceof ConflictError)) throw error
    revert()
    const { path, theirs } = error
    const mine = data.change.what === 'set' ? data.change.members[path] : undefined
    const keep = () => {
      const expected = { ...data.expected, [path]: theirs }
      void this.change(data.ids, data.change, { ...options, expected })
    }
    const { nameMember, onChanged } = this.#options
    conflict.value = { name: nameMember(path), mine, theirs, keep, take: onChanged }
  }

  /** Some were refused: they show what they had, and can be tried again. */
  #tellRefused({ refusals, refused }: Sent, { change }: KeptClips, options: ChangeOptions): void {
    for (const [reason, count] of refusals) {
      tell(texts('refused', { count, reason }), 'error', [
        { text: texts('retry'), onChoose: () => void this.change(refused, change, options) },
      ])
    }
  }
}

/** Takes a change back; throws where a clip is refused. */
async function sendBack(prId: number, { ids, change }: PartOfChange): Promise<void> {
  const { sendChange, throwRefusals } = await loadSender()
  throwRefusals(await sendChange(prId, ids, change))
}
