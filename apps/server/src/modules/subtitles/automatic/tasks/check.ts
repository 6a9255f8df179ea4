import type { SubtitleObject } from '@rushes/contract'
import { hasTranscript } from '../../../transcripts/index.ts'
import { PermanentError, type TaskOutcome } from '../../../workflows/index.ts'
import { refusingForGood } from '../../files/refusing.ts'
import { findTarget, type SubtitleTarget } from '../../target.ts'
import type { AutomaticRun } from '../draft.ts'
import { findStatus } from '../outcome.ts'
import { listAskedTasks } from '../request.ts'

/** What this task leaves to the last one. */
export interface CheckOutput {
  /** Of the subtitles that are there; 0 for none. */
  readonly version: number
}

/** Before anything is made: that what the run is to replace may be replaced, and that there is what it needs. */
export function checkRun(run: AutomaticRun): Promise<TaskOutcome> {
  return refusingForGood(async () => {
    const { ctx, input } = run
    const { address, request } = input
    const target = await findTarget(ctx, address)
    if (listAskedTasks(request).includes('store')) {
      assertMayReplace(target, await findStatus(ctx, target), request.overwriteSubtitleAllowed === true)
    }
    await assertTranscripts(run)
    const version = target.row?.version ?? 0
    return {
      record: async () =>
        ({ version, report: { entries: countEntries(target) } }) satisfies CheckOutput & { report: object },
    }
  })
}

/** "`overwriteSubtitleAllowed`: when false, the task fails if subtitles exist"; an empty list is none. */
export function assertMayReplace(target: SubtitleTarget, status: string, isAllowed: boolean): void {
  if (status === 'COMPLETED') {
    throw new PermanentError('SUBTITLE_COMPLETED', 'These subtitles are COMPLETED; set their status to EDITING first')
  }
  if (!isAllowed && countEntries(target) > 0) {
    throw new PermanentError('SUBTITLE_EXISTS', 'There are such subtitles already; say overwriteSubtitleAllowed')
  }
}

function countEntries({ row }: SubtitleTarget): number {
  const content = row?.structured_description as Partial<SubtitleObject> | undefined
  return content?.subtitles?.length ?? 0
}

async function assertTranscripts({ ctx, input: { address, request } }: AutomaticRun): Promise<void> {
  const isMade = request.generateTranscriptFromASR === true || request.generateTranscriptFromASA === true
  const isAsked = request.generateSubtitleFromTranscript === true
  if (!isMade && !isAsked) return
  const language = request.transcriptionLanguage ?? request.language
  const exists = await hasTranscript(ctx, { ...address, language })
  if (isMade && exists && request.overwriteTranscriptAllowed !== true) {
    throw new PermanentError('TRANSCRIPT_EXISTS', 'There is a transcript already; say overwriteTranscriptAllowed')
  }
  if (!isMade && !exists) throw new PermanentError('NO_TRANSCRIPT', `There is no transcript in ${language}`)
}
