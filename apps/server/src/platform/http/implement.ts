import { Readable } from 'node:stream'
import {
  type Access,
  type BodyOf,
  type CountedList,
  type Endpoint,
  FileBody,
  type KindOf,
  mayWaitForIndex,
  type Page,
  type ParamsOf,
  pathNames,
  type QueryOf,
  type ResultOf,
  readStaleVersion,
  ServiceError,
  tellsEntityTag,
} from '@rushes/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { TSchema } from 'typebox'
import { type Actor, type Context, inTransaction, type Platform } from '../context.ts'
import type { Bearer } from '../security/bearer.ts'
import { StreamedJson, writeJson } from '../text/streamed-json.ts'
import { createValidator } from '../text/validate.ts'
import { isUnchanged, readPrecondition, toEntityTag } from './answers/entity-tags.ts'
import { preconditionFailed } from './answers/precondition.ts'
import { createProjector } from './answers/project.ts'
import { RawReply } from './answers/raw-reply.ts'
import { dropNulls, takesNull } from './bodies/drop-nulls.ts'
import { addItemReader, StoredItems } from './bodies/read-items.ts'
import { toWatched } from './connections/watched.ts'
import { assertOwnPage, type Credentials, readCredentials } from './credentials.ts'
import { readCallerAddress } from './limits/caller-address.ts'
import { toRoute } from './paths.ts'
import { readExtraFlag, readParams, readQuery } from './read-parameters.ts'

/** A search that lags longer is answered without what was just written. */
const maxIndexWaitMs = 10_000

/** Decides who is calling and whether they may: the only gate, passed before the body is read. */
export type Authorize = (
  access: Access,
  credentials: Credentials | undefined,
  params: Record<string, unknown>,
) => Promise<Actor>

/** What endpoints are implemented on. */
export interface Api {
  readonly fastify: FastifyInstance
  readonly platform: Platform
  readonly authorize: Authorize
  /** Who the bearer of a link is, from an endpoint of this access, or a refusal: the same as for a new link. */
  readonly authorizeLink: (access: Access, bearer: Bearer, params: Record<string, unknown>) => Promise<Actor>
  /** Aborted when the service is to stop: load balancers are asked to send requests elsewhere. */
  readonly draining: AbortSignal
  /** Aborted when it stops to serve: answers that go on end with it. */
  readonly stopping: AbortSignal
  /** Ids of the endpoints that have their use case. */
  readonly implemented: Set<string>
}

declare module '../module.ts' {
  interface Module {
    readonly routes?: (api: Api) => void | Promise<void>
    /** Endpoints that every node has, whatever its role: how it is. */
    readonly probes?: (api: Api) => void
  }
}

/** The parts of the exchange that a few use cases need beside the validated input. */
export interface Exchange {
  readonly headers: FastifyRequest['headers']
  /** As trusted proxies tell it. */
  readonly remoteAddress: string
  readonly credentials: Credentials | undefined
  /** The unread body of an endpoint of body kind `bytes`. */
  readonly stream: FastifyRequest['raw']
  /** Asks the gate again: throws when the caller may no longer be here. For answers that go on. */
  readonly assertStillAllowed: () => Promise<void>
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  setHeader(name: string, value: string): void
}

type Answer<E> =
  KindOf<E> extends 'list'
    ? Page<ResultOf<E> extends (infer Item)[] ? Item : never>
    : KindOf<E> extends 'counted list'
      ? CountedList<ResultOf<E> extends (infer Item)[] ? Item : never>
      : KindOf<E> extends 'raw'
        ? RawReply
        : KindOf<E> extends 'nothing'
          ? undefined
          : // What is large may come written already, or be written while it is read.
            ResultOf<E> | RawReply | StreamedJson

type UseCase<E> = (
  ctx: Context,
  input: {
    params: ParamsOf<E>
    query: QueryOf<E>
    body: BodyOf<E>
    /** What there is instead of the `body` of an endpoint of body kind `json list`; gone once it has answered. */
    items: ItemsOf<BodyOf<E>> | undefined
    exchange: Exchange
  },
) => Promise<Answer<E>>

type ItemsOf<Body> = Body extends readonly (infer Item)[] ? StoredItems<Item> : never

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    passage: { actor: Actor; params: Record<string, unknown>; credentials: Credentials | undefined } | undefined
  }
}

