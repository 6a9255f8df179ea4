import type { TimedWord } from '../timed-word.ts'
import { asList, asMilliseconds, asObject, asShare, asSpeaker, asText, type Members } from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** What Amazon Transcribe writes: `results.items[]`, seconds as text, punctuation as items without a time. */
export function readAws(document: Members): TimedWord[] {
  const { items, speaker_labels: labels } = asObject(document.results)
  const speakers = readSpeakers(asObject(labels))
  const pieces: HeardPiece[] = []
  for (const item of asList(items).map(asObject)) {
    const { content, confidence } = asObject(asList(item.alternatives)[0])
    const text = asText(content)
    if (text === undefined) continue
    const before = pieces.at(-1)
    if (item.type === 'punctuation') {
      if (before) pieces[pieces.length - 1] = { ...before, text: before.text + text }
      continue
    }
    const start = asMilliseconds(item.start_time)
    const speaker = asSpeaker(item.speaker_label) ?? (start === undefined ? undefined : speakers.get(start))
    pieces.push({ text, start, end: asMilliseconds(item.end_time), confidence: asShare(confidence), speaker })
  }
  return toWords(pieces)
}

/** Older answers tell who speaks beside the items, by the time at which each begins. */
function readSpeakers(labels: Members): Map<number, string> {
  const items = asList(labels.segments).flatMap(segment => asList(asObject(segment).items).map(asObject))
  return new Map(
    items.flatMap(({ start_time: time, speaker_label: label }) => {
      const [start, speaker] = [asMilliseconds(time), asSpeaker(label)]
      return start === undefined || speaker === undefined ? [] : [[start, speaker] as const]
    }),
  )
}
