/** One message of a `text/event-stream`; `id` is the last one told, be it by an earlier message. Some tell an `id` only. */
export interface StreamMessage {
  id: string
  event: string
  data: string
}

/** The service says every quarter of a minute that it is there; after this silence the line is dead. */
const longestSilenceMs = 60_000

/**
 * The messages of an answer that is a stream of server-sent events, until it ends; throws when the line is cut, or has
 * been silent for so long that it must have been.
 */
export async function* readEventStream(
  response: Response,
  silenceMs = longestSilenceMs,
): AsyncGenerator<StreamMessage, void, undefined> {
  if (!response.body) return
  let id = ''
  for await (const block of readBlocks(response.body, silenceMs)) {
    let event = 'message'
    const data: string[] = []
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^([^:]+):? ?(.*)$/s.exec(line) ?? []
      if (name === 'id') id = value
      else if (name === 'event') event = value
      else if (name === 'data') data.push(value)
    }
    if (data.length > 0 || /^id:/m.test(block)) yield { id, event, data: data.join('\n') }
  }
}

/** What stands between blank lines, whichever way lines end. */
async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string, void, undefined> {
  let text = ''
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  const read = () => withinSilence(reader.read(), silenceMs)
  try {
    for (let part = await read(); !part.done; part = await read()) {
      text = `${text}${part.value}`.replaceAll(/\r\n|\r(?!$)/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      yield* blocks
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Rejects when a reading takes too long; the timer ends with it. */
function withinSilence<T>(reading: Promise<T>, mostMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const error = new DOMException(`Nothing has come for ${mostMs} ms`, 'TimeoutError')
    const timer = setTimeout(() => reject(error), mostMs)
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
