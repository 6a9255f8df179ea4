import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { WorkStatus } from '@rushes/contract'
import type { SubtitlePreset } from '@rushes/timed-text'
import type { Film } from '../../player/film.ts'
import type { FrameFormat } from '../../player/frames.ts'
import type { Hits } from '../entries/find.ts'
import { needsLook } from '../issues/warnings.ts'
import type { Editing } from '../model/editing.ts'
import { type Limits, readLimits } from '../model/limits.ts'
import { type TextRange, toText } from '../model/rich-text.ts'
import { countStarted, findRow, hasNotes, type Row } from '../model/rows.ts'
import type { Saver } from '../model/saver.ts'

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

/** Which rows the list shows. */
export type ListFilter = 'all' | 'issues' | 'empty' | 'notes'

/** Whether the focus is in the text of a subtitle. */
export function isWriting(): boolean {
  return document.activeElement?.matches('[data-subtitle-text]') ?? false
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
  /** What the rules ask for, in frames of the clip. */
  readonly limits: Limits
  readonly rights: EditorRights
  readonly status: Signal<WorkStatus>
  /** What is marked in the text field. */
  readonly marked = signal<TextRange>({ from: 0, to: 0 })
  /** Where the cursor is to go next. */
  readonly wanted = signal<Focus | undefined>(undefined)
  /** The row in whose text the focus is: the list keeps it, whatever is changed in it. */
  readonly written = signal<number | undefined>(undefined)
  /** What is marked in the list while text is sought. */
  readonly hits = signal<Hits | undefined>(undefined)
  readonly isFollowing = signal(true)
  readonly filter = signal<ListFilter>('all')
  /** Whether what is dragged sticks to shots, neighbours and the playhead. */
  readonly isSnapping = signal(true)
  /** First frame of a subtitle whose key is held down. */
  readonly spottedFrom = signal<number | undefined>(undefined)
  readonly isReadOnly: ReadonlySignal<boolean>
  readonly row: ReadonlySignal<Row | undefined>
  /** The rows that the list shows. */
  readonly listed: ReadonlySignal<readonly Row[]>
  readonly warned: ReadonlySignal<readonly Row[]>
  readonly empty: ReadonlySignal<readonly Row[]>
  /** The rows with notes to colleagues. */
  readonly noted: ReadonlySignal<readonly Row[]>
  /** The key of the row that is on the picture. */
  readonly running: ReadonlySignal<number | undefined>

  constructor(parts: DeskParts) {
    this.language = parts.language
    this.editing = parts.editing
    this.saver = parts.saver
    this.film = parts.film
    this.format = parts.format
    this.shots = parts.shots
    this.look = parts.look
    this.rules = parts.rules
    this.limits = readLimits(parts.rules, parts.format.rate)
    this.rights = parts.rights
    this.status = parts.status
    const { rows, chosen, conflicts, refusals } = this.editing
    this.isReadOnly = computed(() => !this.rights.mayEdit || this.status.value === 'COMPLETED')
    this.row = computed(() => findRow(rows.value, chosen.value))
    this.warned = computed(() =>
      rows.value.filter(({ key, entry }) => needsLook(entry) || conflicts.value.has(key) || refusals.value.has(key)),
    )
    this.empty = computed(() => rows.value.filter(({ entry }) => toText(entry.textParts).trim() === ''))
    this.noted = computed(() => rows.value.filter(({ entry }) => hasNotes(entry)))
    this.listed = computed(() => {
      if (this.filter.value === 'all') return rows.value
      const lists = { issues: this.warned, empty: this.empty, notes: this.noted }
      const found = lists[this.filter.value].value
      const written = findRow(rows.value, this.written.value)
      if (!written || found.includes(written)) return found
      const all = new Set(found).add(written)
      return rows.value.filter(row => all.has(row))
    })
    this.running = computed(() => {
      const frame = this.film.frame.value
      const row = rows.value[countStarted(rows.value, frame) - 1]
      return row && frame < row.entry.end ? row.key : undefined
    })
  }

  /** Frames of a second, rounded. */
  get second(): number {
    return Math.round(this.format.rate.num / this.format.rate.den)
  }

  /** Chooses a row and shows it in the list and its first frame; who is writing writes on in it. */
  show(row: Row | undefined): void {
    if (!row) return
    if (!this.listed.value.some(({ key }) => key === row.key)) this.filter.value = 'all'
    this.goOn(row.key, Number.MAX_SAFE_INTEGER)
    this.film.pause()
    this.film.seek(row.entry.start)
  }

  /** Chooses a row; the focus stays in its text while somebody is writing, otherwise single keys stay keys. */
  goOn(key: number, at: number): void {
    if (isWriting()) this.write(key, at)
    else this.editing.choose(key)
  }

  /** Puts the cursor into the text of a row. */
  write(key: number, at: number): void {
    this.editing.choose(key)
    this.wanted.value = { key, at }
  }
}
