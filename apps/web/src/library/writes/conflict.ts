import { signal } from '@preact/signals'

/** A value that two people have written at the same time. */
export interface Conflict {
  /** What people call the member of the clip. */
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
  /** Writes mine after all. */
  readonly keep: () => void
  /** Shows theirs. */
  readonly take: () => void
}

/** What somebody has to decide. */
export const conflict = signal<Conflict | undefined>(undefined)
