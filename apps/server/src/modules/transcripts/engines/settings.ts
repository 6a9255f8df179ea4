/** Which engines a production has: its own, those of its account, those of the operator, in this order. Pure. */

import {
  type AvailableEngine,
  brokenRule,
  type SpeechEngineConfiguration,
  type SpeechEngineOptions,
  type TranscriptionSetting,
} from '@rushes/contract'
import type { CommandEngine } from './command.ts'
import type { HttpEngine } from './http.ts'
import type { OperatorEngines } from './operator.ts'

/** Where engines are set up. */
export interface EngineSettings {
  readonly production: TranscriptionSetting
  readonly account: TranscriptionSetting
  readonly service: OperatorEngines
}

type Configured = SpeechEngineConfiguration & { readonly url: string }

/** An engine of a setting, whose key is still to be looked up; or one of the operator. */
export type ChosenEngine =
  | { readonly from: 'production' | 'account'; readonly name: string; readonly configuration: Configured }
  | { readonly from: 'service'; readonly name: string; readonly engine: HttpEngine | CommandEngine }

/** What a request says of the engine, and where in it. */
export interface EngineWish {
  readonly engine?: string | undefined
  readonly configuration?: SpeechEngineOptions | undefined
}

/** The engine that a request gets; undefined where none is set up. Throws ValidationError for an unknown one. */
export function chooseEngine(settings: EngineSettings, wish: EngineWish, path = '/engine'): ChosenEngine | undefined {
  const engines = listEngines(settings)
  const name = wish.engine ?? findDefaultName(settings) ?? engines[0]?.name
  if (name === undefined) return undefined
  const found = engines.find(engine => engine.name === name)
  if (found) return withOptions(found, settings, wish)
  const known = [...new Set(engines.map(engine => engine.name))].join(', ')
  const problem = known === '' ? 'no speech engine is set up' : `must be one of ${known}`
  throw brokenRule(path, `${name} is not a speech engine of this production; ${problem}`)
}

/** The engines by name, as a list for people. */
export function listAvailable(settings: EngineSettings): AvailableEngine[] {
  const engines = listEngines(settings)
  const names = [...new Set(engines.map(engine => engine.name))]
  const chosen = findDefaultName(settings) ?? names[0]
  return names.map(name => ({
    name,
    from: engines.find(engine => engine.name === name)!.from,
    isDefault: name === chosen,
  }))
}

function findDefaultName({ production, account, service }: EngineSettings): string | undefined {
  return production.engine ?? account.engine ?? service.engine
}

/** Of two with one name the first counts. */
function listEngines({ production, account, service }: EngineSettings): ChosenEngine[] {
  return [
    ...listSet('production', production),
    ...listSet('account', account),
    ...service.engines.map(engine => ({ from: 'service' as const, name: engine.name, engine })),
  ]
}

function listSet(from: 'production' | 'account', setting: TranscriptionSetting): ChosenEngine[] {
  const { engine, configuration, engines = [] } = setting
  const named = engine !== undefined && configuration ? [{ name: engine, configuration }] : []
  return [...named, ...engines].flatMap(({ name, configuration: { url, ...rest } }) =>
    url === undefined ? [] : [{ from, name, configuration: { ...rest, url } }],
  )
}

/** What the setting says of the engine that it names, then what the request says. */
function withOptions(chosen: ChosenEngine, { production, account }: EngineSettings, wish: EngineWish): ChosenEngine {
  const options = [account, production].map(({ engine, configuration }) => {
    if (engine !== chosen.name || !configuration || configuration.url !== undefined) return {}
    return toOptions(configuration)
  })
  const all = [...options, wish.configuration ?? {}]
  if (chosen.from !== 'service') return { ...chosen, configuration: merge(chosen.configuration, all) }
  const { engine } = chosen
  return 'command' in engine
    ? chosen
    : { ...chosen, engine: { ...engine, configuration: merge(engine.configuration, all) } }
}

/** Where sound is sent, and with which key, is said where the engine is set up and nowhere else. */
function toOptions(configuration: SpeechEngineConfiguration): SpeechEngineOptions {
  const { url: _url, secret: _secret, diarizationUrl: _diarizationUrl, ...options } = configuration
  return options
}

function merge(configuration: Configured, options: readonly SpeechEngineOptions[]): Configured {
  const parameters = Object.assign({}, configuration.parameters, ...options.map(option => option.parameters))
  return {
    ...Object.assign({}, configuration, ...options),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}
