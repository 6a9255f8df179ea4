import type { Colour } from '../../document/document.ts'
import { measureLine } from '../../document/measures.ts'
import type { SpeakerRules } from '../presets/preset.ts'

/** How what one speaker says is distinguished from the words of others. */
export interface SpeakerMark {
  readonly colour?: Colour
  /** Stands before the first words of each turn. */
  readonly label?: string
  /** Lines of a dialogue begin with one. */
  readonly hasDash: boolean
}

export type SpeakerPlan = (speaker: string | undefined) => SpeakerMark

/**
 * What marks each speaker: colours "by first appearance from preset list; reuse colour only when speakers are far apart;
 * more speakers than colours -> label or dash". Distance is counted in turns, so the plan is the same for a
 * transcript and for the subtitles made of it.
 *
 * @param speakers of words or lines, in order; undefined where nobody knows who speaks
 * @param lineLength a label that takes more than half of it becomes a dash, and a dash that does becomes nothing
 */
export function planSpeakers(
  speakers: Iterable<string | undefined>,
  rules: SpeakerRules,
  lineLength: number,
): SpeakerPlan {
  const turns = findTurns(speakers)
  const marks = new Map<string, SpeakerMark>()
  /** The turn at which the speaker of each colour last speaks. */
  const lastTurns: number[] = []
  for (const [speaker, { first, last }] of turns) {
    if (rules.mode !== 'colour') {
      marks.set(speaker, toMark(speaker, rules.mode, rules, lineLength))
      continue
    }
    let choice = rules.colours.findIndex((_, index) => lastTurns[index] === undefined)
    if (choice < 0) choice = lastTurns.findIndex(turn => first - turn > rules.reuseColourAfterTurns)
    const colour = rules.colours[choice]
    if (colour) {
      lastTurns[choice] = last
      marks.set(speaker, { colour, hasDash: false })
    } else marks.set(speaker, toMark(speaker, rules.withoutColour, rules, lineLength))
  }
  const unknown: SpeakerMark = { hasDash: rules.mode === 'dash' && fitsHalf(toDash(rules), lineLength) }
  return speaker => (speaker === undefined ? unknown : (marks.get(speaker) ?? unknown))
}

export function toDash(rules: SpeakerRules): string {
  return rules.dashSpace ? '- ' : '-'
}

function toMark(
  speaker: string,
  mode: 'dash' | 'label' | 'none',
  rules: SpeakerRules,
  lineLength: number,
): SpeakerMark {
  const label = `${speaker.replace(/\s+/g, ' ').trim()}: `
  if (mode === 'label' && fitsHalf(label, lineLength)) return { label, hasDash: false }
  return { hasDash: mode !== 'none' && fitsHalf(toDash(rules), lineLength) }
}

function fitsHalf(mark: string, lineLength: number): boolean {
  return 2 * (measureLine(mark) + 1) <= lineLength
}

function findTurns(speakers: Iterable<string | undefined>): Map<string, { first: number; last: number }> {
  const turns = new Map<string, { first: number; last: number }>()
  let turn = 0
  let current: string | undefined
  for (const speaker of speakers) {
    if (speaker === undefined) continue
    if (speaker !== current) turn += 1
    current = speaker
    turns.set(speaker, { first: turns.get(speaker)?.first ?? turn, last: turn })
  }
  return turns
}
