import type { Signal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { RefObject } from 'preact'
import type { Command } from '../../platform/keys/commands.ts'
import type { Captions } from '../../player/captions.ts'
import type { Film } from '../../player/film.ts'
import type { KeyActions } from '../../player/keys.ts'
import { mayEdit, type ReviewAccess } from '../access.ts'
import { isResolved, type Thread } from '../comments/comments.ts'
import { findNext } from '../comments/filters.ts'
import type { Writing } from '../comments/writes/writing.ts'
import { texts } from '../messages.ts'

interface ReviewKeysOptions {
  readonly access: ReviewAccess
  readonly film: Film
  readonly captions: Captions
  readonly hasPicture: boolean
  readonly root: RefObject<HTMLElement | null>
  readonly answered: Signal<number | undefined>
  readonly chosen: Signal<number | undefined>
  /** What holds when a key is pressed. */
  readonly now: () => {
    readonly choose: (thread: Thread) => void
    readonly draw: () => void
    readonly fitting: readonly Thread[]
    readonly linked: Thread | undefined
    readonly onStatus: ((status: string) => void) | undefined
    readonly choices: readonly ReviewStatusChoice[]
    readonly writing: Writing
  }
}

/** What a review adds to the keys of the player. */
export function createReviewKeys(options: ReviewKeysOptions): KeyActions {
  const { access, film, captions, hasPicture, root, answered, chosen, now } = options
  const goToComment = (by: 1 | -1) => {
    const { fitting, choose } = now()
    const next = findNext(fitting, { frame: film.place, chosen: chosen.value }, by)
    if (next) choose(next)
  }
  const setStatus = (index: number) => {
    const { choices, onStatus } = now()
    const choice = choices[index]
    if (choice) onStatus?.(choice.id)
  }
  return {
    'Shift+ArrowUp': () => goToComment(-1),
    'Shift+ArrowDown': () => goToComment(1),
    'Shift+1': () => setStatus(0),
    'Shift+2': () => setStatus(1),
    'Shift+3': () => setStatus(2),
    'Shift+4': () => setStatus(3),
    // Where nothing can be written, the letter is free for the subtitles.
    c: () => {
      if (access.mayComment) root.current?.querySelector<HTMLElement>('.composer textarea')?.focus()
      else captions.toggle()
    },
    ...(access.mayComment && {
      ...(hasPicture && { d: () => now().draw() }),
      r: () => {
        const { linked } = now()
        if (linked && !linked.isDeleted && linked.id > 0) answered.value = linked.id
      },
      'Shift+r': () => {
        const { linked, writing } = now()
        if (linked && !linked.isDeleted && linked.id > 0 && mayEdit(access, linked))
          writing.resolve(linked, !isResolved(linked))
      },
    }),
  }
}

/** What of it is listed in the palette and on the sheet of keys. */
export function listReviewCommands(keys: KeyActions, mayComment: boolean): Command[] {
  const listed = [
    ['c', 'C', mayComment ? texts('writeComment') : texts('toggleSubtitles')],
    ['d', 'D', texts('draw')],
    ['r', 'R', texts('reply')],
    ['Shift+r', 'Shift+R', texts('resolve')],
    ['Shift+ArrowDown', 'Shift+ArrowDown', texts('nextComment')],
    ['Shift+ArrowUp', 'Shift+ArrowUp', texts('previousComment')],
  ] as const
  return listed.flatMap(([name, shown, title]) => {
    const run = keys[name]
    return run ? [{ id: `review.${name}`, title, keys: shown, run, section: texts('comments') }] : []
  })
}
