/** Speech engines that the operator gives to every account: the JSON file that `RUSHES_SPEECH_ENGINES` names. */

import { readFile } from 'node:fs/promises'
import { SpeechEngineConfiguration, shape } from '@rushes/contract'
import Type from 'typebox'
import { StartError } from '../../../platform/database/index.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import type { CommandEngine } from './command.ts'
import type { HttpEngine } from './http.ts'

/** The engines of the operator by name, and which of them is used where nobody names one. */
export interface OperatorEngines {
  readonly engine: string | undefined
  readonly engines: readonly (HttpEngine | CommandEngine)[]
}

const Engine = shape('OperatorEngine', {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  command: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
  environment: Type.Optional(Type.Record(Type.String(), Type.String())),
  configuration: Type.Optional(SpeechEngineConfiguration),
  apiKey: Type.Optional(Type.String({ minLength: 1 })),
  longestSeconds: Type.Optional(Type.Integer({ minimum: 10, maximum: 7200 })),
  timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
})
const OperatorFile = shape('OperatorFile', {
  engine: Type.Optional(Type.String()),
  engines: Type.Array(Engine, { maxItems: 50 }),
})
const validate = createValidator(OperatorFile)

/** Reads the file; none gives no engines. Throws StartError with one line that names the variable and shows no key. */
export async function readOperatorEngines(path: string | undefined): Promise<OperatorEngines> {
  if (path === undefined) return { engine: undefined, engines: [] }
  const refuse = (message: string) => new StartError(`RUSHES_SPEECH_ENGINES: ${path} ${message}`)
  const text = await readFile(path, 'utf8').catch(() => {
    throw refuse('cannot be read')
  })
  let file: Type.Static<typeof OperatorFile>
  try {
    file = JSON.parse(text)
  } catch {
    throw refuse('is not JSON')
  }
  try {
    validate(file)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  const names = file.engines.map(({ name }) => name)
  if (new Set(names).size < names.length) throw refuse('names an engine twice')
  if (file.engine !== undefined && !names.includes(file.engine)) throw refuse(`has no engine ${file.engine}`)
  const engines = file.engines.map((engine): HttpEngine | CommandEngine => {
    const { name, command, environment, configuration, apiKey, longestSeconds, timeoutSeconds } = engine
    if ((command === undefined) === (configuration?.url === undefined)) {
      throw refuse(`must give the engine ${name} either a command or a configuration with a url`)
    }
    if (command) {
      return {
        ...{ name, command },
        ...(environment && { environment }),
        ...(longestSeconds !== undefined && { longestSeconds }),
        ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      }
    }
    const url = configuration!.url!
    const secret = apiKey === undefined ? undefined : { value: apiKey, origin: new URL(url).origin }
    return { name, configuration: { ...configuration, url }, secret }
  })
  return { engine: file.engine ?? names[0], engines }
}
