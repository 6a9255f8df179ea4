/** JSON that is written in pieces, for answers that may be larger than what should be held in memory. */

/** A list whose members come in batches; every iteration begins again. */
export class ListStream<T> {
  readonly batches: () => AsyncIterable<readonly T[]>

  constructor(batches: () => AsyncIterable<readonly T[]>) {
    this.batches = batches
  }
}

/** An object whose members come in batches; every iteration begins again. */
export class EntryStream<T> {
  readonly batches: () => AsyncIterable<Readonly<Record<string, T>>>

  constructor(batches: () => AsyncIterable<Readonly<Record<string, T>>>) {
    this.batches = batches
  }
}

/** The answer of an endpoint of JSON that holds streams, at any depth of plain objects and lists. */
export class StreamedJson {
  readonly value: object

  constructor(value: object) {
    this.value = value
  }
}

/** Shorter pieces are joined: each becomes a write to the client. */
const minPieceLength = 64 * 1024

/** A value with streams as JSON, the same text as if it were held whole. */
export async function* writeJson(value: unknown): AsyncGenerator<string> {
  let piece = ''
  for await (const text of writeValue(value)) {
    piece += text
    if (piece.length < minPieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

async function* writeValue(value: unknown): AsyncGenerator<string> {
  if (value instanceof ListStream) yield* writeBatches('[]', value.batches())
  else if (value instanceof EntryStream) yield* writeBatches('{}', value.batches())
  else if (!holdsStreams(value)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* writeValue(member)
    }
    yield ']'
  } else {
    let before = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* writeValue(member)
      before = ','
    }
    yield '}'
  }
}

async function* writeBatches([open, close]: string, batches: AsyncIterable<object>): AsyncGenerator<string> {
  let before = open!
  for await (const batch of batches) {
    const members = JSON.stringify(batch).slice(1, -1)
    if (members === '') continue
    yield before
    yield members
    before = ','
  }
  yield before === open ? `${open}${close}` : close!
}

function holdsStreams(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(
    member => member instanceof ListStream || member instanceof EntryStream || holdsStreams(member),
  )
}

/** The same value with what its streams hold in their places; one that is in several places is read once. */
export async function collect(value: unknown, known = new Map<unknown, unknown>()): Promise<unknown> {
  if (known.has(value)) return known.get(value)
  if (value instanceof ListStream) {
    known.set(value, (await Array.fromAsync(value.batches())).flat())
  } else if (value instanceof EntryStream) {
    known.set(value, Object.assign({}, ...(await Array.fromAsync(value.batches()))))
  } else if (holdsStreams(value)) {
    const copy: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) copy[name] = await collect(member, known)
    known.set(value, Array.isArray(value) ? Object.values(copy) : copy)
  } else return value
  return known.get(value)
}
