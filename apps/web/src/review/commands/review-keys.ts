import type { Signal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { RefObject } from 'preact'
import type { Command } from '../../platform/keys/commands.ts'
import type { Captions } from '../../player/captions.ts'
import type { Film } from '../../player/film.ts'
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

/** What a review adds to the commands of the player. */
export function listReviewCommands(options: ReviewKeysOptions): Command[] {
  const { access, film, captions, hasPicture, root, answered, chosen, now } = options
  const goToComment = (by: 1 | -1) => {
    const { fitting, choose } = now()
    const next = findNext(fitting, { frame: film.place, chosen: chosen.value }, by)
    if (next) choose(next)
  }
  /** The comment that is shown, where something can be done with it. */
  const findShown = () => {
    const { linked } = now()
    return linked && !linked.isDeleted && linked.id > 0 ? linked : undefined
  }
  const write: readonly Row[] = [
    [
      'write',
      'C',
      texts('writeComment'),
      () => root.current?.querySelector<HTMLElement>('.composer textarea')?.focus(),
    ],
    ...(hasPicture ? [['draw', 'D', texts('draw'), () => now().draw()] as const] : []),
    [
      'reply',
      'R',
      texts('reply'),
      () => {
        const shown = findShown()
        if (shown) answered.value = shown.id
      },
    ],
    [
      'resolve',
      'Shift+R',
      texts('resolve'),
      () => {
        const shown = findShown()
        if (shown && mayEdit(access, shown)) now().writing.resolve(shown, !isResolved(shown))
      },
    ],
  ]
  const listed: readonly Row[] = [
    // Where nothing can be written, the letter is free for the subtitles.
    ...(access.mayComment ? write : [['subtitles', 'C', texts('toggleSubtitles'), () => captions.toggle()] as const]),
    ['next', 'Shift+ArrowDown', texts('nextComment'), () => goToComment(1)],
    ['previous', 'Shift+ArrowUp', texts('previousComment'), () => goToComment(-1)],
  ]
  const { onStatus, choices } = now()
  const statuses: readonly Row[] = onStatus
    ? choices.slice(0, 4).map(({ id, label }, index) => {
        return [`status.${index}`, `Shift+${index + 1}`, texts('statusSet', { status: label }), () => onStatus(id)]
      })
    : []
  return [
    ...listed.map(row => toCommand(row, texts('comments'))),
    ...statuses.map(row => toCommand(row, texts('reviewStatus'))),
  ]
}

type Row = readonly [name: string, keys: string, title: string, run: () => void]

function toCommand([name, keys, title, run]: Row, section: string): Command {
  return { id: `review.${name}`, title, keys, run, section }
}
