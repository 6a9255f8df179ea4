import {
  type Annotation,
  brokenRule,
  type ChangedParagraphs,
  type JsonPatch,
  type ParagraphSplit,
} from '@rushes/contract'
import { joinText, type TimedWord } from '@rushes/timed-text'
import Type, { type Static } from 'typebox'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../../platform/text/json-patch.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { type AnnotationRow, deleteAnnotation } from '../../annotations/index.ts'
import { getMediaObjectRow } from '../../media/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { listParagraphHeads } from '../reading/find.ts'
import { readWords } from '../recognition/parts.ts'
import { addParagraph } from '../writing/write.ts'
import { lockForEditing, lockParagraph } from './lock.ts'
import { type Room, retext } from './retext.ts'
import { show, writeParagraph } from './write.ts'

/** What a patch of a paragraph sees of it. */
const View = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 100_000 }),
    speaker: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  },
  { additionalProperties: false },
)
const validate = createValidator(View, 'ValidationError')

/** Changes the text of a paragraph, or who says it. Throws ConflictError for a failed `test`, ValidationError. */
export async function patchParagraph(
  ctx: Context,
  given: TranscriptAddress,
  id: number,
  patch: JsonPatch,
): Promise<Annotation> {
  const address = toAddress(given)
  return inTransaction(ctx, async ctx => {
    const isChange = listPatchedMembers(patch).length > 0
    if (isChange) await lockForEditing(ctx, address)
    const row = await lockParagraph(ctx, address, id)
    assertPrecondition(ctx, row.version)
    const words = readWords(row)
    const { speaker } = row.details
    const before: Static<typeof View> = { text: joinText(words), ...(speaker !== undefined && { speaker }) }
    const after = applyPatch(before, patch)
    validate(after)
    assertStorable(after)
    if (after.text.trim() === '') throw brokenRule('/text', 'must say something; delete the paragraph instead')
    if (after.text === before.text && after.speaker === before.speaker) return show(ctx, row)
    const written =
      after.text === before.text ? words : retext(words, after.text, await findRoom(ctx, address, row, words))
    return show(ctx, await writeParagraph(ctx, row, written, after.speaker))
  })
}

/** The room between the paragraphs around. */
async function findRoom(
  ctx: Context,
  address: TranscriptAddress,
  row: AnnotationRow,
  words: readonly TimedWord[],
): Promise<Room> {
  const clip = await getMediaObjectRow(ctx.db, address.productionId, address.mediaObjectId)
  const rows = await listParagraphHeads(ctx, address)
  const place = rows.findIndex(({ id }) => id === row.id)
  const [before, after] = [rows[place - 1], rows[place + 1]]
  const [first = row.start_frame, last = row.end_frame] = [words[0]?.start, words.at(-1)?.end]
  const end = after?.start_frame ?? (clip.frame_count || last + 1_000)
  return {
    // Others may have written paragraphs that overlap.
    from: Math.min(first, before?.end_frame ?? 0),
    to: Math.max(last, end),
    framesPerSecond: clip.rate_num === null || clip.rate_den === null ? 25 : clip.rate_num / clip.rate_den,
  }
}

/** Cuts a paragraph in two before one of its words. Throws ValidationError for a word that it has not. */
export async function splitParagraph(
  ctx: Context,
  given: TranscriptAddress,
  id: number,
  { part }: Static<typeof ParagraphSplit>,
): Promise<ChangedParagraphs> {
  const address = toAddress(given)
  const newId = await ctx.platform.takeId()
  return inTransaction(ctx, async ctx => {
    await lockForEditing(ctx, address)
    const row = await lockParagraph(ctx, address, id)
    const words = readWords(row)
    if (part >= words.length) throw brokenRule('/part', `must be less than ${words.length}, the number of its words`)
    const first = await writeParagraph(ctx, row, words.slice(0, part), row.details.speaker)
    const { source, label } = row.details
    const second = await addParagraph(ctx, address, { id: newId, words: words.slice(part) }, { source, label })
    return { paragraphs: [show(ctx, first), show(ctx, second)], deletedIds: [] }
  })
}

/** Joins a paragraph with the one behind it. Throws ValidationError for the last one. */
export async function mergeParagraph(ctx: Context, given: TranscriptAddress, id: number): Promise<ChangedParagraphs> {
  const address = toAddress(given)
  return inTransaction(ctx, async ctx => {
    await lockForEditing(ctx, address)
    const row = await lockParagraph(ctx, address, id)
    const heads = await listParagraphHeads(ctx, address)
    const following = heads[heads.findIndex(other => other.id === id) + 1]
    if (!following) throw brokenRule('/', 'is the last paragraph')
    const next = await lockParagraph(ctx, address, following.id)
    await deleteAnnotation(ctx, address.productionId, next.id)
    const words = [...withBlank(readWords(row)), ...readWords(next)]
    const merged = await writeParagraph(
      ctx,
      row,
      words.toSorted((a, b) => a.start - b.start),
      row.details.speaker,
    )
    return { paragraphs: [show(ctx, merged)], deletedIds: [next.id] }
  })
}

/** The last word of a paragraph has no blank behind it. */
function withBlank(words: readonly TimedWord[]): TimedWord[] {
  return words.map((word, index) =>
    index === words.length - 1 && !/\s$/.test(word.text) ? { ...word, text: `${word.text} ` } : word,
  )
}
