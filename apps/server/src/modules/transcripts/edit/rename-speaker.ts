import { brokenRule, type ChangedParagraphs, type SpeakerRenaming } from '@rushes/contract'
import type { Static } from 'typebox'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { type AnnotationRow, lockAnnotation } from '../../annotations/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { listParagraphRows } from '../reading/find.ts'
import { readWords } from '../recognition/parts.ts'
import { lockForEditing } from './lock.ts'
import { show, writeParagraph } from './write.ts'

/** Gives all paragraphs of one speaker to another. Throws ValidationError for a speaker who says nothing. */
export async function renameSpeaker(
  ctx: Context,
  given: TranscriptAddress,
  { from, to }: Static<typeof SpeakerRenaming>,
): Promise<ChangedParagraphs> {
  const address = toAddress(given)
  assertStorable({ to })
  return inTransaction(ctx, async ctx => {
    await lockForEditing(ctx, address)
    const rows = (await listParagraphRows(ctx, address)).filter(row => row.details.speaker === from)
    if (rows.length === 0) throw brokenRule('/from', `${from ?? 'nobody'} says nothing in this transcript`)
    const changed: AnnotationRow[] = []
    for (const { id } of rows.toSorted((a, b) => a.id - b.id)) {
      const row = await lockAnnotation(ctx, address.productionId, id)
      changed.push(await writeParagraph(ctx, row, readWords(row), to))
    }
    const inOrder = changed.toSorted((a, b) => a.start_frame - b.start_frame)
    return { paragraphs: inOrder.map(row => show(ctx, row)), deletedIds: [] }
  })
}
