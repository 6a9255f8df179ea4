/** Sound to be written as samples. */
export interface SoundFilePlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  /** Filters that give 16 bit mono samples. */
  readonly filter: string
  readonly output: string
}
