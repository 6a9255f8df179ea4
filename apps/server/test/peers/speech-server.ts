import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilSeen } from '../until.ts'

/** A request that arrived, its form taken apart. */
export interface SpeechCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Fields of the form in their order; a name may come twice. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly file: { readonly fileName: string; readonly mediaType: string; readonly bytes: Buffer }
  /** What its header says of the sound: samples in a second, channels, and how long it is. */
  readonly sound: { readonly samplingFrequency: number; readonly channels: number; readonly seconds: number }
}

/** A speech engine that says what a test tells it to, and speaks the wire format of the real ones. */
export interface SpeechServer {
  /** Base of `/v1/audio/transcriptions`. */
  readonly url: string
  readonly calls: SpeechCall[]
  /** How calls are answered from now on; one that does not answer hangs. */
  answer: (call: SpeechCall, response: ServerResponse) => void
  /** Resolves once so many calls have arrived. */
  waitFor(count: number): Promise<void>
  stop(): Promise<void>
}

/** A word and when it is said, in seconds. */
export type SpokenWord = readonly [word: string, start: number, end: number]

/** The words of a text, one each half second from `from` on, in seconds. */
export function speak(text: string, from = 0): SpokenWord[] {
  return text.split(/\s+/).map((word, index) => [word, from + index * 0.5, from + index * 0.5 + 0.4])
}

/** Answers in each of the shapes that the common servers have. */
export const answers = {
  /** OpenAI, speaches: bare words beside segments. */
  verbose(words: readonly SpokenWord[], language = 'english') {
    const text = words.map(([word]) => word).join(' ')
    return {
      ...{ task: 'transcribe', language, duration: 2, text },
      words: words.map(([word, start, end]) => ({ word: word.replaceAll(/[.,!?]/g, ''), start, end })),
      segments: [
        { id: 0, start: words[0]?.[1] ?? 0, end: words.at(-1)?.[2] ?? 0, text: ` ${text}`, avg_logprob: -0.1 },
      ],
    }
  },
  /** whisper.cpp: tokens in segments. */
  nested(words: readonly SpokenWord[]) {
    return {
      language: 'en',
      segments: [
        {
          ...{ id: 0, start: words[0]![1], end: words.at(-1)![2], text: words.map(([word]) => word).join(' ') },
          words: words.map(([word, start, end]) => ({ word: ` ${word}`, start, end, probability: 0.8 })),
        },
      ],
    }
  },
  /** LocalAI, vLLM: nothing but segments. */
  segments(words: readonly SpokenWord[]) {
    const text = ` ${words.map(([word]) => word).join(' ')}`
    return {
      segments: [{ id: 0, start: words[0]![1], end: words.at(-1)![2], text, avg_logprob: -1, compression_ratio: -1 }],
    }
  },
  /** OpenAI with `diarized_json`: speakers, no words. */
  diarized(turns: readonly { speaker: string; words: readonly SpokenWord[] }[]) {
    return {
      segments: turns.map(({ speaker, words }, index) => ({
        ...{ type: 'transcript.text.segment', id: `seg_${index}`, speaker },
        ...{ start: words[0]![1], end: words.at(-1)![2], text: words.map(([word]) => word).join(' ') },
      })),
    }
  },
}

/** Sends an answer as JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startSpeechServer(
  words: readonly SpokenWord[] = speak('This blade has a dark past.'),
): Promise<SpeechServer> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    const form = readMultipart(request.headers['content-type'] ?? '', Buffer.concat(parts))
    if (request.method !== 'POST' || !form) return void sendJson(response, { error: { message: 'no form' } }, 400)
    const call = { path, headers: request.headers, ...form, sound: readWavHeader(form.file.bytes) }
    speech.calls.push(call)
    speech.answer(call, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const speech: SpeechServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer: (call, response) =>
      call.path === '/v1/audio/transcriptions'
        ? sendJson(response, answers.verbose(words))
        : sendJson(response, { error: { message: `nothing at ${call.path}` } }, 404),
    async waitFor(count) {
      await untilSeen(
        `${count} calls have arrived`,
        () => speech.calls,
        calls => calls.length >= count,
      )
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return speech
}

/** A form by RFC 7578: its fields, and the one file in it; nothing for what is none. */
function readMultipart(contentType: string, body: Buffer): Pick<SpeechCall, 'fields' | 'file'> | undefined {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)"?$/.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  const fields: [string, string][] = []
  let file: SpeechCall['file'] | undefined
  const mark = Buffer.from(`--${boundary}`)
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) break
    // Behind the mark and its line end, up to the line end before the next mark.
    const part = body.subarray(at + mark.length + 2, next - 2)
    const headEnd = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, headEnd).toString('utf8')
    const content = part.subarray(headEnd + 4)
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    if (fileName === undefined) fields.push([name, content.toString('utf8')])
    else file = { fileName, mediaType: /Content-Type: (.+)/i.exec(head)?.[1] ?? '', bytes: Buffer.from(content) }
    at = next
  }
  return file && { fields, file }
}

function readWavHeader(bytes: Buffer): SpeechCall['sound'] {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.readUInt32LE(4) + 8 !== bytes.length) {
    throw new Error('the sound is no WAV file, or its header is wrong')
  }
  const [channels, samplingFrequency, dataBytes] = [
    bytes.readUInt16LE(22),
    bytes.readUInt32LE(24),
    bytes.readUInt32LE(40),
  ]
  return { channels, samplingFrequency, seconds: dataBytes / (2 * channels * samplingFrequency) }
}