/**
 * Implements an endpoint of the contract, the only bridge to the web framework: checks access before the body is
 * read, validates, calls the use case, and writes what the endpoint declares and nothing else.
 */
export function implement<E extends Endpoint>(api: Api, endpoint: E, useCase: UseCase<E>): void {
  if (api.implemented.has(endpoint.id)) throw new Error(`${endpoint.id} is implemented twice`)
  api.implemented.add(endpoint.id)
  const readBody = createBodyReader(endpoint)
  const write = createWriter(endpoint, api)
  const mayWait = mayWaitForIndex(endpoint)

  async function checkAccess(request: FastifyRequest): Promise<void> {
    const credentials = readCredentials(request)
    assertOwnPage(request, endpoint.access, credentials, api.platform)
    // Bytes are bytes, whatever a sender calls them: no reader of another kind may take them.
    if (endpoint.bodyKind === 'bytes') request.headers['content-type'] = 'application/octet-stream'
    const params = readParams(endpoint, request.params as Record<string, string>)
    request.passage = { actor: await api.authorize(endpoint.access, credentials, params), params, credentials }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, items?: StoredItems<unknown>) {
    const { actor, params, credentials } = request.passage!
    const query = request.query as Record<string, string | string[]>
    const waits = mayWait && readExtraFlag('waitForIndex', query)
    const precondition = readPrecondition(request, endpoint)
    const ctx: Context = {
      db: api.platform.database,
      actor,
      requestId: request.id,
      platform: api.platform,
      precondition,
    }
    const input = {
      params,
      query: readQuery(endpoint, query),
      body: items ? undefined : readBody(request.body),
      items,
      exchange: toExchange(request, reply, credentials, async () => {
        await api.authorize(endpoint.access, credentials, params)
      }),
    }
    const result = await runConditionally(ctx, ctx => useCase(ctx, input as Parameters<UseCase<E>>[1]), input.body)
    if (waits) await api.platform.services.waitForIndex(maxIndexWaitMs)
    return write(reply, result)
  }

  const handler: RouteHandlerMethod = async (request, reply) => {
    const items = request.body instanceof StoredItems ? request.body : undefined
    try {
      return await answer(request, reply, items)
    } finally {
      await items?.close()
    }
  }

  function addRoutes(fastify: FastifyInstance): void {
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      fastify.route({
        method: endpoint.method,
        url: toRoute(path, endpoint),
        bodyLimit: endpoint.bodyLimitBytes,
        config: { endpoint },
        onRequest: checkAccess,
        handler,
      })
    }
  }
  if (endpoint.bodyKind === 'json list') {
    // Its JSON is read in another way than that of others.
    void api.fastify.register(async scope => {
      addItemReader(scope, endpoint, api.platform.stagingDir)
      addRoutes(scope)
    })
  } else addRoutes(api.fastify)
}

/**
 * Runs a change that names the version it is to find as one transaction, so that a use case which does not compare
 * changes nothing. A version in the body is compared with the stored one by the use case.
 */
async function runConditionally<T>(ctx: Context, useCase: (ctx: Context) => Promise<T>, body: unknown): Promise<T> {
  const { precondition } = ctx
  if (!precondition) return useCase(ctx)
  return inTransaction(ctx, async ctx => {
    const answer = await useCase(ctx)
    const named = (body as { version?: unknown } | undefined)?.version
    if (!precondition.isChecked && typeof named === 'number') precondition.assertHoldsFor(named)
    if (!precondition.isChecked) throw preconditionFailed(undefined)
    return answer
  }).catch(error => {
    // A stale version in the body: the field may have failed as well, which counts first.
    const stored = readStaleVersion(error)
    if (stored !== undefined) precondition.assertHoldsFor(stored)
    throw error
  })
}

function createBodyReader(endpoint: Endpoint): (body: unknown) => unknown {
  const { body: schema, bodyKind } = endpoint
  if (!schema || bodyKind === 'bytes') return () => undefined
  const validate = createValidator(schema)
  return body => {
    if (body === undefined || (body === null && !takesNull(schema))) {
      if (endpoint.bodyOptional) return undefined
      throw new ServiceError('BadRequestError', 'A body is needed')
    }
    // Only a reader makes one, for endpoints that take files.
    if (body instanceof FileBody) return body
    const value = bodyKind === 'form or json' ? readForm(body, schema) : body
    dropNulls(value, schema)
    validate(value)
    return value
  }
}

