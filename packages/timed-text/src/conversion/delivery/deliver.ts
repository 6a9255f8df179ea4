import { isSameRate, type SampleRate } from '@rushes/timebase'
import type { Diagnostic } from '../../document/diagnostics.ts'
import type { FrameDocument, TextPart } from '../../document/document.ts'
import { listLines } from '../../document/measures.ts'
import { type ReplacedCharacters, replaceCharacters } from '../../formats/ebu-stl/index.ts'
import { checkCues } from '../../quality/check.ts'
import type { QualityCode } from '../../quality/warning.ts'
import type { SubtitlePreset } from '../../spotting/presets/preset.ts'
import { shippedPresets } from '../../spotting/presets/shipped-presets.ts'
import { breakLines, fitsLines } from './break-lines.ts'
import { fitTimes } from './fit-times.ts'
import type { DeliveryLimits, DeliveryProfile } from './profile.ts'

/** The rule that holds subtitles to a limit. */
const ruleOf: Readonly<Record<keyof DeliveryLimits, QualityCode>> = {
  maximumLineLength: 'LINE_TOO_LONG',
  maximumLineCount: 'TOO_MANY_LINES',
  minimumDuration: 'DURATION_TOO_SHORT',
  maximumDuration: 'DURATION_TOO_LONG',
  minimumGap: 'GAP_TOO_SHORT',
  maximumCharactersPerSecond: 'READING_SPEED_CPS',
  maximumWordsPerMinute: 'READING_SPEED_WPM',
}
/** What nobody takes. */
const always: readonly QualityCode[] = ['EMPTY_SUBTITLE', 'TIMING_ORDER', 'TIMING_OVERLAP']

