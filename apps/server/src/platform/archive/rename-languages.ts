/**
 * Languages of subtitles and transcripts that were stored in other spellings than the canonical ones. Migration 0275 runs
 * this, so it is never changed; archives bring the names of their release.
 */

import { CompiledQuery } from 'kysely'
import type { Database } from '../database/index.ts'
import type { DatabaseLog } from '../database/log.ts'
import * as live from '../text/language.ts'
import * as of0275 from './languages-of-0275.ts'

/** Runs a statement on a database. */
type RunStatement = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>

type Names = Pick<typeof of0275, 'findLanguage' | 'findStatusKey'>

const maxNamed = 100

/**
 * Renames them, everywhere or in one production, with the keys of the statuses. A tag that is none becomes one of private
 * use, so that it can still be asked for. Where a clip has both spellings, the other one stays as it is and is logged.
 */
export async function renameLanguages(
  run: RunStatement,
  log: DatabaseLog,
  productionId?: number,
  names: Names = of0275,
): Promise<void> {
  const within = productionId === undefined ? '' : ` and a.production_id = ${Number(productionId)}`
  const { rows } = await run(
    `select distinct a.language from annotation a
     where a.language is not null and (a.funnel = 'Subtitle' or a.object_type = 'TranscriptAnnotation')${within}
     order by 1`,
    [],
  )
  for (const { before, after } of listRenames(
    rows.map(({ language }) => String(language)),
    toTag(names),
  )) {
    await run(
      `update annotation a set language = $2
       where a.funnel = 'Subtitle' and a.language = $1${within} and not exists (
         select from annotation o where o.media_object_id = a.media_object_id and o.funnel = 'Subtitle'
           and o.language = $2 and o.subtitle_preset_id is not distinct from a.subtitle_preset_id)`,
      [before, after],
    )
    await run(
      `update annotation a set language = $2, structured_description = case
         when a.structured_description ->> 'language' = $1
         then jsonb_set(a.structured_description, '{language}', to_jsonb($2::text)) else a.structured_description end
       where a.object_type = 'TranscriptAnnotation' and a.language = $1${within} and not exists (
         select from annotation o where o.media_object_id = a.media_object_id
           and o.object_type = 'TranscriptAnnotation' and o.language = $2)`,
      [before, after],
    )
    const { rows: left } = await run(
      `select a.id from annotation a
       where a.language = $1 and (a.funnel = 'Subtitle' or a.object_type = 'TranscriptAnnotation')${within}
       order by a.id limit ${maxNamed}`,
      [before],
    )
    const annotations = left.map(({ id }) => Number(id))
    if (left.length > 0) log.warn({ language: before, canonical: after, annotations }, 'language kept, clip has both')
    else log.info({ language: before, canonical: after }, 'language renamed')
  }
  for (const map of ['subtitlingStatuses', 'transcriptionStatuses']) await renameKeys(run, map, within, names)
}

/** The same of a production that was imported. */
export function renameLanguagesOf(db: Database, log: DatabaseLog, productionId: number): Promise<void> {
  const run: RunStatement = (text, values) => db.executeQuery(CompiledQuery.raw(text, [...values]))
  return renameLanguages(run, log, productionId, live)
}

/** The keys of a map of statuses; one that is there in canonical spelling stays. */
async function renameKeys(run: RunStatement, map: string, within: string, names: Names): Promise<void> {
  const { rows } = await run(
    `select distinct key from annotation a, jsonb_object_keys(case jsonb_typeof(a.details -> $1)
       when 'object' then a.details -> $1 else '{}' end) as key
     where a.object_type = 'MediaObjectAnnotation'${within} order by 1`,
    [map],
  )
  for (const { before, after } of listRenames(
    rows.map(({ key }) => String(key)),
    toKey(names),
  )) {
    await run(
      `update annotation a set details =
         jsonb_set(a.details #- array[$1, $2]::text[], array[$1, $3]::text[], a.details -> $1 -> $2)
       where a.object_type = 'MediaObjectAnnotation'${within}
         and jsonb_exists(a.details -> $1, $2) and not jsonb_exists(a.details -> $1, $3)`,
      [map, before, after],
    )
  }
}

/** The same for runs that are under way. */
export async function renameLanguagesOfRuns(run: RunStatement): Promise<void> {
  const { rows } = await run('select language from subtitle_work union select language from transcription_run', [])
  for (const { before, after } of listRenames(
    rows.map(({ language }) => String(language)),
    toTag(of0275),
  )) {
    await run('update subtitle_work set language = $2 where language = $1', [before, after])
    await run(
      `update transcription_run a set language = $2 where a.language = $1 and not exists (
         select from transcription_run o where o.media_object_id = a.media_object_id and o.language = $2)`,
      [before, after],
    )
  }
}

function listRenames(names: readonly string[], toName: (name: string) => string | undefined) {
  return names.flatMap(before => {
    const after = toName(before)
    return after === undefined || after === before ? [] : [{ before, after }]
  })
}

const toTag =
  ({ findLanguage }: Names) =>
  (language: string) =>
    findLanguage(language) ?? findLanguage(`x-${language}`)

const toKey =
  ({ findStatusKey }: Names) =>
  (key: string) =>
    findStatusKey(key) ?? findStatusKey(`x-${key}`)