/** Texts of a form that stand for flags and numbers become them; a JSON body passes untouched. */
function readForm(body: unknown, schema: TSchema): unknown {
  if (typeof body !== 'object' || body === null) return body
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (properties[name]?.type !== 'boolean' || typeof value !== 'string') return [name, value]
      return [name, value === 'true' || value === 'on' || value === '1']
    }),
  )
}

function createWriter(endpoint: Endpoint, api: Api): (reply: FastifyReply, answer: unknown) => FastifyReply {
  const project = endpoint.result ? createProjector(endpoint.result) : undefined
  const setDeprecation = createDeprecationWriter(endpoint, api.platform)
  return (reply, answer) => {
    setDeprecation?.(reply)
    if (answer instanceof RawReply) {
      reply.code(answer.status).headers(answer.headers)
      const isKnown = endpoint.versioned && isUnchanged(reply.request, String(answer.headers.etag))
      return isKnown ? reply.code(304).send() : reply.send(answer.body)
    }
    reply.code(endpoint.status)
    if (endpoint.resultKind === 'nothing') return reply.send()
    let value = answer instanceof StreamedJson ? answer.value : answer
    if (endpoint.resultKind === 'list') {
      const page = answer as Page<unknown>
      setPaging(reply, page.total, page.offset)
      value = page.items
    } else if (endpoint.resultKind === 'counted list') {
      const list = answer as CountedList<unknown>
      reply.header('X-Pagination-Total-Results', list.total)
      value = list.items
    } else if (endpoint.resultKind === 'search') {
      const list = value as { numFound: number; start: number }
      setPaging(reply, list.numFound, list.start)
    }
    const shown = project ? project(value) : value
    if (answer instanceof StreamedJson) {
      return reply.header('content-type', jsonType).send(toStream(reply.request, shown))
    }
    const json = JSON.stringify(shown) ?? 'null'
    if (tellsEntityTag(endpoint)) {
      const entityTag = toEntityTag((shown as { version: number }).version, json)
      reply.header('etag', entityTag)
      if (endpoint.method === 'GET' && isUnchanged(reply.request, entityTag)) return reply.code(304).send()
    }
    return reply.header('content-type', jsonType).send(json)
  }

  /** Ends when the client goes away, or may no longer be here. */
  function toStream({ passage }: FastifyRequest, value: unknown): Readable {
    const { credentials, params } = passage!
    const pieces = Readable.from(writeJson(value), { objectMode: false, highWaterMark: 1 })
    return toWatched(api.platform, pieces, async () => {
      await api.authorize(endpoint.access, credentials, params)
    })
  }
}

const jsonType = 'application/json; charset=utf-8'

/** `Deprecation: @<seconds>` (RFC 9745), and where to go instead. */
function createDeprecationWriter(
  { deprecated }: Endpoint,
  platform: Platform,
): ((reply: FastifyReply) => void) | undefined {
  if (!deprecated) return undefined
  const since = `@${Date.parse(deprecated.since) / 1000}`
  return reply => {
    reply.header('deprecation', since)
    const params = reply.request.passage?.params ?? {}
    // A successor that wants to know more than this request said has no address yet.
    if (!pathNames(deprecated.successor).every(name => Object.hasOwn(params, name))) return
    const path = deprecated.successor.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(String(params[name])),
    )
    reply.header('link', `<${platform.publicUrl}${path}>; rel="successor-version"`)
  }
}

function setPaging(reply: FastifyReply, total: number, offset: number): void {
  reply.header('X-Pagination-Total-Results', total).header('X-Pagination-Offset', offset)
}

function toExchange(
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials | undefined,
  assertStillAllowed: Exchange['assertStillAllowed'],
): Exchange {
  return {
    assertStillAllowed,
    headers: request.headers,
    remoteAddress: readCallerAddress(request),
    credentials,
    stream: request.raw,
    get signal() {
      const controller = new AbortController()
      reply.raw.once('close', () => controller.abort())
      return controller.signal
    },
    setHeader: (name, value) => void reply.header(name, value),
  }
}
