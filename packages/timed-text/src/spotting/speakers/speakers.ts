import type { Frames } from '@rushes/timebase'
import type { Cue, FrameDocument, TextPart, TextRun } from '../../document/document.ts'
import type { SubtitlePreset } from '../presets/preset.ts'
import { planSpeakers, type SpeakerPlan, toDash } from './speaker-plan.ts'

/**
 * Shows who speaks, in the way of the preset: each speaker's colour, or a dash before the lines of a dialogue, or a label
 * before each turn. Runs without a speaker stay as they are; a dash or a label that is there is not written again, so
 * running it again changes nothing.
 */
export function showSpeakers(document: FrameDocument, preset: SubtitlePreset): FrameDocument {
  const { speakers, spotting } = preset
  if (speakers.mode === 'none') return document
  const plan = planSpeakers(listSpeakers(document.cues), speakers, spotting.maximumLineLength)
  let speaking: string | undefined
  const cues = document.cues.map(cue => {
    if (cue.hidden) return cue
    const isDialogue = new Set(cue.textParts.flatMap(part => speakerOf(part) ?? [])).size > 1
    let isLineStart = true
    let isFirstLine = true
    let lineSpeaker: string | undefined
    let hasChanged = false
    const textParts = cue.textParts.map(part => {
      if (part.type === 'lineBreak') {
        isLineStart = true
        isFirstLine = false
        return part
      }
      const speaker = speakerOf(part)
      const marked = markRun(part, plan, {
        beginsTurn: speaker !== undefined && speaker !== speaking,
        dash:
          isDialogue && isLineStart && speaker !== lineSpeaker && (speakers.dashLines === 'all' || !isFirstLine)
            ? toDash(speakers)
            : '',
      })
      if (isLineStart) lineSpeaker = speaker
      isLineStart = false
      speaking = speaker ?? speaking
      hasChanged ||= marked !== part
      return marked
    })
    return hasChanged ? { ...cue, textParts } : cue
  })
  return cues.every((cue, index) => cue === document.cues[index]) ? document : { ...document, cues }
}

function markRun(
  run: TextRun<Frames>,
  plan: SpeakerPlan,
  { beginsTurn, dash }: { beginsTurn: boolean; dash: string },
): TextRun<Frames> {
  const speaker = speakerOf(run)
  if (speaker === undefined && dash === '') return run
  const { colour, label, hasDash } = plan(speaker)
  const needsLabel = beginsTurn && label !== undefined && !run.content.startsWith(label)
  const needsDash = hasDash && dash !== '' && !/^[-–]/.test(run.content)
  const needsColour = colour !== undefined && run.style?.colour !== colour
  if (!needsLabel && !needsDash && !needsColour) return run
  return {
    ...run,
    content: `${needsDash ? dash : ''}${needsLabel ? label : ''}${run.content}`,
    ...((needsColour || run.style) && { style: { ...run.style, ...(needsColour && { colour }) } }),
  }
}

function speakerOf(part: TextPart): string | undefined {
  return part.type === 'text' ? part.style?.speaker || undefined : undefined
}

function* listSpeakers(cues: readonly Cue<Frames>[]): Iterable<string | undefined> {
  for (const { hidden, textParts } of cues) if (!hidden) for (const part of textParts) yield speakerOf(part)
}
