/** The typed client of the service, derived from the contract: no code is generated, nothing is declared twice. */

import {
  type BodyOf,
  contract,
  type Endpoint,
  errorTable,
  FileBody,
  isErrorBody,
  type KindOf,
  type Page,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  ServiceError,
} from '@rushes/contract'

type BodyPart<E> = BodyOf<E> extends undefined ? { body?: undefined } : { body?: BodyOf<E> }

/** What a call takes: the path parameters by name, `query`, `body`, further headers, a signal to give up. */
export type CallInput<E> = ParamsOf<E> &
  BodyPart<E> & { query?: QueryOf<E>; headers?: Record<string, string>; signal?: AbortSignal }

/** What a call gives: the declared result; a page for lists; the response itself where the server writes bytes. */
export type CallResult<E> =
  KindOf<E> extends 'list'
    ? Page<ResultOf<E> extends (infer Item)[] ? Item : never>
    : KindOf<E> extends 'raw'
      ? Response
      : KindOf<E> extends 'nothing'
        ? undefined
        : ResultOf<E>

type Call<E> =
  Record<never, never> extends ParamsOf<E>
    ? (input?: CallInput<E>) => Promise<CallResult<E>>
    : (input: CallInput<E>) => Promise<CallResult<E>>

/** Every endpoint of the contract as a function, by room. */
export type Client = {
  [Room in keyof typeof contract]: {
    [Name in keyof (typeof contract)[Room]]: Call<(typeof contract)[Room][Name]>
  }
} & { readonly options: ClientOptions }

export interface ClientOptions {
  /** Address of the service, with or without a slash at its end. */
  baseUrl: string
  token?: string
  fetch?: typeof fetch
}

type AnyInput = Record<string, unknown> & {
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A client of the service at `baseUrl`; errors of the service arrive as `ServiceError`. */
export function createClient(options: ClientOptions): Client {
  const rooms = Object.entries(contract).map(([room, endpoints]) => [
    room,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (input: AnyInput = {}) => call(options, endpoint as Endpoint, input),
      ]),
    ),
  ])
  return { ...Object.fromEntries(rooms), options }
}

async function call(options: ClientOptions, endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const address = toAddress(options, endpoint, input)
  const response = await (options.fetch ?? fetch)(address, toRequest(options, endpoint, input))
  // Whoever asks for what has changed is content with what has not.
  const isUnchanged = response.status === 304 && endpoint.resultKind === 'raw'
  if (!response.ok && !isUnchanged) throw await readError(response)
  if (endpoint.resultKind === 'raw') return response
  if (endpoint.resultKind === 'nothing') return void (await response.arrayBuffer())
  const body = await response.json()
  if (endpoint.resultKind !== 'list') return body
  return {
    items: body,
    offset: Number(response.headers.get('x-pagination-offset')),
    total: Number(response.headers.get('x-pagination-total-results')),
  }
}

function toAddress(options: ClientOptions, endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) query.append(name, String(item))
    }
  }
  const suffix = query.size > 0 ? `?${query}` : ''
  return options.baseUrl.replace(/\/$/, '') + path + suffix
}

function toRequest(options: ClientOptions, endpoint: Endpoint, input: AnyInput): RequestInit {
  const headers: Record<string, string> = { ...input.headers }
  if (options.token !== undefined) headers.authorization ??= `Bearer ${options.token}`
  const request: RequestInit = { method: endpoint.method, headers }
  if (input.signal) request.signal = input.signal
  if (input.body === undefined) return request
  if (input.body instanceof FileBody) {
    headers['content-type'] ??= input.body.contentType
    return { ...request, body: input.body.bytes as NonNullable<RequestInit['body']> }
  }
  if (endpoint.bodyKind === 'bytes') {
    headers['content-type'] ??= 'application/octet-stream'
    return { ...request, body: input.body as NonNullable<RequestInit['body']> }
  }
  headers['content-type'] ??= endpoint.bodyKind === 'json patch' ? 'application/json-patch+json' : 'application/json'
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
