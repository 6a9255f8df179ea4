import { createFrameClock, type Frames } from '@rushes/timebase'
import { toLabelDocument } from '../document/times.ts'
import type { SubtitlePreset } from '../spotting/presets/preset.ts'
import { findCuts } from '../spotting/timing/cuts.ts'
import { findLimits, type Limits } from './limits.ts'
import { findAffected, findPrevious } from './neighbours.ts'
import type { QualityRule } from './rules/rule.ts'
import { commentRule, shownRules } from './rules/rules.ts'
import { type CheckedDocument, createSubject, type Spelling, type Subject } from './subject.ts'
import type { QualityWarning } from './warning.ts'

export interface CheckOptions {
  /** The first frame of each shot; without them nothing is said about shot changes. */
  readonly shots?: readonly Frames[]
  /** The words of the language; without them nothing is said about spelling. */
  readonly spelling?: Spelling | undefined
  /** Length of the media, where it is known. */
  readonly frameCount?: Frames
  /**
   * Indices of the cues that were changed or put in, and, for one that was taken out, the index that it had. Only the
   * cues that they concern are checked; without it all are.
   */
  readonly changed?: Iterable<number>
}

/** A subtitle has only so many warnings; what is wrong everywhere is known by then. */
const mostWarnings = 50

/**
 * What is wrong with the subtitles of a document by the rules of a preset: the warnings of every cue that was checked,
 * by its index, an empty list for one that is good. Cues are expected in the order of their starts.
 */
export function checkCues(
  document: CheckedDocument,
  preset: SubtitlePreset,
  options: CheckOptions = {},
): Map<number, readonly QualityWarning[]> {
  if (document.timing.times) return checkByLabels(document, preset, options)
  const { cues, timing, language } = document
  const { shots, spelling, frameCount, changed } = options
  const limits = findLimits(preset, timing.rate, frameCount)
  const previous = findPrevious(document)
  const surroundings = { language, cuts: findCuts(shots), spelling }
  const indices = changed === undefined ? cues.keys() : findAffected(document, new Set(changed))
  const warnings = new Map<number, readonly QualityWarning[]>()
  for (const index of indices) {
    const before = previous[index]
    const previousCue = before === undefined ? undefined : cues[before]
    const subject = createSubject(cues[index]!, previousCue, timing, preset, surroundings)
    warnings.set(index, checkSubject(subject, limits))
  }
  return warnings
}

/** Limits are lengths of time: of pictures of a variable rate, labels count it. */
function checkByLabels(
  document: CheckedDocument,
  preset: SubtitlePreset,
  { shots, frameCount, ...options }: CheckOptions,
): Map<number, readonly QualityWarning[]> {
  const { rate, times } = document.timing
  const { toLabel } = createFrameClock(rate, times)
  return checkCues(toLabelDocument(document), preset, {
    ...options,
    ...(shots && { shots: shots.map(toLabel) }),
    ...(frameCount !== undefined && { frameCount: toLabel(frameCount) }),
  })
}

function checkSubject(subject: Subject, limits: Limits): QualityWarning[] {
  const rules = subject.cue.hidden ? [commentRule] : shownRules
  return rules.flatMap(rule => applyRule(rule, subject, limits)).slice(0, mostWarnings)
}

function applyRule(rule: QualityRule, subject: Subject, limits: Limits): QualityWarning[] {
  const { id: type, message } = rule
  const severity = limits.preset.warningSeverities.get(type) ?? rule.severity
  if (severity === 'off') return []
  const limit = rule.limit?.(limits)
  return rule.check(subject, limits).map(({ value, ...finding }) => ({
    type,
    value,
    severity,
    message,
    ...(limit !== undefined && { limit }),
    ...finding,
  }))
}
