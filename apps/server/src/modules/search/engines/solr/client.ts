/** Requests to one collection of a Solr. */

import { SearchUnavailableError } from '../../engine.ts'

/** Solr has looked at a request and refused it. */
export class SolrRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'SolrRefusal'
    this.status = status
  }
}

export interface SolrClient {
  /** What asks are about: a collection, or an alias of one. */
  readonly collection: string
  /** Asks the collection; `path` begins with a slash. */
  ask<Answer>(path: string, body?: unknown): Promise<Answer>
  /**
   * Asks the server: what is administered. It goes on where it takes too long, so no other host is asked for the same
   * then.
   */
  administer<Answer>(path: string, body?: Uint8Array, timeoutMs?: number): Promise<Answer>
  /** The same for another collection of this Solr. */
  of(collection: string): SolrClient
}

/** A request that takes longer is given up. */
const usualTimeoutMs = 15_000
const administrationTimeoutMs = 180_000

interface Answered {
  readonly responseHeader?: { readonly status?: number; readonly partialResults?: boolean | string }
  readonly error?: { readonly msg?: string; readonly code?: number }
}

interface SolrRequest {
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer> | null
  readonly type: string
  readonly timeoutMs: number
  /** Whether another host may be asked where one takes too long. */
  readonly isAskedAgain: boolean
}

/**
 * `url` is that of a collection, of one host or of several: `http://name:password@a:8983,b:8983/solr/<collection>`. A host
 * that does not answer is passed over, and asked last from then on.
 */
export function createSolrClient(url: string): SolrClient {
  const { servers, authorization, collection } = parseAddress(url)
  return createClient(createSender(servers, authorization), collection)
}

type Sender = <Answer>(request: SolrRequest) => Promise<Answer>

function createClient(send: Sender, collection: string): SolrClient {
  return {
    collection,
    ask: (path, body) =>
      send({
        path: `/${collection}${path}`,
        body: body === undefined ? null : JSON.stringify(body),
        type: 'application/json',
        timeoutMs: usualTimeoutMs,
        isAskedAgain: true,
      }),
    administer: (path, body, timeoutMs = administrationTimeoutMs) =>
      send({
        path,
        body: body === undefined ? null : Uint8Array.from(body),
        type: 'application/octet-stream',
        timeoutMs,
        isAskedAgain: false,
      }),
    of: other => createClient(send, other),
  }
}

function parseAddress(url: string) {
  const [, protocol = '', user = '', hosts = '', path = ''] = /^(https?:\/\/)(?:([^@/]*)@)?([^/]+)(.*)$/.exec(url) ?? []
  const [base = '', collection = ''] = path.split(/\/(?=[^/]*$)/)
  const servers = hosts.split(',').map(host => `${protocol}${host}${base}`)
  const authorization =
    user === ''
      ? undefined
      : `Basic ${Buffer.from(user.split(':').map(decodeURIComponent).join(':')).toString('base64')}`
  return { servers, authorization, collection }
}

/** A host that has not answered, or not in order: another one may. */
class HostFailure extends SearchUnavailableError {}

function createSender(servers: readonly string[], authorization: string | undefined): Sender {
  let preferred = 0
  return async <Answer>(request: SolrRequest) => {
    for (let left = servers.length; ; left--) {
      const tried = preferred
      try {
        return await sendTo<Answer>(servers[tried]!, request, authorization)
      } catch (error) {
        if (!(error instanceof HostFailure)) throw error
        // Others may have passed it over meanwhile.
        if (preferred === tried) preferred = (tried + 1) % servers.length
        if (left === 1) throw error
      }
    }
  }
}

async function sendTo<Answer>(
  server: string,
  { path, body, type, timeoutMs, isAskedAgain }: SolrRequest,
  authorization: string | undefined,
): Promise<Answer> {
  let status: number
  let answered: Answered
  try {
    const response = await fetch(`${server}${path}`, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    const text = await response.text()
    answered = isJson(response) ? (JSON.parse(text) as Answered) : { error: { msg: text.slice(0, 200) } }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    const Failure = isLate && !isAskedAgain ? SearchUnavailableError : HostFailure
    throw new Failure('Search is temporarily unavailable', error)
  }
  if (status !== 200) throw toError(status, answered.error?.msg ?? `status ${status}`, path)
  // A list that is short without saying so is worse than none.
  if (answered.responseHeader?.partialResults !== undefined && answered.responseHeader.partialResults !== false)
    throw new SearchUnavailableError('This takes too long; ask for less')
  return answered as Answer
}

function isJson(response: Response): boolean {
  return /json/.test(response.headers.get('content-type') ?? '')
}

function toError(status: number, message: string, path: string): Error {
  const refusal = new SolrRefusal(status, message)
  // Also of a host that has not read its collections yet.
  if (status === 404)
    return new HostFailure(`Search is not set up: there is no collection ${path.split('/')[1]}`, refusal)
  const isTooLarge = isOfClauses(refusal) || /TooComplexToDeterminize/i.test(message)
  if (status === 400 || status === 413 || isTooLarge) return refusal
  return new HostFailure('Search is temporarily unavailable', refusal)
}

/** Whether a query has more clauses, once it is written out, than Solr takes. */
export function isOfClauses({ message }: SolrRefusal): boolean {
  return /maxClauseCount|too many boolean clauses/i.test(message)
}
