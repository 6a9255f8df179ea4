import { createFrameClock } from '@rushes/timebase'
import {
  type Diagnostic,
  type FrameDocument,
  type MediaPlace,
  type TimedTextDocument,
  toClipDocument,
  toLabelDocument,
} from '@rushes/timed-text'
import type { Transaction } from '../../../platform/context.ts'
import { findFrameTimes, getMediaObjectRow } from '../../media/index.ts'
import { PermanentError, type TaskOutcome, type TaskRun } from '../../workflows/index.ts'
import { toWarning } from '../files/read-file.ts'
import { refusingForGood } from '../files/refusing.ts'
import { type SubtitleAddress, toMediaPlace } from '../target.ts'
import { type AutomaticTask, automaticTasks, type StoredRequest } from './request.ts'
import { findDraft, writeDraft } from './store.ts'

/** The input of an automatic run. */
export interface AutomaticInput {
  readonly address: SubtitleAddress
  readonly request: StoredRequest
}
export type AutomaticRun = TaskRun<AutomaticInput>

/** Subtitles in the making, and where they come from. */
export interface Draft {
  readonly source: 'file' | 'transcript' | 'subtitles'
  /** Of an imported file. */
  readonly fileName?: string
  /**
   * Its times are those of its file until they are converted; then frames as labels of the clip count them, so that they
   * last as long as they say also where the rate is variable.
   */
  readonly document: TimedTextDocument
  /** What the reader of a file repaired, as it is kept with the subtitles. */
  readonly warnings?: readonly Record<string, unknown>[]
}

/** What a task reports. */
export type Report = Readonly<Record<string, unknown>>

/** The clip of a run: nothing can be made while its rate is not known. */
export async function getClip(run: AutomaticRun): Promise<MediaPlace> {
  const { productionId, mediaObjectId } = run.input.address
  const clip = await getMediaObjectRow(run.ctx.db, productionId, mediaObjectId)
  const media = toMediaPlace(clip, await findFrameTimes(run.ctx.db, clip))
  if (!media) throw new PermanentError('NO_SAMPLE_RATE', 'The rate of the clip is not known yet')
  return media
}

/** What the tasks before this one have left. */
export async function readDraft(run: AutomaticRun, task: AutomaticTask): Promise<Draft | undefined> {
  const earlier = automaticTasks.slice(0, automaticTasks.indexOf(task))
  const text = await findDraft(run.ctx.db, run.workflowId, earlier)
  return text === undefined ? undefined : (JSON.parse(text) as Draft)
}

/** Leaves subtitles, or none, to the tasks that follow, together with the report. */
export function leaveDraft(
  run: AutomaticRun,
  task: AutomaticTask,
  draft: Draft | undefined,
  report: Report,
): TaskOutcome {
  const text = draft && JSON.stringify(draft)
  return {
    record: async (ctx: Transaction) => {
      if (!(await writeDraft(ctx.db, run.workflowId, task, text))) {
        throw new PermanentError('RUN_FORGOTTEN', 'This run is too long ago to be done again; start another')
      }
      return { report }
    },
  }
}

/** A draft with its times at pictures of the clip, and what that moved. */
export function placeDraft(draft: Draft, clip: MediaPlace): Draft & { readonly document: FrameDocument } {
  const { document, diagnostics } = toClipDocument(draft.document, clip)
  const warnings = [...(draft.warnings ?? []), ...diagnostics.map(toWarning)]
  return { ...draft, document, ...(warnings.length > 0 && { warnings }) }
}

/** A clip as steps count it: in frames as labels do. */
export type CountedClip = MediaPlace & { readonly toLabel: (frame: number) => number }

function toCountedClip(clip: MediaPlace): CountedClip {
  const { toLabel } = createFrameClock(clip.rate, clip.times)
  return { ...clip, frameCount: toLabel(clip.frameCount), toLabel }
}

/** A step that changes subtitles in frames of the clip; it gives the same for the same, however often it runs. */
export function changeDraft(
  task: AutomaticTask,
  change: (
    draft: Draft & { readonly document: FrameDocument },
    run: AutomaticRun,
    clip: CountedClip,
  ) => { document: FrameDocument; report: Report } | Promise<{ document: FrameDocument; report: Report }>,
): (run: AutomaticRun) => Promise<TaskOutcome> {
  return run =>
    refusingForGood(async () => {
      const draft = await readDraft(run, task)
      if (!draft) return leaveDraft(run, task, undefined, { entries: 0, message: 'There are no subtitles' })
      const clip = await getClip(run)
      const placed = placeDraft(draft, clip)
      const framed = { ...placed, document: toLabelDocument(placed.document) }
      const { document, report } = await change(framed, run, toCountedClip(clip))
      return leaveDraft(run, task, { ...framed, document }, { entries: document.cues.length, ...report })
    })
}

/** What was found, with its place in the subtitles. */
export function toReported(diagnostics: readonly Diagnostic[], { cues }: FrameDocument): Report[] {
  return diagnostics.map(({ cueIndex, ...diagnostic }) => ({
    ...diagnostic,
    ...(cueIndex !== undefined && { entry: cueIndex, start: cues[cueIndex]?.start }),
  }))
}

/** How many subtitles have other times, or say something else, than before. */
export function countChanged(before: FrameDocument, after: FrameDocument): number {
  const known = new Set<object>(before.cues)
  return after.cues.filter(cue => !known.has(cue)).length
}
