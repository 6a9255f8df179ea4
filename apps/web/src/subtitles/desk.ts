import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WorkStatus } from '@rushes/contract'
import type { SubtitlePreset } from '@rushes/timed-text'
import type { Film } from '../player/film.ts'
import type { FrameFormat } from '../player/frames.ts'
import type { Editing } from './model/editing.ts'
import type { TextRange } from './model/rich-text.ts'
import { findRow, type Row } from './model/rows.ts'
import type { Saver } from './model/saver.ts'
import { needsLook } from './warnings.ts'

/** What may be done with the subtitles of a production. */
export interface EditorRights {
  readonly mayEdit: boolean
  readonly maySetStatus: boolean
  readonly mayTranscribe: boolean
}

interface DeskParts {
  readonly language: string
  readonly editing: Editing
  readonly saver: Saver
  readonly film: Film
  readonly format: FrameFormat
  /** First frames of shots, in order. */
  readonly shots: readonly number[]
  /** How the subtitles look. */
  readonly look: SubtitlePreset
  /** By which rules they are checked, if by any. */
  readonly rules: SubtitlePreset | undefined
  readonly rights: EditorRights
  readonly status: Signal<WorkStatus>
}

/** A wish to write on: in which row, and where in its text. */
interface Focus {
  readonly key: number
  readonly at: number
}

/** All that lies before somebody who edits subtitles; parts of the editor share it. */
export class Desk {
  /** BCP 47. */
  readonly language: string
  readonly editing: Editing
  readonly saver: Saver
  readonly film: Film
  readonly format: FrameFormat
  readonly shots: readonly number[]
  readonly look: SubtitlePreset
  readonly rules: SubtitlePreset | undefined
  readonly rights: EditorRights
  readonly status: Signal<WorkStatus>
  /** What is marked in the text field. */
  readonly marked = signal<TextRange>({ from: 0, to: 0 })
  /** Where the cursor is to go next. */
  readonly wanted = signal<Focus | undefined>(undefined)
  readonly isFollowing = signal(true)
  readonly showsOnlyWarned = signal(false)
  readonly isReadOnly: ReadonlySignal<boolean>
  readonly row: ReadonlySignal<Row | undefined>
  /** The rows that the list shows. */
  readonly listed: ReadonlySignal<readonly Row[]>
  readonly warned: ReadonlySignal<readonly Row[]>

  constructor(parts: DeskParts) {
    this.language = parts.language
    this.editing = parts.editing
    this.saver = parts.saver
    this.film = parts.film
    this.format = parts.format
    this.shots = parts.shots
    this.look = parts.look
    this.rules = parts.rules
    this.rights = parts.rights
    this.status = parts.status
    const { rows, chosen, conflicts, refusals } = this.editing
    this.isReadOnly = computed(() => !this.rights.mayEdit || this.status.value === 'COMPLETED')
    this.row = computed(() => findRow(rows.value, chosen.value))
    this.warned = computed(() =>
      rows.value.filter(({ key, entry }) => needsLook(entry) || conflicts.value.has(key) || refusals.value.has(key)),
    )
    this.listed = computed(() => (this.showsOnlyWarned.value ? this.warned.value : rows.value))
  }

  /** Frames of a second, rounded. */
  get second(): number {
    return Math.round(this.format.rate.num / this.format.rate.den)
  }

  /** Chooses a row and shows its first frame. */
  show(row: Row | undefined): void {
    if (!row) return
    this.editing.choose(row.key)
    this.film.pause()
    this.film.seek(row.entry.start)
  }

  /** Chooses a row; the focus stays in its text while somebody is writing, otherwise single keys stay keys. */
  goOn(key: number, at: number): void {
    if (document.activeElement?.matches('[data-subtitle-text]')) this.write(key, at)
    else this.editing.choose(key)
  }

  /** Puts the cursor into the text of a row. */
  write(key: number, at: number): void {
    this.editing.choose(key)
    this.wanted.value = { key, at }
  }
}
