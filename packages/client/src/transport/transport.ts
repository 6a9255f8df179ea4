/** One call over HTTP: its request from the contract, the token, further attempts, its answer or its error. */

import { type ErrorName, errorTable, FileBody, isErrorBody, ServiceError } from '@rushes/contract'
import type { ClientOptions } from './options.ts'
import { type Answer, type Attempt, findPause, InputError, pause, unlessAborted } from './retry.ts'
import type { Route } from './routes.ts'

/** What every call may be given beside its path parameters. */
export interface AnyInput extends Record<string, unknown> {
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

const defaultRetries = 2

/** Makes a call; throws `ServiceError` for a refusal, and what `fetch` throws where no answer came. */
export async function call(options: ClientOptions, route: Route, input: AnyInput): Promise<unknown> {
  const answer = await sendWithToken(options, route, input)
  if (!isGood(route, answer.response)) throw toError(route, input, answer)
  return readResult(route, answer)
}

/** A conditional request for bytes also succeeds when they have not changed. */
function isGood(route: Route, response: Response): boolean {
  return response.ok || (response.status === 304 && route.resultKind === 'raw')
}

/** A token that has ended is renewed once; the refused call has done nothing and is made again. */
async function sendWithToken(options: ClientOptions, route: Route, input: AnyInput): Promise<Answer> {
  const { tokens } = options
  if (!tokens) return sendAgainWhileUseful(options, route, input, options.token)
  const token = await unlessAborted(tokens.get(), input.signal)
  const answer = await sendAgainWhileUseful(options, route, input, token)
  if (answer.response.status !== 401 || input.body instanceof ReadableStream) return answer
  const renewed = await unlessAborted(tokens.renew(token), input.signal)
  return renewed === undefined ? answer : sendAgainWhileUseful(options, route, input, renewed)
}

async function sendAgainWhileUseful(
  options: ClientOptions,
  route: Route,
  input: AnyInput,
  token: string | undefined,
): Promise<Answer> {
  const address = toAddress(options, route, input)
  const request = toRequest(route, input, token)
  for (let failures = 1; ; failures++) {
    const attempt = await attemptOnce(options, route, address, request, input.signal)
    const isLast = failures > (options.retries ?? defaultRetries) || input.signal?.aborted
    const pauseMs = isLast ? undefined : findPause(route.method, attempt, failures)
    if (pauseMs === undefined) {
      if ('error' in attempt) throw attempt.error
      return attempt
    }
    await pause(pauseMs, input.signal)
  }
}

/** One attempt, to the end of the answer's text: a line that is cut in the middle of it is a failure like any other. */
async function attemptOnce(
  options: ClientOptions,
  route: Route,
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  try {
    const response = await send(options, address, request, signal)
    const isLeftToCaller = route.resultKind === 'raw' && isGood(route, response)
    return isLeftToCaller ? { response } : { response, text: await response.text() }
  } catch (error) {
    return { error }
  }
}

/** Resolves when the answer begins; the clock stops then, as a download may take as long as it likes. */
async function send(
  { fetch: sendRequest = fetch, timeoutMs }: ClientOptions,
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (timeoutMs === undefined) return sendRequest(address, signal ? { ...request, signal } : request)
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  try {
    const signals = signal ? [signal, late.signal] : [late.signal]
    return await sendRequest(address, { ...request, signal: AbortSignal.any(signals) })
  } finally {
    clearTimeout(timer)
  }
}

function readResult(route: Route, { response, text = '' }: Answer): unknown {
  if (route.resultKind === 'raw') return response
  if (route.resultKind === 'nothing') return undefined
  const body = parse(text)
  if (body === undefined) throw new TypeError(`${route.method} ${response.url} answered something that is no JSON`)
  if (route.resultKind !== 'list') return body
  return {
    items: body,
    offset: Number(response.headers.get('x-pagination-offset')),
    total: Number(response.headers.get('x-pagination-total-results')),
  }
}

/** Nothing where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toPath(route: Route, input: AnyInput): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_match, name) => {
    const value = input[name]
    if (value === undefined || value === null) throw new InputError(`${route.method} ${route.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

function toAddress(options: ClientOptions, route: Route, input: AnyInput): string {
  const path = toPath(route, input)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) query.append(name, String(item))
    }
  }
  const suffix = query.size > 0 ? `?${query}` : ''
  return options.baseUrl.replace(/\/$/, '') + path + suffix
}

function toRequest(route: Route, input: AnyInput, token: string | undefined): RequestInit {
  const headers: Record<string, string> = { ...input.headers }
  if (token !== undefined) headers.authorization ??= `Bearer ${token}`
  const request: RequestInit = { method: route.method, headers }
  if (input.body === undefined) return request
  if (input.body instanceof FileBody) {
    headers['content-type'] ??= input.body.contentType
    return { ...request, body: input.body.bytes as NonNullable<RequestInit['body']> }
  }
  if (route.bodyKind === 'bytes') {
    headers['content-type'] ??= 'application/octet-stream'
    return { ...request, body: input.body as NonNullable<RequestInit['body']> }
  }
  headers['content-type'] ??= route.bodyKind === 'json patch' ? 'application/json-patch+json' : 'application/json'
  return { ...request, body: JSON.stringify(input.body) }
}

/** The service's own error again; a body that is none (a proxy's page) becomes the error that its status is nearest to. */
function toError(route: Route, input: AnyInput, { response, text = '' }: Answer): ServiceError {
  const { status, headers } = response
  const call = { method: route.method, path: toPath(route, input), status, headers }
  const body = parse(text)
  if (isErrorBody(body)) return new ServiceError(body.type, body.message, body.data, call)
  return new ServiceError(findErrorName(status), `The service answered ${status}`, null, call)
}

function findErrorName(status: number): ErrorName {
  const [name] = Object.entries(errorTable).find(([, entry]) => entry.status === status) ?? []
  if (name !== undefined) return name as ErrorName
  // A proxy that cannot reach the service, or waited for it in vain.
  if (status === 502 || status === 504) return 'UnavailableError'
  return status < 500 ? 'BadRequestError' : 'InternalError'
}
