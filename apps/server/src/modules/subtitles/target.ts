import { brokenRule, notFound } from '@rushes/contract'
import { createSampleRate, type FrameTimes, type SampleRate } from '@rushes/timebase'
import {
  findQualityRules,
  type MediaPlace,
  readHousePreset,
  type Spelling,
  type SubtitlePreset,
} from '@rushes/timed-text'
import type { Context, Transaction } from '../../platform/context.ts'
import { parseLanguage } from '../../platform/text/language.ts'
import {
  type AnnotationDetails,
  type AnnotationHead,
  type AnnotationRow,
  createAnnotation,
  findAnnotationHeads,
  lockAnnotationHead,
  lockClipAnnotation,
} from '../annotations/index.ts'
import { findFrameTimes, getMediaObjectRow, type MediaObjectRow } from '../media/index.ts'
import { getSettings, withDefaultSettings } from '../productions/index.ts'
import type { ContentRules } from './change/settle.ts'
import { readContent } from './entries/cache.ts'
import { defaultRegions, findSpottingRules, listPresets, pickSubtitle } from './rules/presets.ts'
import { findSpelling } from './rules/spelling.ts'

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
  /** The words of the language, where the rules ask for them and there is a dictionary. */
  spelling: Spelling | undefined
  /** What new subtitles are made by; members of a preset may count more. Throws ValidationError for faulty ones. */
  readSpotting: (overrides?: object) => SubtitlePreset
  /** The preset with what it leaves open filled in; without one that of the service. */
  readPreset: () => SubtitlePreset
  /** The clip's rate, once it is known. */
  rate: SampleRate | undefined
  /** Where the clip begins and how long it is, once its rate is known. */
  media: MediaPlace | undefined
  row: AnnotationRow | undefined
}

/** The same while nobody has looked at the content yet. */
type SubtitlePlace = Omit<SubtitleTarget, 'row'> & { head: AnnotationHead | undefined }

/**
 * Finds what an address means. Throws NotFoundError without the clip, BadRequestError for a language that is none, and
 * ValidationError for a preset that does not exist (subtitles-5); subtitles outlive the preset that they were made
 * with.
 */
export async function findTarget(ctx: Context, address: SubtitleAddress): Promise<SubtitleTarget> {
  const { head, ...target } = await findPlace(ctx, address)
  return { ...target, row: head && (await readContent(ctx, head)) }
}

async function findPlace(ctx: Context, address: SubtitleAddress): Promise<SubtitlePlace> {
  const { productionId, mediaObjectId, presetId } = address
  const language = parseLanguage(address.language)
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  const own = await getSettings(ctx, productionId, true)
  const settings = withDefaultSettings(own)
  const presets = listPresets(settings.subtitlePresets)
  const heads = await findAnnotationHeads(ctx.db, {
    productionId,
    mediaObjectId,
    funnel: 'Subtitle',
    language,
    ...(presetId !== undefined && { subtitlePresetId: presetId }),
  })
  const defaultPresetId = presets.find(preset => preset.isDefault)?.id
  const head = presetId === undefined ? pickSubtitle(heads, defaultPresetId) : heads[0]
  const meantId = head ? head.subtitle_preset_id : (presetId ?? defaultPresetId ?? null)
  const preset = presets.find(candidate => candidate.id === meantId)
  if (!head && !preset && meantId !== null) {
    throw brokenRule('/subtitlePresetId', `${meantId} is not among the subtitlePresets of this production`)
  }
  const media = toMediaPlace(clip, await findFrameTimes(ctx.db, clip))
  const quality = findQualityRules(preset?.setting, own.spottingRules, language)
  return {
    productionId,
    mediaObjectId,
    language,
    rules: { presetId: meantId, regions: preset?.regions ?? defaultRegions, frameCount: clip.frame_count ?? 0 },
    quality,
    spelling: quality && (await findSpelling(ctx, quality, language, own.spellingWords)),
    readSpotting: overrides => findSpottingRules(preset?.setting, settings.spottingRules, language, overrides),
    readPreset: () => readHousePreset(preset?.setting ?? {}, { language }).preset,
    rate: media?.rate,
    media,
    head,
  }
}

/** A clip as readers of files need it; undefined while its rate is not known. */
export function toMediaPlace(clip: MediaObjectRow, times: FrameTimes | undefined): MediaPlace | undefined {
  const { rate_num, rate_den, timecode_frames, drop_frame, frame_count } = clip
  if (rate_num === null || rate_den === null) return undefined
  const start = timecode_frames === null ? undefined : { frames: timecode_frames, dropFrame: drop_frame }
  return {
    rate: createSampleRate(rate_num, rate_den),
    ...(start && { start }),
    frameCount: frame_count ?? 0,
    ...(times && { times }),
  }
}

/** A target whose clip and subtitles are locked. */
export interface LockedTarget extends SubtitleTarget {
  /** The annotation of the whole clip, in which the status of the subtitles stands. */
  clip: AnnotationRow
}

/** The same, locked for a change: the annotation of the clip, then the subtitles. */
export async function lockTarget(ctx: Transaction, address: SubtitleAddress): Promise<LockedTarget> {
  const clip = await lockClipAnnotation(ctx, address.productionId, address.mediaObjectId)
  const { head, ...target } = await findPlace(ctx, address)
  const locked = head && (await lockAnnotationHead(ctx, target.productionId, head.id))
  return { ...target, clip, row: locked && (await readContent(ctx, locked)) }
}

/** The same, where there must be subtitles. Throws NotFoundError. */
export async function lockSubtitle(
  ctx: Transaction,
  address: SubtitleAddress,
): Promise<LockedTarget & { row: AnnotationRow }> {
  const target = await lockTarget(ctx, address)
  if (!target.row) throw missing(target)
  return { ...target, row: target.row }
}

/** That there are no subtitles at this place. */
export function missing({ language, rules }: Pick<SubtitleTarget, 'language' | 'rules'>) {
  return notFound('Subtitle', rules.presetId === null ? language : `${language};${rules.presetId}`)
}

/** Stores subtitles where there are none. Throws ConflictError when somebody else has just done so. */
export function createSubtitle(
  ctx: Transaction,
  { productionId, mediaObjectId, language, rules: { presetId } }: SubtitleTarget,
  content: Record<string, unknown> = toEmptyContent(presetId),
  members: { details?: AnnotationDetails; translatedFromId?: number } = {},
): Promise<AnnotationRow> {
  return createAnnotation(ctx, {
    ...members,
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
