import {
  brokenRule,
  type Fault,
  ServiceError,
  type SpeechEngineConfiguration,
  TranscriptionSetting,
} from '@rushes/contract'
import { parseOutboundUrl } from '../security/outbound.ts'
import { createValidator } from '../text/validate.ts'

const validate = createValidator(TranscriptionSetting, 'ValidationError')

/**
 * Throws ValidationError with the path below `path` for what is wrong with a setting `transcription`, of a production or
 * of an account. It never contains keys: it names those stored in the account.
 */
export function assertTranscriptionSetting(value: unknown, path: string): void {
  try {
    validate(value)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const faults = (error.data as Fault[]).map(fault => ({ ...fault, path: path + fault.path.replace(/\/$/, '') }))
    throw new ServiceError('ValidationError', faults.map(fault => `${fault.path} ${fault.message}`).join('; '), faults)
  }
  const { engine, configuration, engines = [] } = value as TranscriptionSetting
  if (configuration) {
    if (engine === undefined) throw brokenRule(`${path}/engine`, 'is needed, to say whose configuration this is')
    assertConfiguration(configuration, `${path}/configuration`)
  }
  const names = new Set<string>(configuration?.url === undefined ? [] : [engine!])
  for (const [index, { name, configuration }] of engines.entries()) {
    const place = `${path}/engines/${index}`
    if (names.has(name)) throw brokenRule(`${place}/name`, 'is used twice')
    names.add(name)
    if (configuration.url === undefined) throw brokenRule(`${place}/configuration/url`, 'is needed')
    assertConfiguration(configuration, `${place}/configuration`)
  }
}

function assertConfiguration(configuration: SpeechEngineConfiguration, path: string): void {
  for (const name of ['url', 'diarizationUrl'] as const) {
    const url = configuration[name]
    if (url !== undefined && !parseOutboundUrl(url))
      throw brokenRule(`${path}/${name}`, 'is no address that can be called')
  }
  if (configuration.url !== undefined) return
  for (const name of ['secret', 'diarizationUrl', 'longestSeconds', 'timeoutSeconds'] as const) {
    if (configuration[name] !== undefined) throw brokenRule(`${path}/${name}`, 'needs a url beside it')
  }
}
