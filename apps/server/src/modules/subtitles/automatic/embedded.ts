import { brokenRule, type SubtitleObject, type WorkStatus } from '@rushes/contract'
import { toFrameDocument } from '@rushes/timed-text'
import type { Context, Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, updateAnnotation } from '../../annotations/index.ts'
import type { EmbeddedSubtitles } from '../../ingest/index.ts'
import { publishSubtitling } from '../change/change.ts'
import { toSettledContent, toWarning } from '../files/read-file.ts'
import { withShots } from '../rules/shots.ts'
import { renewWarnings } from '../rules/warnings.ts'
import { readStatus, toStatusPlace, writeStatus } from '../status.ts'
import { createSubtitle, findTarget, lockTarget } from '../target.ts'
import { toLabel } from './signature.ts'

const source = 'embedded_captions'

/**
 * Makes subtitles of the captions of a channel; the result stores them where nobody has made or changed any, and says
 * whether it did. Throws ValidationError while the rate of the clip is not known.
 */
export async function prepareEmbeddedSubtitles(
  ctx: Context,
  { channel, ...address }: EmbeddedSubtitles,
): Promise<(ctx: Transaction) => Promise<boolean>> {
  const found = await withShots(ctx, await findTarget(ctx, address))
  const { rate, rules } = found
  if (!rate) throw brokenRule('/sampleRate', 'of the clip is not known yet')
  const warnings = channel.diagnostics.map(toWarning)
  const document = toFrameDocument(channel.document, rate)
  const content = renewWarnings(toSettledContent(document, rules, warnings), undefined, found)
  return async ctx => {
    const target = await lockTarget(ctx, address)
    const { row, clip } = target
    const place = toStatusPlace(target)
    const status = readStatus(clip, place)
    if ((row && !isReplaceable(row, status)) || status === 'COMPLETED') return false
    const label = toLabel('Embedded captions', ctx.platform.clock.now(), channel.name)
    const details = { ...row?.details, source, label, tags: [`caption_channel:${channel.name}`] }
    const stored = row
      ? await updateAnnotation(ctx, row, {
          structuredDescription: content,
          details,
          ...(rules.frameCount > 0 && { end: rules.frameCount }),
        })
      : await createSubtitle(ctx, target, content, { details })
    if (status === 'NOT_STARTED') await writeStatus(ctx, clip, place, 'AUTOMATIC_COMPLETED')
    publishSubtitling(ctx, 'Subtitling.import', stored)
    return true
  }
}

/** Subtitles without entries are nobody's work; captions are replaced until someone changes them. */
function isReplaceable({ details, structured_description: content }: AnnotationRow, status: WorkStatus): boolean {
  const { subtitles = [] } = (content ?? {}) as Partial<SubtitleObject>
  return subtitles.length === 0 || (details.source === source && status === 'AUTOMATIC_COMPLETED')
}