/** Subtitles as they are delivered, and what of them would be rejected. */
export interface Delivery {
  readonly document: FrameDocument
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Holds subtitles against a profile: everything that would be rejected is listed. With `fix` they are changed to what is
 * taken, as far as no word is: characters, colours, line breaks and times. What was changed is listed, too. The document
 * stays as it is.
 */
export function prepareDelivery(document: FrameDocument, profile: DeliveryProfile, fix = false): Delivery {
  const preset = toPreset(profile)
  const { written, missing, diagnostics: replaced } = writeCharacters(document, profile)
  if (!fix) return { document, diagnostics: [...missing, ...listRejections(written, profile, preset)] }
  const diagnostics = [...replaced]
  const tell = (cueIndex: number, message: string) =>
    diagnostics.push({ code: 'DELIVERY_FIXED', severity: 'info', message, cueIndex })
  const fixed = fixTimes(fixLines(fixColours(written, profile, tell), profile, tell), profile, tell)
  return { document: fixed, diagnostics: [...diagnostics, ...missing, ...listRejections(fixed, profile, preset)] }
}

function toPreset({ id, name, limits }: DeliveryProfile): SubtitlePreset {
  const { broadcast } = shippedPresets
  const speed = limits.maximumCharactersPerSecond
  return {
    ...broadcast,
    id,
    name,
    spotting: { ...broadcast.spotting, ...limits, ...(speed !== undefined && { preferredCharactersPerSecond: speed }) },
  }
}

function listRejections(document: FrameDocument, profile: DeliveryProfile, preset: SubtitlePreset): Diagnostic[] {
  const asked = new Set<QualityCode>(always)
  for (const name of Object.keys(profile.limits) as (keyof DeliveryLimits)[]) asked.add(ruleOf[name])
  const rejections = listRates(document.timing.rate, profile.rate)
  for (const [cueIndex, warnings] of checkCues(document, preset)) {
    for (const { type, message, value, limit } of warnings) {
      if (!asked.has(type)) continue
      const measured = limit === undefined ? '' : `: ${round(value)}, where ${round(limit)} is the limit`
      rejections.push(reject(`${message}${measured}`, cueIndex))
    }
    const colour = document.cues[cueIndex]!.textParts.map(findColour).find(colour => !isTaken(colour, profile))
    if (colour !== undefined) rejections.push(reject(`The colour ${colour} is not taken`, cueIndex))
  }
  return rejections
}

function listRates(rate: SampleRate, wanted: SampleRate | undefined): Diagnostic[] {
  if (!wanted || isSameRate(rate, wanted)) return []
  return [reject(`Times are counted at ${rate.num}/${rate.den}, and not at ${wanted.num}/${wanted.den}`)]
}

function reject(message: string, cueIndex?: number): Diagnostic {
  return { code: 'DELIVERY_REJECTED', severity: 'error', message, ...(cueIndex !== undefined && { cueIndex }) }
}

const round = (value: number) => Math.round(value * 100) / 100

function findColour(part: TextPart): string | undefined {
  return part.type === 'text' ? part.style?.colour : undefined
}

function isTaken(colour: string | undefined, { colours }: DeliveryProfile): boolean {
  return colour === undefined || !colours || colours.some(taken => taken === colour)
}

/** The texts as the file will have them, since what is written for a character may be longer. */
function writeCharacters(document: FrameDocument, { format, ebuStl }: DeliveryProfile) {
  const { document: written, byCue } =
    format === 'ebustl'
      ? replaceCharacters(document, ebuStl)
      : { document, byCue: new Map<number, ReplacedCharacters>() }
  const diagnostics: Diagnostic[] = []
  const missing: Diagnostic[] = []
  for (const [cueIndex, { replaced, missing: lost }] of byCue) {
    const list = [...replaced].map(
      ([character, outcome]) => `${character} became ${outcome === '' ? 'nothing' : outcome}`,
    )
    if (list.length > 0) {
      const message = `Characters are not in the code table: ${list.join(', ')}`
      diagnostics.push({ code: 'DELIVERY_FIXED', severity: 'info', message, cueIndex })
    }
    if (lost.size > 0) missing.push(reject(`Not in the code table: ${[...lost].join(' ')}`, cueIndex))
  }
  return { written, missing, diagnostics }
}

type Tell = (cueIndex: number, message: string) => void

function fixColours(document: FrameDocument, profile: DeliveryProfile, tell: Tell): FrameDocument {
  return mapCues(document, (cue, cueIndex) => {
    if (cue.textParts.every(part => isTaken(findColour(part), profile))) return cue
    tell(cueIndex, 'Its colour became white')
    return { ...cue, textParts: cue.textParts.map(part => withTakenColour(part, profile)) }
  })
}

function fixLines(document: FrameDocument, { limits }: DeliveryProfile, tell: Tell): FrameDocument {
  const { maximumLineLength, maximumLineCount } = limits
  if (maximumLineLength === undefined) return document
  return mapCues(document, (cue, cueIndex) => {
    const within = {
      maximumLineLength,
      maximumLineCount: maximumLineCount ?? Math.max(2, listLines(cue.textParts).length),
      language: document.language,
    }
    if (cue.hidden || fitsLines(cue.textParts, within)) return cue
    const textParts = breakLines(cue.textParts, within)
    if (!textParts) return cue
    tell(cueIndex, 'Its lines were broken elsewhere')
    return { ...cue, textParts }
  })
}

function fixTimes(document: FrameDocument, { limits }: DeliveryProfile, tell: Tell): FrameDocument {
  const timed = fitTimes(document, limits)
  for (const [cueIndex, { start, end }] of timed.cues.entries()) {
    const before = document.cues[cueIndex]!
    if (start === before.start && end === before.end) continue
    tell(cueIndex, `It was from frame ${before.start} to ${before.end}, and is from ${start} to ${end}`)
  }
  return timed
}

type FrameCue = FrameDocument['cues'][number]

function mapCues(document: FrameDocument, change: (cue: FrameCue, index: number) => FrameCue): FrameDocument {
  return { ...document, cues: document.cues.map(change) }
}

function withTakenColour(part: TextPart<number>, profile: DeliveryProfile): TextPart<number> {
  if (part.type !== 'text' || isTaken(findColour(part), profile)) return part
  const { style, ...run } = part
  const { colour: _colour, ...others } = style!
  return Object.keys(others).length > 0 ? { ...run, style: others } : run
}
