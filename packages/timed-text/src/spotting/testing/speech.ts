import type { TranscriptWord } from '../segmenting/words.ts'

/**
 * Words as somebody speaks them at 15 characters a second, in frames of 25 a second; a number in brackets, `[0.5]`, is a
 * pause in seconds, a name before a colon in brackets, `[Ann:]`, says who speaks from here on.
 */
export function speak(text: string): TranscriptWord[] {
  const words: TranscriptWord[] = []
  let time = 25
  let speaker: string | undefined
  for (const part of text.trim().split(/[ \n]+/)) {
    const [, pause, name] = /^\[(?:([\d.]+)|(.+):)\]$/.exec(part) ?? []
    if (pause !== undefined) time += Number(pause) * 25
    else if (name !== undefined) speaker = name
    else {
      const end = time + ((part.length + 1) / 15) * 25
      words.push({ text: part, start: time, end, ...(speaker && { speaker }) })
      time = end
    }
  }
  return words
}
