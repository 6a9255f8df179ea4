import { brokenRule, notFound } from '@rushes/contract'
import { createSampleRate, type SampleRate } from '@rushes/timebase'
import type { SubtitlePreset } from '@rushes/timed-text'
import { type AnnotationRow, createAnnotation, findAnnotations, lockAnnotation } from '../annotations/index.ts'
import { getMediaObjectRow } from '../media/index.ts'
import type { Context, Transaction } from '../platform/context.ts'
import { getSettings } from '../productions/index.ts'
import { parseLanguage } from './language.ts'
import { defaultRegions, findQualityRules, listPresets, pickSubtitle } from './presets.ts'
import type { ContentRules } from './settle.ts'

/** What the path of a request says. */
export interface SubtitleAddress {
  productionId: number
  mediaObjectId: number
  language: string
  presetId?: string | undefined
}

/** What lies at an address: the subtitles, or the place where they would be. */
export interface SubtitleTarget {
  productionId: number
  mediaObjectId: number
  /** In its usual spelling. */
  language: string
  rules: ContentRules
  /** What the subtitles are checked by, where the house has set rules. */
  quality: SubtitlePreset | undefined
  /** The clip's rate, once it is known. */
  rate: SampleRate | undefined
  row: AnnotationRow | undefined
}

/**
 * Finds what an address means. Throws NotFoundError without the clip, BadRequestError for a language that is none,
 * and ValidationError for a "non-existing `subtitlePresetId`"; subtitles outlive the preset that they were made with.
 */
export async function findTarget(ctx: Context, address: SubtitleAddress): Promise<SubtitleTarget> {
  const { productionId, mediaObjectId, presetId } = address
  const language = parseLanguage(address.language)
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const { subtitlePresets, spottingRules } = await getSettings(ctx, productionId, true)
  const presets = listPresets(subtitlePresets)
  const rows = await findAnnotations(ctx.db, {
    productionId,
    mediaObjectId,
    funnel: 'Subtitle',
    language,
    ...(presetId !== undefined && { subtitlePresetId: presetId }),
  })
  const defaultPresetId = presets.find(preset => preset.isDefault)?.id
  const row = presetId === undefined ? pickSubtitle(rows, defaultPresetId) : rows[0]
  const meantId = row ? row.subtitle_preset_id : (presetId ?? defaultPresetId ?? null)
  const preset = presets.find(candidate => candidate.id === meantId)
  if (!row && !preset && meantId !== null) {
    throw brokenRule('/subtitlePresetId', `${meantId} is not among the subtitlePresets of this production`)
  }
  return {
    productionId,
    mediaObjectId,
    language,
    rules: { presetId: meantId, regions: preset?.regions ?? defaultRegions, frameCount: clip.frame_count ?? 0 },
    quality: findQualityRules(preset?.setting, spottingRules, language),
    rate: clip.rate_num === null || clip.rate_den === null ? undefined : createSampleRate(clip.rate_num, clip.rate_den),
    row,
  }
}

/** The same, the subtitles locked for a change. */
export async function lockTarget(ctx: Transaction, address: SubtitleAddress): Promise<SubtitleTarget> {
  const target = await findTarget(ctx, address)
  return target.row ? { ...target, row: await lockAnnotation(ctx, target.productionId, target.row.id) } : target
}

/** The same, where there must be subtitles. Throws NotFoundError. */
export async function lockSubtitle(
  ctx: Transaction,
  address: SubtitleAddress,
): Promise<SubtitleTarget & { row: AnnotationRow }> {
  const target = await lockTarget(ctx, address)
  if (!target.row) throw missing(target)
  return { ...target, row: target.row }
}

/** That there are no subtitles at this place. */
export function missing({ language, rules }: SubtitleTarget) {
  return notFound('Subtitle', rules.presetId === null ? language : `${language};${rules.presetId}`)
}

/** Stores subtitles where there are none. Throws ConflictError when somebody else has just done so. */
export function createSubtitle(
  ctx: Transaction,
  { productionId, mediaObjectId, language, rules: { presetId } }: SubtitleTarget,
  content: Record<string, unknown> = toEmptyContent(presetId),
): Promise<AnnotationRow> {
  return createAnnotation(ctx, {
    productionId,
    mediaObjectId,
    objectType: 'StructuredAnnotation',
    funnel: 'Subtitle',
    type: 'SUBTITLE',
    start: 0,
    language,
    subtitlePresetId: presetId ?? undefined,
    structuredDescription: content,
  })
}

/** What new subtitles hold. */
export function toEmptyContent(presetId: string | null) {
  return { subtitles: [], ...(presetId !== null && { subtitlePresetId: presetId }) }
}
