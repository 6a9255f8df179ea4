import {
  annotationFields,
  brokenRule,
  type FileBody,
  type JsonPatch,
  type SubtitleAnnotation,
  type SubtitleReplacement,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { parseLanguage } from '../../../platform/text/language.ts'
import { type AnnotationRow, updateAnnotation } from '../../annotations/index.ts'
import { applySubtitlePatch, publishSubtitling } from '../change/change.ts'
import { withShots } from '../rules/shots.ts'
import { renewWarnings } from '../rules/warnings.ts'
import { toSubtitleAnnotation } from '../show.ts'
import { assertEditable, noteEditing, toStatusPlace } from '../status.ts'
import { createSubtitle, findTarget, lockTarget, missing, type SubtitleAddress } from '../target.ts'
import { readSubtitleFile, readTimes, type StatedTimes } from './read-file.ts'
import { readColumns } from './tables.ts'

/** Members that a replacement may carry and that it does not change: they tell whose the subtitles are. */
const keptMembers = new Set<string>([
  'annotationProductionId',
  'createdByShareId',
  'createdBySharedUserId',
  'crossProduction',
  'start',
  'end',
  'funnel',
  'includeTranslatedTo',
  'mediaObject',
  'mediaObjectId',
  'productionId',
  'relatedToId',
  'structuredDescription',
  'translatedToIds',
  'type',
  'language',
] satisfies (keyof typeof annotationFields)[])
const replacedMembers = [...Object.keys(annotationFields).filter(name => !keptMembers.has(name)), 'speaker']

/**
 * Replaces subtitles as a whole: members that are left out are gone. `version` is the stored one, 0 where nothing is
 * stored yet; throws ConflictError for another and NotFoundError where there is nothing to replace.
 */
export async function replaceSubtitle(
  ctx: Context,
  address: SubtitleAddress,
  body: SubtitleReplacement,
): Promise<SubtitleAnnotation> {
  return inTransaction(ctx, async ctx => {
    const target = await lockTarget(ctx, address)
    const { row, rules, language } = target
    assertPrecondition(ctx, row?.version)
    assertSame(
      'language',
      body.language === undefined ? undefined : parseLanguage(body.language, '/language'),
      language,
    )
    assertSame('subtitlePresetId', body.subtitlePresetId, rules.presetId ?? undefined)
    if (row && row.version !== body.version) throw staleVersion('Subtitle', row.id, row.version)
    if (!row && body.version !== 0) throw missing(target)
    assertEditable(target.clip, target)
    const stored = row ?? (await createSubtitle(ctx, target))
    const patch = toPatch(body, stored)
    return toSubtitleAnnotation(ctx, await applySubtitlePatch(ctx, { ...target, row: stored }, patch))
  })
}

function assertSame(name: string, given: string | undefined, known: string | undefined): void {
  if (given !== undefined && given !== known) throw brokenRule(`/${name}`, 'is given by the address')
}

/** A replacement as a patch, so that both pass the same rules. */
function toPatch(body: SubtitleReplacement, stored: AnnotationRow): JsonPatch {
  const content = body.structuredDescription ?? body.structuredAnnotation
  const given = new Map(Object.entries(body))
  return [
    { op: 'add', path: '/structuredDescription', value: content },
    ...replacedMembers.flatMap((name): JsonPatch => {
      const value = given.get(name)
      if (value !== undefined) return [{ op: 'add', path: `/${name}`, value }]
      return isSet(stored, name) ? [{ op: 'remove', path: `/${name}` }] : []
    }),
  ]
}

function isSet(stored: AnnotationRow, name: string): boolean {
  return name === 'translatedFromId' ? stored.translated_from_id !== null : Object.hasOwn(stored.details, name)
}

/** How a file is read, and what it replaces. */
interface ImportQuery extends StatedTimes {
  readonly version?: number | undefined
  readonly columns?: string | undefined
  readonly unroll?: boolean | undefined
}

/**
 * Replaces subtitles by those of a file, whole or not at all, and stores them where there were none. `version` is
 * compared when it is given. Throws ValidationError while the rate of the clip is not known.
 */
export async function importSubtitle(
  ctx: Context,
  address: SubtitleAddress,
  file: FileBody,
  { version, columns: given, unroll, ...stated }: ImportQuery,
): Promise<SubtitleAnnotation> {
  const found = await withShots(ctx, await findTarget(ctx, address))
  const { media, rules, language } = found
  const columns = readColumns(given)
  if (!media) throw brokenRule('/sampleRate', 'of the clip is not known yet')
  const times = readTimes(stated, media, '/startOfProgramme')
  const content = renewWarnings(
    readSubtitleFile(file, media, rules, { language, times, unroll, ...(columns && { columns }) }),
    undefined,
    found,
  )
  return inTransaction(ctx, async ctx => {
    const target = await lockTarget(ctx, address)
    const { row, rules, clip } = target
    assertPrecondition(ctx, row?.version)
    if (version !== undefined && version !== (row?.version ?? 0)) {
      throw staleVersion('Subtitle', row?.id ?? 0, row?.version ?? 0)
    }
    assertEditable(clip, target)
    const imported = row
      ? await updateAnnotation(ctx, row, {
          structuredDescription: content,
          ...(rules.frameCount > 0 && { end: rules.frameCount }),
        })
      : await createSubtitle(ctx, target, content)
    await noteEditing(ctx, clip, toStatusPlace(target))
    publishSubtitling(ctx, 'Subtitling.import', imported)
    return toSubtitleAnnotation(ctx, imported)
  })
}
