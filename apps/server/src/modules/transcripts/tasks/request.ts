import { brokenRule } from '@rushes/contract'
import type { DictionaryEntry } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { readDictionary } from '../dictionary.ts'
import type { CommandEngine } from '../engines/command.ts'
import type { HttpEngine } from '../engines/http.ts'
import type { OperatorEngines } from '../engines/operator.ts'
import { findEngine, getSpeechSettings, prepareEngine, type WishPaths } from '../engines/resolve.ts'

/** How a transcript is to be made. */
export interface RecognitionRequest {
  readonly language: string
  /** Of the engines that are set up; the default one when absent. */
  readonly engine?: string | undefined
  readonly configuration?: Record<string, unknown> | undefined
  /** A thesaurus. */
  readonly dictionaryId?: number | undefined
  readonly overwriteAllowed: boolean
}

/** Where in a request its members stand. */
export interface RequestPaths extends WishPaths {
  readonly dictionaryId?: string | undefined
}

/** What a request means. */
export interface Equipment {
  /** None is set up, and the request names none. */
  readonly engine: HttpEngine | CommandEngine | undefined
  readonly dictionary: readonly DictionaryEntry[]
}

/** Finds what a request names. Throws ValidationError with the path of what does not exist. */
export async function equip(
  ctx: Context,
  productionId: number,
  request: RecognitionRequest,
  speech: OperatorEngines,
  paths: RequestPaths = {},
): Promise<Equipment> {
  const settings = await getSpeechSettings(ctx, productionId, speech)
  const chosen = findEngine(settings, request, paths)
  const dictionaryId = request.dictionaryId ?? settings.production.dictionaryId ?? settings.account.dictionaryId
  const path = request.dictionaryId === undefined ? '/transcription/dictionaryId' : paths.dictionaryId
  return {
    engine: chosen && (await prepareEngine(ctx, settings, chosen)),
    dictionary: dictionaryId === undefined ? [] : await readDictionary(ctx, settings.accountId, dictionaryId, path),
  }
}

/** The same as a check, for requests whose work is done later; an engine is missed only where it `isNeeded`. */
export async function assertEquipped(
  ctx: Context,
  productionId: number,
  request: RecognitionRequest,
  speech: OperatorEngines,
  { isNeeded, ...paths }: RequestPaths & { isNeeded: boolean },
): Promise<void> {
  const { engine } = await equip(ctx, productionId, request, speech, paths)
  if (!engine && isNeeded) {
    throw brokenRule(paths.engine ?? '/engine', 'no speech engine is set up: see the setting `transcription`')
  }
}
