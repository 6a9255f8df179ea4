import type { SubtitleEntry, SubtitleObject } from '@rushes/contract'
import type { Transaction } from '../../../../platform/context.ts'
import { type AnnotationDetails, type AnnotationRow, updateAnnotation } from '../../../annotations/index.ts'
import { PermanentError, type TaskOutcome } from '../../../workflows/index.ts'
import { publishSubtitling } from '../../change/change.ts'
import { toSettledContent } from '../../files/read-file.ts'
import { refusingForGood } from '../../files/refusing.ts'
import { withShots } from '../../rules/shots.ts'
import { renewWarnings } from '../../rules/warnings.ts'
import { readStatus, toStatusPlace } from '../../status.ts'
import { createSubtitle, findTarget, type LockedTarget, lockTarget } from '../../target.ts'
import { type AutomaticRun, type Draft, getClip, placeDraft, readDraft } from '../draft.ts'
import { announceSuccess } from '../outcome.ts'
import { automaticSource, toLabel, toolTag } from '../signature.ts'
import { assertMayReplace, type CheckOutput } from './check.ts'

const mostReported = 100

/** Stores what was made, with its warnings, instead of what was there: what someone changed meanwhile is not replaced. */
export function storeSubtitles(run: AutomaticRun): Promise<TaskOutcome> {
  return refusingForGood(async () => {
    const { input, workflowId, outputs } = run
    const { address, request } = input
    const draft = await readDraft(run, 'store')
    const content = draft && (await toContent(run, draft))
    const { version } = (outputs.check ?? { version: 0 }) as unknown as CheckOutput
    return {
      record: async ctx => {
        const target = await lockTarget(ctx, address)
        const place = toStatusPlace(target)
        if (draft && content) {
          assertMayReplace(target, readStatus(target.clip, place), request.overwriteSubtitleAllowed === true)
          if ((target.row?.version ?? 0) !== version) assertUntouched(target)
          const row = await write(ctx, target, draft, content)
          const type = draft.source === 'file' ? 'Subtitling.import' : 'Subtitling.automatic'
          publishSubtitling(ctx, type, row, { workflowId })
        }
        await announceSuccess(ctx, workflowId, target.clip, place)
        return { report: content ? toReport(content) : { entries: 0, message: 'There was nothing to store' } }
      },
    }
  })
}

/** Subtitles that came to be, or were changed, since the run began are someone's work; an empty list is nobody's. */
function assertUntouched({ row }: LockedTarget): void {
  const { subtitles = [] } = (row?.structured_description ?? {}) as Partial<SubtitleObject>
  if (subtitles.length > 0) {
    throw new PermanentError('SUBTITLE_CHANGED', 'These subtitles were changed while the run was at work')
  }
}

async function toContent(run: AutomaticRun, draft: Draft): Promise<SubtitleObject> {
  const { document, warnings = [] } = placeDraft(draft, await getClip(run))
  const target = await withShots(run.ctx, await findTarget(run.ctx, run.input.address))
  return renewWarnings(toSettledContent(document, target.rules, warnings), undefined, target)
}

async function write(
  ctx: Transaction,
  target: LockedTarget,
  draft: Draft,
  content: SubtitleObject,
): Promise<AnnotationRow> {
  const { row, rules } = target
  const details = sign(ctx, draft, row?.details ?? {})
  return row
    ? await updateAnnotation(ctx, row, {
        structuredDescription: content,
        details,
        ...(rules.frameCount > 0 && { end: rules.frameCount }),
      })
    : await createSubtitle(ctx, target, content, { details })
}

/** What made the subtitles; those that were only worked on stay whose they were. */
function sign(ctx: Transaction, { source, fileName }: Draft, before: AnnotationDetails): AnnotationDetails {
  if (source === 'subtitles') return before
  const { tags = [], label: _label, source: _source, ...others } = before
  const kept = tags.filter(tag => tag !== toolTag)
  const now = ctx.platform.clock.now()
  return source === 'file'
    ? { ...others, tags: kept, source: 'subtitle_import', label: toLabel('Import', now, fileName) }
    : { ...others, tags: [...kept, toolTag], source: automaticSource, label: toLabel('Automatic Subtitling', now) }
}

/** How many of each kind of warning there are, and where the first ones stand. */
function toReport({ subtitles }: SubtitleObject) {
  const found = subtitles.flatMap(({ start, warnings = [] }: SubtitleEntry, entry) =>
    warnings.map(({ type, value }) => ({ type: String(type), entry, start, ...(value !== undefined && { value }) })),
  )
  const counts: Record<string, number> = {}
  for (const { type } of found) counts[type] = (counts[type] ?? 0) + 1
  return { entries: subtitles.length, warningCounts: counts, warnings: found.slice(0, mostReported) }
}
