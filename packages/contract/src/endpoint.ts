import type { Static, TProperties, TSchema } from 'typebox'
import type { Access } from './access.ts'
import type { ErrorName } from './errors.ts'
import { describePathParameter } from './path-parameters.ts'
import { Id } from './shapes.ts'

export { FileBody } from './files/file-body.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names between braces in a path. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/**
 * How a request body arrives; `bytes` reaches the use case as a stream, unread; `json or file` as JSON of the declared
 * shape, or as a `FileBody` of one of the `fileTypes`; `json list` as the items of a long list, of which only a few at a
 * time are held.
 */
export type BodyKind = 'json' | 'form or json' | 'json patch' | 'text' | 'bytes' | 'json or file' | 'json list'

/**
 * How a success is written: `json` through the declared shape; `list` the same plus the paging headers; `counted list`
 * one without an offset, so that only its total is a header; `search` a result list whose `numFound` and `start` become
 * the paging headers; `raw` whatever the use case writes.
 */
export type ResultKind = 'json' | 'list' | 'counted list' | 'search' | 'raw' | 'nothing'

interface Definition<Path extends string, P extends TProperties, Q extends TProperties, B, R, K extends ResultKind> {
  method: Method
  path: Path
  /** Other paths that answer alike (aliases of the original service). */
  aliases?: readonly string[]
  summary: string
  access: Access
  /** Shapes of path parameters that are not ids. */
  params?: P
  query?: Q
  body?: B
  bodyKind?: BodyKind
  /** Media types of the files that a body of kind `json or file` may be. */
  fileTypes?: readonly string[]
  /** Whether the body may be left out. */
  bodyOptional?: boolean
  /** Largest body in bytes; 1 MiB when absent. Bodies of kind `bytes` bound themselves. */
  bodyLimitBytes?: number
  success: { status: number; kind?: K; body?: R; contentTypes?: readonly string[] }
  errors?: readonly ErrorName[]
  /**
   * Whether it is about one resource with a `version`, so that answers have an `ETag` and changes heed `If-Match`; when
   * absent, whether the answer declares a `version`.
   */
  versioned?: boolean
  /** Whether a POST changes the one resource that its path names, and so heeds `If-Match`. */
  changesResource?: boolean
  deprecated?: Deprecation
}

/** That an endpoint is to be left, and for which. */
export interface Deprecation {
  /** The day it was, as in `2026-01-31`. */
  readonly since: string
  /** Path of the endpoint to use instead; its parameters have the same names. */
  readonly successor: string
}

/** One endpoint as one value: the server implements it, the client calls it, the documents print it. */
export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Result = unknown,
  Kind extends ResultKind = ResultKind,
