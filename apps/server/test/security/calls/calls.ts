/** Calls of any endpoint of the contract, made from its description. */

import { contract, type Endpoint, type ErrorBody } from '@rushes/contract'
import { sampleOf } from './samples.ts'

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((module): Endpoint[] =>
  Object.values(module),
)

/** Values of path parameters: by name, or for `{id}` and the like by the part of the path before it (`share/{id}`). */
export type Ids = Readonly<Record<string, string | number>>

/** The path of an endpoint with these values; what is not given is the first word of its shape, or 1. */
export function toPath({ path, params }: Endpoint, ids: Ids): string {
  return path.replaceAll(/(?:(\w+)\/)?\{(\w+)\}/g, (_match, before: string | undefined, name: string) => {
    const { enum: words, type } = params[name] as { enum?: string[]; type?: string }
    const value = ids[`${before}/${name}`] ?? ids[name] ?? words?.[0] ?? (type === 'integer' ? 1 : 'x')
    return `${before === undefined ? '' : `${before}/`}${encodeURIComponent(value)}`
  })
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The error, when it is one. */
  readonly error: ErrorBody | undefined
}

export interface CallOptions {
  token?: string | undefined
  ids?: Ids
  /** As the shape says when it is `sample`; none when absent. */
  body?: unknown
  headers?: Record<string, string>
  query?: string
}

export const sample = Symbol('a body as the shape says')

/** Calls an endpoint. Answers that do not end are left after their head. */
export async function call(url: string, endpoint: Endpoint, options: CallOptions = {}): Promise<Answer> {
  const { token, ids = {}, body, query } = options
  const headers: Record<string, string> = { ...options.headers }
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  const sent = body === sample ? sampleOf(endpoint) : body
  if (sent !== undefined) headers['content-type'] ??= 'application/json'
  const response = await fetch(url + toPath(endpoint, ids) + (query === undefined ? '' : `?${query}`), {
    method: endpoint.method,
    headers,
    redirect: 'manual',
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  })
  const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (isEndless) await response.body?.cancel()
  const text = isEndless ? '' : await response.text()
  const isError = response.status >= 400 && text !== ''
  return { status: response.status, headers: response.headers, text, error: isError ? JSON.parse(text) : undefined }
}
