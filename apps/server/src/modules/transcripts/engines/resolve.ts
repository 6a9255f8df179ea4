import { brokenRule, notFound, SpeechEngineOptions, type TranscriptionSetting } from '@rushes/contract'
import Type from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { type Outbound, parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { findAccount } from '../../accounts/index.ts'
import { findAccountIdOfProduction, getSettings } from '../../productions/index.ts'
import { openSecret } from '../secrets/service.ts'
import { type CommandEngine, createCommandEngine } from './command.ts'
import type { SpeechEngine } from './engine.ts'
import { createHttpEngine, type HttpEngine } from './http.ts'
import type { OperatorEngines } from './operator.ts'
import { type ChosenEngine, chooseEngine, type EngineSettings, type EngineWish } from './settings.ts'

/** What the settings of a production and of its account say of speech. */
export interface SpeechSettings extends EngineSettings {
  readonly accountId: number
}

export async function getSpeechSettings(
  ctx: Context,
  productionId: number,
  service: OperatorEngines,
): Promise<SpeechSettings> {
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  if (accountId === undefined) throw notFound('Production', productionId)
  const [{ transcription }, account] = [await getSettings(ctx, productionId), await findAccount(ctx.db, accountId)]
  // Both were checked when they were set.
  const production = (transcription ?? {}) as TranscriptionSetting
  return { accountId, production, account: (account?.settings.transcription ?? {}) as TranscriptionSetting, service }
}

/** What a request says of the engine, unchecked. */
export interface RawWish {
  readonly engine?: string | undefined
  readonly configuration?: Record<string, unknown> | undefined
}

/** Where in a request the engine and its configuration stand. */
export interface WishPaths {
  readonly engine?: string | undefined
  readonly configuration?: string | undefined
}

/** The engine of a request as data; undefined where none is set up. Throws ValidationError with the path. */
export function findEngine(
  settings: SpeechSettings,
  wish: RawWish,
  { engine: path = '/engine', configuration = '/configuration' }: WishPaths = {},
): ChosenEngine | undefined {
  const chosen = chooseEngine(settings, toWish(wish, configuration), path)
  if (chosen && chosen.from !== 'service' && !parseOutboundUrl(chosen.configuration.url)) {
    throw brokenRule(path, `${chosen.name} has no address that can be called`)
  }
  return chosen
}

/** A configuration sent as any object; an error names its path in the request. */
function toWish({ engine, configuration }: RawWish, path: string): EngineWish {
  if (configuration === undefined) return { engine }
  const member = path.slice(1)
  const validate = createValidator(Type.Object({ [member]: SpeechEngineOptions }), 'ValidationError')
  validate({ [member]: configuration })
  return { engine, configuration: configuration as SpeechEngineOptions }
}

/** The engine with its key. Throws ValidationError when that is missing or meant for another place. */
export async function prepareEngine(
  ctx: Context,
  { accountId }: SpeechSettings,
  chosen: ChosenEngine,
): Promise<HttpEngine | CommandEngine> {
  if (chosen.from === 'service') return chosen.engine
  const { name, configuration } = chosen
  const { secret: secretName, url } = configuration
  const secret =
    secretName === undefined ? undefined : await openSecret(ctx, accountId, secretName, new URL(url).origin)
  return { name, configuration, secret }
}

/** The engine ready for work. */
export function openEngine(outbound: Outbound, engine: HttpEngine | CommandEngine): SpeechEngine {
  return 'command' in engine ? createCommandEngine(engine) : createHttpEngine(outbound, engine)
}
