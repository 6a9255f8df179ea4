/** Any server that speaks `POST /v1/audio/transcriptions`: OpenAI, whisper.cpp, speaches, vLLM, LocalAI, our own. */

import type { SpeechEngineConfiguration } from '@rushes/contract'
import { assignSpeakers, readSpeakerTurns } from '@rushes/timed-text'
import { type Outbound, type OutboundAnswer, OutboundError } from '../../../platform/security/outbound.ts'
import type { HeardPart } from '../tables.ts'
import { type SpeechEngine, SpeechError, type SpeechRequest } from './engine.ts'
import { writeMultipart } from './multipart.ts'
import { readAnswer } from './read-answer.ts'

/** A server and how it is asked. */
export interface HttpEngine {
  readonly name: string
  readonly configuration: SpeechEngineConfiguration & { readonly url: string }
  /** Sent to the origins that it was kept for, and nowhere shown. */
  readonly secret: { readonly value: string; readonly origin: string } | undefined
}

const defaultLongestSeconds = 600
const defaultTimeoutSeconds = 1800
const mostAnswerBytes = 64 * 1024 * 1024
/** A word may lie so far from the nearest turn of a speaker. */
const turnReachMs = 500

export function createHttpEngine(outbound: Outbound, { name, configuration, secret }: HttpEngine): SpeechEngine {
  const timeoutMs = (configuration.timeoutSeconds ?? defaultTimeoutSeconds) * 1000

  async function post(url: string, fields: [string, string][], { wav, signal }: SpeechRequest): Promise<Buffer> {
    const file = { name: 'file', fileName: 'sound.wav', mediaType: 'audio/wav', bytes: wav }
    const { contentType, body } = writeMultipart(fields, file)
    const mayKnow = secret !== undefined && new URL(url).origin === secret.origin
    const headers = {
      'content-type': contentType,
      'content-length': String(body.length),
      accept: 'application/json',
      ...(mayKnow && { authorization: `Bearer ${secret.value}` }),
    }
    const request = { url, method: 'POST', headers, body, timeoutMs, signal, mostAnswerBytes } as const
    const answer = await outbound.call(request).catch(error => {
      signal.throwIfAborted()
      if (!(error instanceof OutboundError)) throw error
      throw new SpeechError('ENGINE_FAILED', `${name} did not answer: ${error.message}`, error.isRefusal)
    })
    assertTaken(name, answer, secret?.value)
    return answer.body
  }

  return {
    name,
    longestMs: (configuration.longestSeconds ?? defaultLongestSeconds) * 1000,
    async transcribe(request): Promise<HeardPart> {
      const heard = readAnswer(
        name,
        await post(toAddress(configuration.url), toFields(configuration, request), request),
      )
      if (configuration.diarizationUrl === undefined) return heard
      const turns = readSpeakerTurns((await post(configuration.diarizationUrl, [], request)).toString('utf8'))
      return { ...heard, words: assignSpeakers(heard.words, turns, { reach: turnReachMs }) }
    },
  }
}

const path = '/v1/audio/transcriptions'

/** A base is completed; an address that names something else (`/inference`) is used as it is. */
function toAddress(text: string): string {
  const url = new URL(text)
  const base = url.pathname.replace(/\/+$/, '')
  if (base === '') url.pathname = path
  else if (base.endsWith('/v1')) url.pathname = `${base}${path.slice('/v1'.length)}`
  return url.href
}

/** "The `[]` is part of the name; leaving it off silently gives segments only." */
function toFields(configuration: SpeechEngineConfiguration, { language, prompt }: SpeechRequest): [string, string][] {
  const { model = 'whisper-1', responseFormat = 'verbose_json', temperature, parameters = {} } = configuration
  const words = [configuration.prompt, prompt].filter(Boolean).join(' ')
  const isDiarized = responseFormat === 'diarized_json'
  const fields: [string, string][] = [
    ['model', model],
    // Engines know languages by their codes alone: `en`, not `en-GB`.
    ['language', language.split('-')[0]!],
    ['response_format', responseFormat],
    ...(temperature === undefined ? [] : [['temperature', String(temperature)] as [string, string]]),
    // Models that tell speakers apart take no prompt, and cut long sound by themselves only when told.
    ...(isDiarized || words === '' ? [] : [['prompt', words] as [string, string]]),
    ...(isDiarized ? [['chunking_strategy', 'auto'] as [string, string]] : []),
    ...(responseFormat === 'verbose_json'
      ? ['word', 'segment'].map((unit): [string, string] => ['timestamp_granularities[]', unit])
      : []),
  ]
  const named = Object.entries(parameters).filter(([name]) => name !== 'file')
  const own = new Set(named.map(([name]) => name))
  return [
    ...fields.filter(([name]) => !own.has(name)),
    ...named.map(([name, value]): [string, string] => [name, String(value)]),
  ]
}

/** Busy servers and broken ones may do better next time; one that refuses will refuse again. */
function assertTaken(name: string, { status, body }: OutboundAnswer, secret: string | undefined): void {
  if (status >= 200 && status < 300) return
  const isPassing = status >= 500 || status === 408 || status === 409 || status === 425 || status === 429
  const said = toExcerpt(body, secret)
  const message = `${name} answered ${status}${said === '' ? '' : `: ${said}`}`
  throw new SpeechError(isPassing ? 'ENGINE_FAILED' : 'ENGINE_REFUSED', message, !isPassing)
}

const longestExcerpt = 300

/** What the server says of it, in a line; a key that it repeats is not shown. */
function toExcerpt(body: Buffer, secret: string | undefined): string {
  const text = body
    .subarray(0, 20_000)
    .toString('utf8')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const open =
    secret === undefined ? text : text.replaceAll(secret, '…').replaceAll(/\b(sk|key|bearer)[-_ ][\w*-]{4,}/gi, '…')
  return open.length > longestExcerpt ? `${open.slice(0, longestExcerpt)}…` : open
}
