import { asList, asNumber, asObject, asText } from './recognition/members.ts'
import type { SpeakerTurn } from './speakers.ts'

const mostTurns = 100_000

/** Turns in milliseconds out of the answer of a diarisation: `{ segments: [{ start, end, speaker }] }` in seconds, or RTTM. */
export function readSpeakerTurns(text: string): SpeakerTurn[] {
  const trimmed = text.trim()
  return (trimmed.startsWith('{') || trimmed.startsWith('[') ? readJson(trimmed) : readRttm(trimmed)).slice(
    0,
    mostTurns,
  )
}

function readJson(text: string): SpeakerTurn[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  const list = Array.isArray(value) ? value : asList(asObject(value).segments)
  return list.flatMap(item => {
    const { start, end, speaker } = asObject(item)
    return toTurn(asNumber(start), asNumber(end), asText(speaker))
  })
}

/** `SPEAKER <file> <channel> <onset> <duration> <NA> <NA> <name> …`, in seconds. */
function readRttm(text: string): SpeakerTurn[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [type, , , onset, duration, , , name] = line.trim().split(/\s+/)
    if (type !== 'SPEAKER') return []
    const start = Number(onset)
    return toTurn(start, start + Number(duration), name)
  })
}

function toTurn(start: number | undefined, end: number | undefined, speaker: string | undefined): SpeakerTurn[] {
  if (start === undefined || end === undefined || !speaker || !(end > start)) return []
  return [{ start: Math.round(start * 1000), end: Math.round(end * 1000), speaker }]
}