> {
  readonly id: string
  readonly tag: string
  readonly method: Method
  readonly path: string
  readonly aliases: readonly string[]
  readonly summary: string
  readonly access: Access
  readonly params: Readonly<Record<string, TSchema>>
  readonly query: Readonly<Record<string, TSchema>>
  readonly body: TSchema | undefined
  readonly bodyKind: BodyKind
  readonly fileTypes: readonly string[]
  readonly bodyOptional: boolean
  readonly bodyLimitBytes: number
  readonly status: number
  readonly resultKind: Kind
  readonly result: TSchema | undefined
  readonly contentTypes: readonly string[]
  readonly errors: readonly ErrorName[]
  readonly versioned: boolean
  readonly changesResource: boolean
  readonly deprecated: Deprecation | undefined
  /** Types only; never present at run time. */
  readonly types?: { params: Params; query: Query; body: Body; result: Result; kind: Kind }
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R, infer _K> ? P : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R, infer _K> ? Q : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _K> ? B : never
export type ResultOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _K> ? R : never
export type KindOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer K> ? K : never

type ParamTypes<Path extends string, P extends TProperties> = {
  [N in PathNames<Path>]: N extends keyof P ? Static<P[N]> : number
}
type Members<P extends TProperties> = { [N in keyof P]?: Static<P[N]> | undefined }

const defaultBodyLimitBytes = 1024 * 1024

/** Defines an endpoint; its `id` and `tag` are given by its place in the contract. */
export function endpoint<
  const Path extends string,
  P extends TProperties = Record<never, never>,
  Q extends TProperties = Record<never, never>,
  B extends TSchema | undefined = undefined,
  R extends TSchema | undefined = undefined,
  const K extends ResultKind = 'json',
>(
  definition: Definition<Path, P, Q, B, R, K>,
): Endpoint<
  ParamTypes<Path, P>,
  Members<Q>,
  B extends TSchema ? Static<B> : undefined,
  R extends TSchema ? Static<R> : undefined,
  K
> {
  const { success } = definition
  return {
    id: '',
    tag: '',
    method: definition.method,
    path: definition.path,
    aliases: definition.aliases ?? [],
    summary: definition.summary,
    access: definition.access,
    params: describeParams(definition.path, definition.params ?? {}),
    query: definition.query ?? {},
    body: definition.body,
    bodyKind: definition.bodyKind ?? 'json',
    fileTypes: definition.fileTypes ?? [],
    bodyOptional: definition.bodyOptional ?? false,
    bodyLimitBytes: definition.bodyLimitBytes ?? defaultBodyLimitBytes,
    status: success.status,
    resultKind: (success.kind ?? (success.body ? 'json' : 'nothing')) as K,
    result: success.body,
    contentTypes: success.contentTypes ?? ['application/json'],
    errors: definition.errors ?? [],
    versioned: definition.versioned ?? declaresVersion(success.body),
    changesResource: definition.changesResource ?? false,
    deprecated: definition.deprecated,
  }
}

function describeParams(path: string, params: TProperties): Record<string, TSchema> {
  const parts = Array.from(
    path.matchAll(/(?<=([^/]*)\/[^/{]*)\{(\w+)\}/g),
    match => [match[1] ?? '', match[2]!] as const,
  )
  return Object.fromEntries(
    parts.map(([before, name]) => [name, describePathParameter(name, before, params[name] ?? Id)]),
  )
}

function declaresVersion(body: TSchema | undefined): boolean {
  const { properties } = (body ?? {}) as { properties?: Record<string, TSchema> }
  return properties?.version !== undefined
}

/** Whether it changes one resource with a `version`, so that `If-Match` may say which version it is to find. */
export function isConditional({ method, versioned, changesResource }: Endpoint): boolean {
  return versioned && (method === 'POST' ? changesResource : method !== 'GET' && method !== 'HEAD')
}

/**
 * Whether `waitForIndex=true` may be added to its query: the answer to a change then comes once a search finds what it
 * left, or after ten seconds.
 */
export function mayWaitForIndex({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && (access.who === 'production' || access.who === 'account')
}

/**
 * Whether its answer has an `ETag`. Not the answer to a PUT, which stores more than was sent ("An origin server MUST NOT
 * send a validator field … in a successful response to PUT unless the request's representation data was saved without
 * any transformation", RFC 9110, 9.3.4), nor one about what is gone, nor one that is not the resource itself.
 */
export function tellsEntityTag({ method, status, versioned }: Pick<Endpoint, 'method' | 'status' | 'versioned'>) {
  return versioned && (method === 'GET' || method === 'PATCH' || (method === 'POST' && status === 201))
}

/** The errors that an endpoint names, and those that its access, its parameters and its body bring with them. */
export function listErrors(endpoint: Endpoint): ErrorName[] {
  const { who } = endpoint.access
  const names = new Set<ErrorName>(endpoint.errors)
  if (who !== 'anyone') names.add('UnauthorizedError')
  if (['production', 'participant', 'account', 'self', 'system', 'user'].includes(who)) names.add('ForbiddenError')
  // An integer in a path may be one that no id here can be.
  const hasId = Object.values(endpoint.params).some(schema => 'type' in schema && schema.type === 'integer')
  if (hasId || ['production', 'participant', 'account'].includes(who)) names.add('NotFoundError')
  if (endpoint.body || Object.keys(endpoint.params).length + Object.keys(endpoint.query).length > 0) {
    names.add('BadRequestError')
  }
  if (isConditional(endpoint)) names.add('PreconditionFailedError')
  return [...names]
}

/** The names between braces in a path, in order. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1]!)
}

/** Gives the endpoints of one module their `tag` and, from their names, their `id`. */
export function endpointsOf<const T extends Record<string, Endpoint>>(tag: string, endpoints: T): T {
  for (const [id, value] of Object.entries(endpoints)) Object.assign(value, { id, tag })
  return endpoints
}
