import type { SubtitleObject } from '@rushes/contract'
import { createFrameClock } from '@rushes/timebase'
import { type FrameDocument, segmentTranscript, spot, type TranscriptWord, toLabelDocument } from '@rushes/timed-text'
import { findTranscript } from '../../../transcripts/index.ts'
import { PermanentError, type TaskOutcome } from '../../../workflows/index.ts'
import { settleContent } from '../../change/settle.ts'
import { refusingForGood } from '../../files/refusing.ts'
import { toDocument } from '../../files/timed-text.ts'
import { listShots } from '../../rules/shots.ts'
import { findTarget } from '../../target.ts'
import { type AutomaticRun, getClip, leaveDraft } from '../draft.ts'
import { toRunPreset } from '../preset.ts'
import { changesSubtitles } from '../request.ts'

type Transcript = NonNullable<Awaited<ReturnType<typeof findTranscript>>>

/**
 * Splits the transcript into subtitles, or creates none where there is no transcript (subtitles-43, subtitles-44).
 * Existing subtitles are taken instead where the request wants nothing made of a transcript, or there is none, and says
 * what is to be done with them.
 */
export function composeSubtitles(run: AutomaticRun): Promise<TaskOutcome> {
  return refusingForGood(async () => {
    const { ctx, input } = run
    const { address, request } = input
    const wanted = request.generateSubtitleFromTranscript
    const language = request.transcriptionLanguage ?? request.language
    const transcript = wanted === false ? undefined : await findTranscript(ctx, { ...address, language })
    if (transcript) return splitTranscript(run, transcript)
    if (wanted === true) throw new PermanentError('NO_TRANSCRIPT', `There is no transcript in ${language}`)
    const { row, rules } = await findTarget(ctx, address)
    if (!row || !changesSubtitles(request)) {
      return leaveDraft(run, 'compose', undefined, { entries: 0, message: `There is no transcript in ${language}` })
    }
    const clip = await getClip(run)
    const content = settleContent(row.structured_description as SubtitleObject, { ...rules, frameCount: 0 })
    const document = toLabelDocument(toDocument(content, clip))
    return leaveDraft(run, 'compose', { source: 'subtitles', document }, { entries: document.cues.length })
  })
}

async function splitTranscript(run: AutomaticRun, transcript: Transcript): Promise<TaskOutcome> {
  const { ctx, input } = run
  const { address, request } = input
  const clip = await getClip(run)
  const { rate } = clip
  const { toLabel } = createFrameClock(rate, clip.times)
  const frameCount = toLabel(clip.frameCount)
  const target = await findTarget(ctx, address)
  const preset = toRunPreset(target, request)
  const words = listWords(transcript, toLabel)
  const shotChanges =
    request.applyShotAlignment === true ? (await listShots(ctx, address.mediaObjectId)).map(toLabel) : []
  const { language } = target
  const cues = segmentTranscript(words, preset, { rate, language, shotChanges })
  const cut: FrameDocument = { timing: { unit: 'frames', rate }, language, cues }
  const document = spot(cut, preset, frameCount > 0 ? { frameCount } : {})
  return leaveDraft(
    run,
    'compose',
    { source: 'transcript', document },
    { entries: document.cues.length, paragraphs: transcript.paragraphs.length, words: words.length },
  )
}

/** The words of all paragraphs; a paragraph is one speaker's, unless its words say otherwise. */
function listWords({ paragraphs }: Transcript, toLabel: (frame: number) => number): TranscriptWord[] {
  return paragraphs.flatMap(({ words, speaker: ofParagraph }) =>
    words.map(({ text, startFrame, endFrame, confidence, speaker = ofParagraph }, index) => ({
      // Words bring the blank behind them; the last one of a paragraph may not.
      text: index === words.length - 1 ? `${text.trimEnd()} ` : text,
      start: toLabel(startFrame),
      end: toLabel(endFrame),
      ...(confidence !== undefined && { confidence }),
      ...(speaker !== undefined && { speaker }),
    })),
  )
}
