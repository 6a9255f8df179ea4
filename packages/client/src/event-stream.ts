/** One message of a `text/event-stream`; `id` is the last one told, be it by an earlier message. Some tell an `id` only. */
export interface StreamMessage {
  id: string
  event: string
  data: string
}

/** The messages of an answer that is a stream of server-sent events, until it ends. */
export async function* readEventStream(response: Response): AsyncGenerator<StreamMessage, void, undefined> {
  if (!response.body) return
  let id = ''
  for await (const block of readBlocks(response.body)) {
    let event = 'message'
    const data: string[] = []
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
      if (name === 'id') id = value
      else if (name === 'event') event = value
      else if (name === 'data') data.push(value)
    }
    if (data.length > 0 || /^id:/m.test(block)) yield { id, event, data: data.join('\n') }
  }
}

/** What stands between blank lines, whichever way lines end. */
async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let text = ''
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text = `${text}${part.value}`.replaceAll(/\r\n|\r(?!$)/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      yield* blocks
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
