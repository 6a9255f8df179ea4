import type { Annotation } from '@rushes/contract'
import type { TimedWord } from '@rushes/timed-text'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, toAnnotation, updateAnnotation } from '../../annotations/index.ts'
import { toContent } from '../recognition/parts.ts'

/** Writes the words of a paragraph and who says them; what else its content and its annotation hold stays. */
export function writeParagraph(
  ctx: Transaction,
  row: AnnotationRow,
  words: readonly TimedWord[],
  speaker: string | undefined,
): Promise<AnnotationRow> {
  const { speaker: _before, ...details } = row.details
  return updateAnnotation(ctx, row, {
    start: words[0]!.start,
    end: words.at(-1)!.end,
    structuredDescription: {
      ...row.structured_description,
      ...toContent(row.id, words, { language: row.language ?? 'und', speaker }),
    },
    details: { ...details, ...(speaker !== undefined && { speaker }) },
  })
}

/** A paragraph as it is answered. */
export function show(ctx: Transaction, row: AnnotationRow): Annotation {
  return toAnnotation(row, { publicUrl: ctx.platform.publicUrl })
}
