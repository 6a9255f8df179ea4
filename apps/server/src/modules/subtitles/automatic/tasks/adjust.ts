/** The steps between what subtitles are made of and where they are stored: each takes a draft and leaves another. */

import {
  alignToShots,
  convertFrameRate,
  correctTiming,
  type FrameDocument,
  removeBlankCues,
  showSpeakers,
  spot,
} from '@rushes/timed-text'
import { PermanentError, type TaskOutcome } from '../../../workflows/index.ts'
import { refusingForGood } from '../../files/refusing.ts'
import { listShots } from '../../rules/shots.ts'
import { findTarget } from '../../target.ts'
import { type AutomaticRun, changeDraft, countChanged, getClip, leaveDraft, readDraft, toReported } from '../draft.ts'
import { toRunPreset } from '../preset.ts'
import { readConversion, readCorrections } from '../request.ts'

/** "Convert timings from a defined frame rate to the media frame rate": from the times of the file, so that each is rounded once. */
export function convertTimes(run: AutomaticRun): Promise<TaskOutcome> {
  return refusingForGood(async () => {
    const options = run.input.request.frameRateConversionOptions
    const draft = await readDraft(run, 'convert')
    if (!draft) return leaveDraft(run, 'convert', undefined, { entries: 0, message: 'There are no subtitles' })
    if (!options) throw new PermanentError('NO_RATE', 'The request does not say which rate the times are of')
    const { rate } = await getClip(run)
    const conversion = readConversion(options)
    const { document, diagnostics } = convertFrameRate(draft.document, rate, conversion)
    return leaveDraft(
      run,
      'convert',
      { ...draft, document },
      {
        entries: document.cues.length,
        from: conversion.sourceRate,
        to: rate,
        mode: conversion.mode,
        warnings: toReported(diagnostics, document),
      },
    )
  })
}

export const removeBlanks = changeDraft('removeBlanks', ({ document: before }) => {
  const document = removeBlankCues(before)
  if (document.cues.length === 0) {
    throw new PermanentError('NO_CUES', 'Every cue of the file is blank; the stored subtitles are unchanged')
  }
  return { document, report: { removed: before.cues.length - document.cues.length } }
})

export const correctTimes = changeDraft('correct', ({ document: before }, { input: { request } }) => {
  const corrections = readCorrections(request.subtitleTimingCorrections ?? [])
  const { document, diagnostics } = correctTiming(before, corrections)
  return { document, report: { corrections: corrections.length, warnings: toReported(diagnostics, document) } }
})

/** Subtitles that were cut from a transcript are spotted again as a whole; of others only the times near shot changes move. */
export const alignSubtitlesToShots = changeDraft(
  'alignToShots',
  async (draft, { ctx, input }, { frameCount, toLabel }) => {
    const { document: before, source } = draft
    const shotChanges = (await listShots(ctx, input.address.mediaObjectId)).map(toLabel)
    const preset = toRunPreset(await findTarget(ctx, input.address), input.request)
    const facts = { shotChanges, ...(frameCount > 0 && { frameCount }) }
    const document: FrameDocument = (source === 'transcript' ? spot : alignToShots)(before, preset, facts)
    const message = shotChanges.length === 0 ? 'No shots of this clip are known' : undefined
    return {
      document,
      report: { shots: shotChanges.length, moved: countChanged(before, document), ...(message && { message }) },
    }
  },
)

export const showSubtitleSpeakers = changeDraft('showSpeakers', async ({ document: before }, { ctx, input }) => {
  const preset = toRunPreset(await findTarget(ctx, input.address), input.request)
  const document = showSpeakers(before, preset)
  const speakers = new Set(
    document.cues.flatMap(({ textParts }) =>
      textParts.flatMap(part => (part.type === 'text' ? (part.style?.speaker ?? []) : [])),
    ),
  )
  return {
    document,
    report: { mode: preset.speakers.mode, speakers: speakers.size, marked: countChanged(before, document) },
  }
})
