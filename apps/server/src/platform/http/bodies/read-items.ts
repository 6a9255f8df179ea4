import type { IncomingMessage } from 'node:http'
import { type Endpoint, malformed, ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Spool } from '../../blobs/spool.ts'
import { createValidator } from '../../text/validate.ts'
import { dropNulls } from './drop-nulls.ts'
import { createJsonParser, decode, deepestNesting, jsonTypes, notJson, tooDeep } from './parse-json.ts'
import { readWithin } from './read-bodies.ts'
import { createItemSplitter, NotAList } from './split-items.ts'

/** The items of a body that is a list: of the declared shape, too many to be held, read as often as one likes. */
export class StoredItems<Item> {
  readonly #spool: Spool

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** The items in their order, a batch at a time. */
  async *batches(): AsyncGenerator<Item[]> {
    for await (const piece of this.#spool.read()) yield JSON.parse(piece.toString()) as Item[]
  }

  close(): Promise<void> {
    return this.#spool.close()
  }
}

/** Largest item, as large as a body of one thing may be. */
const mostItemBytes = 1024 * 1024
/** What is held until it is put aside. */
const mostBatched = { items: 1000, letters: 512 * 1024 }

/**
 * Has the JSON lists of an endpoint of body kind `json list` read as they come: an item is checked as a whole body would
 * be and put aside in `folder`; the use case begins when all of them are known to be of the declared shape.
 */
export function addItemReader(scope: FastifyInstance, { body, bodyLimitBytes }: Endpoint, folder: string): void {
  const { items, maxItems } = body as { items: TSchema; maxItems: number }
  const assertShape = createValidator(items)
  const parse = createJsonParser(scope)

  scope.removeContentTypeParser(jsonTypes)
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const splitter = createItemSplitter({ mostItemBytes, deepest: deepestNesting })
    const spool = new Spool(folder)
    let [texts, letters, count]: [string[], number, number] = [[], 0, 0]
    const take = (bytes: Buffer) => {
      if (count === maxItems) throw malformed('/', `must NOT have more than ${maxItems} items`)
      // No item begins so, though a whole text might: with a byte order mark.
      if (bytes[0] === 0xef) throw notJson()
      const text = decode(bytes)
      const item = parse(request, text)
      dropNulls(item, items)
      assertShape(item, `/${count}`)
      const kept = JSON.stringify(item)
      texts.push(kept)
      letters += kept.length
      count++
    }
    const putAside = async () => {
      if (texts.length > 0) await spool.append(Buffer.from(`[${texts.join()}]`))
      texts = []
      letters = 0
    }
    try {
      for await (const chunk of readWithin(request, payload, bodyLimitBytes)) {
        splitter.push(chunk, take)
        if (texts.length >= mostBatched.items || letters >= mostBatched.letters) await putAside()
      }
      if (!splitter.end()) return undefined
      await putAside()
      return new StoredItems(spool)
    } catch (error) {
      await spool.close()
      throw error instanceof NotAList ? refuse(error) : error
    }
  })
}

function refuse({ reason }: NotAList): ServiceError {
  switch (reason) {
    case 'malformed':
      return notJson()
    case 'another value':
      return malformed('/', 'must be array')
    case 'too deep':
      return tooDeep()
    case 'item too large':
      return new ServiceError('PayloadTooLargeError', `An item is larger than ${mostItemBytes} bytes`)
  }
}
