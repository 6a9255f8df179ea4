import type { Context } from '../../../platform/context.ts'
import {
  type AnnotationHead,
  type AnnotationRow,
  findAnnotationHeads,
  findAnnotations,
} from '../../annotations/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { readWords } from '../recognition/parts.ts'

/** What is said in a clip, in a language. Frames of the clip, `[start, end)`. */
export interface Transcript {
  readonly language: string
  readonly paragraphs: readonly TranscriptParagraph[]
}

/** What one speaker says. */
export interface TranscriptParagraph {
  readonly annotationId: number
  readonly startFrame: number
  readonly endFrame: number
  readonly speaker?: string
  readonly words: readonly TranscriptWord[]
}

/** A word with the blank behind it. */
export interface TranscriptWord {
  readonly text: string
  readonly startFrame: number
  readonly endFrame: number
  /** 0 to 1. */
  readonly confidence?: number
  readonly speaker?: string
}

/** The transcript of a clip, if it has one. */
export async function findTranscript(ctx: Context, address: TranscriptAddress): Promise<Transcript | undefined> {
  const { language, ...place } = toAddress(address)
  const rows = await listParagraphRows(ctx, { ...place, language })
  return rows.length === 0 ? undefined : { language, paragraphs: rows.map(toParagraph) }
}

/** Whether the clip has a transcript. */
export async function hasTranscript(ctx: Context, address: TranscriptAddress): Promise<boolean> {
  return (await listParagraphHeads(ctx, toAddress(address))).length > 0
}

/** The annotations that hold the paragraphs, in order. */
export function listParagraphRows(ctx: Context, address: TranscriptAddress): Promise<AnnotationRow[]> {
  return findAnnotations(ctx, { ...address, funnel: 'TranscriptAnnotation' })
}

/** The same without what is said in them. */
export function listParagraphHeads(ctx: Context, address: TranscriptAddress): Promise<AnnotationHead[]> {
  return findAnnotationHeads(ctx.db, { ...address, funnel: 'TranscriptAnnotation' })
}

function toParagraph(row: AnnotationRow): TranscriptParagraph {
  const { speaker } = row.details
  return {
    annotationId: row.id,
    startFrame: row.start_frame,
    endFrame: row.end_frame,
    ...(speaker !== undefined && { speaker }),
    words: readWords(row).map(({ text, start, end, confidence, speaker }) => ({
      text,
      startFrame: start,
      endFrame: end,
      ...(confidence !== undefined && { confidence }),
      ...(speaker !== undefined && { speaker }),
    })),
  }
}
