import { cutParagraphs, type TimedWord } from '@rushes/timed-text'
import type { Context, Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, createAnnotation, deleteAnnotations } from '../../annotations/index.ts'
import type { TranscriptAddress } from '../address.ts'
import { listParagraphHeads } from '../reading/find.ts'
import { toContent } from '../recognition/parts.ts'

/** A paragraph to be written: the words of one speaker in frames, under an id that was taken before. */
export interface NewParagraph {
  readonly id: number
  readonly words: readonly TimedWord[]
}

/** Where a transcript comes from, as its annotations tell. */
export interface Origin {
  readonly source: 'automatic_transcription' | 'automatic_alignment' | 'transcript_import'
  readonly label: string
}

/** Gives paragraphs their ids, outside any transaction: ids come from a connection of their own. */
export async function prepareParagraphs(
  ctx: Context,
  paragraphs: readonly (readonly TimedWord[])[],
): Promise<NewParagraph[]> {
  const prepared: NewParagraph[] = []
  for (const words of paragraphs) prepared.push({ id: await ctx.platform.takeId(), words })
  return prepared
}

/** Cuts words in frames into paragraphs, at so many frames a second. */
export function cutFrames(words: readonly TimedWord[], framesPerSecond: number): TimedWord[][] {
  const seconds = (count: number) => Math.round(count * framesPerSecond)
  return cutParagraphs(words, { pause: seconds(2), enough: seconds(20), longest: seconds(60) })
}

/**
 * Writes a transcript instead of the one that was there; the clip's annotation is locked. Answers how many
 * paragraphs have gone. Throws ConflictError while one of them hangs on a collection.
 */
export async function replaceParagraphs(
  ctx: Transaction,
  address: TranscriptAddress,
  paragraphs: readonly NewParagraph[],
  origin: Origin,
): Promise<number> {
  const gone = await deleteParagraphs(ctx, address)
  for (const paragraph of paragraphs) await addParagraph(ctx, address, paragraph, origin)
  return gone
}

/** Deletes a transcript; answers how many paragraphs it had. */
export async function deleteParagraphs(ctx: Transaction, address: TranscriptAddress): Promise<number> {
  const ids = (await listParagraphHeads(ctx, address)).map(({ id }) => id)
  if (ids.length > 0) await deleteAnnotations(ctx, address.productionId, ids, {}, () => {})
  return ids.length
}

/** Writes one paragraph. */
export function addParagraph(
  ctx: Transaction,
  { productionId, mediaObjectId, language }: TranscriptAddress,
  { id, words }: NewParagraph,
  { source, label }: { source?: string | undefined; label?: string | undefined },
): Promise<AnnotationRow> {
  const speaker = words[0]?.speaker
  return createAnnotation(ctx, {
    id,
    productionId,
    mediaObjectId,
    objectType: 'TranscriptAnnotation',
    funnel: 'TranscriptAnnotation',
    type: 'TRANSCRIBER',
    start: words[0]!.start,
    end: words.at(-1)!.end,
    language,
    structuredDescription: toContent(id, words, { language, speaker }),
    details: {
      ...(speaker !== undefined && { speaker }),
      ...(source !== undefined && { source }),
      ...(label !== undefined && { label }),
    },
  })
}
