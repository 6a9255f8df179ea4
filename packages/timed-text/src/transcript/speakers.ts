import type { TimedWord } from './timed-word.ts'

/** That someone speaks from `start` until just before `end`, in the unit of the words. */
export interface SpeakerTurn {
  readonly start: number
  readonly end: number
  readonly speaker: string
}

/**
 * Gives each word the speaker whose turns it overlaps most; one that overlaps none gets the nearest within `reach`. A
 * single word of another speaker inside a sentence is taken for a slip of the diarisation.
 */
export function assignSpeakers(
  words: readonly TimedWord[],
  turns: readonly SpeakerTurn[],
  { reach }: { reach: number },
): TimedWord[] {
  const ordered = turns.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  const longest = ordered.reduce((length, { start, end }) => Math.max(length, end - start), 0)
  let first = 0
  const speakers = words.map(word => {
    // Turns overlap and differ in length: only those may be passed that not even the longest would reach from.
    while (first < ordered.length && ordered[first]!.start < word.start - longest - reach) first++
    return findSpeaker(word, ordered, first, reach) ?? word.speaker
  })
  const smooth = speakers.map((speaker, index) => (isSlip(words, speakers, index) ? speakers[index - 1] : speaker))
  return words.map((word, index) => {
    const speaker = smooth[index]
    return speaker === undefined || speaker === word.speaker ? word : { ...word, speaker }
  })
}

function findSpeaker(
  { start, end }: TimedWord,
  turns: readonly SpeakerTurn[],
  first: number,
  reach: number,
): string | undefined {
  const overlaps = new Map<string, number>()
  let nearest: { speaker: string; distance: number } | undefined
  for (let index = first; index < turns.length; index++) {
    const turn = turns[index]!
    if (turn.start > end + reach) break
    const overlap = Math.min(end, turn.end) - Math.max(start, turn.start)
    if (overlap > 0) overlaps.set(turn.speaker, (overlaps.get(turn.speaker) ?? 0) + overlap)
    else if (-overlap <= reach && -overlap < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { speaker: turn.speaker, distance: -overlap }
    }
  }
  const [most] = [...overlaps].toSorted((a, b) => b[1] - a[1])
  return most?.[0] ?? nearest?.speaker
}

const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s*$/u

/** The words around are one speaker's and one sentence. */
function isSlip(words: readonly TimedWord[], speakers: readonly (string | undefined)[], index: number): boolean {
  const [before, own, after] = [speakers[index - 1], speakers[index], speakers[index + 1]]
  if (before === undefined || before === own || before !== after) return false
  return !sentenceEnd.test(words[index - 1]!.text) && !sentenceEnd.test(words[index]!.text)
}
