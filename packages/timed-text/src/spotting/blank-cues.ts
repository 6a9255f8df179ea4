import type { Frames } from '@rushes/timebase'
import type { Cue, FrameDocument } from '../document/document.ts'
import { toPlainText } from '../text/text-parts.ts'

/** What leaves a mark on the picture: neither blanks nor controls, nor the letters that look like blanks. */
const visible = /[^\s\p{Cc}\p{Cf}\u115f\u2800\u3164]/u

/**
 * Takes out subtitles that show nothing; the notes before one go on to the next. Comments that are not for transmission
 * stay. Running it again changes nothing.
 */
export function removeBlankCues(document: FrameDocument): FrameDocument {
  const cues: Cue<Frames>[] = []
  let notes: readonly string[] = []
  for (const cue of document.cues) {
    if (cue.hidden || visible.test(toPlainText(cue.textParts))) {
      cues.push(notes.length > 0 ? { ...cue, notes: [...notes, ...(cue.notes ?? [])] } : cue)
      notes = []
    } else notes = [...notes, ...(cue.notes ?? [])]
  }
  if (cues.length === document.cues.length) return document
  return { ...document, cues, ...(notes.length > 0 && { notes: [...notes, ...(document.notes ?? [])] }) }
}
