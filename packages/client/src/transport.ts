/** One call over HTTP: its request from the contract, the token, further attempts, its answer or its error. */

import { errorTable, FileBody, isErrorBody, ServiceError } from '@rushes/contract'
import type { ClientOptions } from './options.ts'
import { type Attempt, findPause, pause } from './retry.ts'
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
  const response = await sendWithToken(options, route, input)
  // Whoever asks for what has changed is content with what has not.
  const isUnchanged = response.status === 304 && route.resultKind === 'raw'
  if (!response.ok && !isUnchanged) throw await readError(response)
  return readResult(route, response)
}

/** A token that has ended is renewed once; the refused call has done nothing and is made again. */
async function sendWithToken(options: ClientOptions, route: Route, input: AnyInput): Promise<Response> {
  const { tokens } = options
  if (!tokens) return sendAgainWhileUseful(options, route, input, options.token)
  const token = await tokens.get()
  const response = await sendAgainWhileUseful(options, route, input, token)
  if (response.status !== 401 || input.body instanceof ReadableStream) return response
  const renewed = await tokens.renew(token)
  if (renewed === undefined) return response
  await response.body?.cancel()
  return sendAgainWhileUseful(options, route, input, renewed)
}

async function sendAgainWhileUseful(
  options: ClientOptions,
  route: Route,
  input: AnyInput,
  token: string | undefined,
): Promise<Response> {
  const address = toAddress(options, route, input)
  const request = toRequest(route, input, token)
  for (let failures = 1; ; failures++) {
    const attempt = await attemptOnce(options, address, request, input.signal)
    const isLast = failures > (options.retries ?? defaultRetries) || input.signal?.aborted
    const pauseMs = isLast ? undefined : findPause(route.method, attempt, failures)
    if (pauseMs === undefined) {
      if ('error' in attempt) throw attempt.error
      return attempt.response
    }
    if ('response' in attempt) await attempt.response.body?.cancel()
    await pause(pauseMs, input.signal)
  }
}

async function attemptOnce(
  options: ClientOptions,
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const { timeoutMs } = options
  if (timeoutMs === undefined) return attempt(() => send(options, address, signal ? { ...request, signal } : request))
  // The clock stops when the answer begins: a download may take as long as it likes.
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  const signals = signal ? [signal, late.signal] : [late.signal]
  const sending = () => send(options, address, { ...request, signal: AbortSignal.any(signals) })
  return attempt(sending).finally(() => clearTimeout(timer))
}

function send(options: ClientOptions, address: string, request: RequestInit): Promise<Response> {
  return (options.fetch ?? fetch)(address, request)
}

async function attempt(sending: () => Promise<Response>): Promise<Attempt> {
  try {
    return { response: await sending() }
  } catch (error) {
    return { error }
  }
}

async function readResult(route: Route, response: Response): Promise<unknown> {
  if (route.resultKind === 'raw') return response
  if (route.resultKind === 'nothing') return void (await response.arrayBuffer())
  const body = await response.json()
  if (route.resultKind !== 'list') return body
  return {
    items: body,
    offset: Number(response.headers.get('x-pagination-offset')),
    total: Number(response.headers.get('x-pagination-total-results')),
  }
}

function toAddress(options: ClientOptions, route: Route, input: AnyInput): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name) => encodeURIComponent(String(input[name])))
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

/** The service's own error again; a body that is none (a proxy's page) becomes one of the same status. */
async function readError(response: Response): Promise<ServiceError> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (isErrorBody(body)) return new ServiceError(body.type, body.message, body.data)
  } catch {
    // Not JSON: told below by its status.
  }
  const name = Object.entries(errorTable).find(([, entry]) => entry.status === response.status)?.[0]
  return new ServiceError((name ?? 'InternalError') as ServiceError['type'], `The service answered ${response.status}`)
}
