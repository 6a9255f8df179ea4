/** What another language, or the transcript, says at the same time. */

import type { Transcript } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import { toText } from '../model/rich-text.ts'
import type { Row } from '../model/rows.ts'
import { loadSubtitles, type SubtitlePlace } from '../picture/place.ts'

/** A text with its time in frames. */
export interface TimedLine {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A version that can stand beside; `value` names it in a list. */
export type BesideChoice =
  | { readonly kind: 'transcript'; readonly language: string }
  | { readonly kind: 'subtitles'; readonly language: string; readonly presetId?: string | undefined }

export function toBesideName(choice: BesideChoice): string {
  return choice.kind === 'transcript' ? `t;${choice.language}` : `s;${choice.language};${choice.presetId ?? ''}`
}

export async function loadBeside(
  { prId, moId }: Pick<SubtitlePlace, 'prId' | 'moId'>,
  choice: BesideChoice,
  signal: AbortSignal,
): Promise<readonly TimedLine[]> {
  if (choice.kind === 'transcript') {
    const response = await api.transcripts.getTranscript({ prId, moId, language: choice.language, signal })
    const { paragraphs } = (await response.json()) as Transcript
    return paragraphs.flatMap(({ structuredDescription }) => readWords(structuredDescription))
  }
  const { structuredDescription } = await loadSubtitles({ prId, moId, ...choice }, { signal })
  return structuredDescription.subtitles.map(({ start, end, textParts }) => ({ start, end, text: toText(textParts) }))
}

/** The words of a paragraph, each with its time, so that a subtitle stands beside exactly what is said in it. */
function readWords(description: unknown): TimedLine[] {
  const parts: unknown = Object(description).parts
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part: unknown) => {
    const { start, duration, word } = Object(part) as Record<string, unknown>
    if (typeof start !== 'number' || typeof word !== 'string') return []
    return [{ start, end: start + (typeof duration === 'number' ? duration : 0), text: word }]
  })
}

/** Finds what is said while a row is shown: whole subtitles that overlap it, or the words that begin in it. */
export function createBesideFinder(lines: readonly TimedLine[], kind: BesideChoice['kind']): (row: Row) => string[] {
  const known = new WeakMap<object, string[]>()
  return ({ entry }) => {
    const found = known.get(entry)
    if (found) return found
    const during = lines.filter(({ start, end }) =>
      kind === 'transcript' ? start >= entry.start && start < entry.end : start < entry.end && end > entry.start,
    )
    const texts = during.map(({ text }) => text)
    const words = texts.map(word => (/\s$/.test(word) ? word : `${word} `)).join('')
    const result = kind === 'subtitles' ? texts : words.trim() === '' ? [] : [words.trim()]
    known.set(entry, result)
    return result
  }
}
