import { escapeValue } from './watermark.ts'

/** Subtitles in a file (ASS), to be drawn into every frame. */
export interface BurnedInSubtitles {
  readonly path: string
  /** When something of them is seen: what cannot be drawn then is refused. */
  readonly shownAtMs: number
}

/** The filter that draws subtitles; frame 0 has time 0. */
export function drawSubtitles(path: string): string {
  return `ass=filename=${escapeValue(path)}`
}
