import {
  type Access,
  type BodyOf,
  type Endpoint,
  FileBody,
  type KindOf,
  type Page,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  ServiceError,
} from '@rushes/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor, Context, Platform } from '../context.ts'
import { createValidator } from '../validate.ts'
import { assertSameSite, type Credentials, readCredentials } from './credentials.ts'
import { createProjector } from './project.ts'
import { RawReply } from './raw-reply.ts'
import { readParams, readQuery } from './read-parameters.ts'

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
  /** Ids of the endpoints that have their use case. */
  readonly implemented: Set<string>
}

/** The parts of the exchange that a few use cases need beside the validated input. */
export interface Exchange {
  readonly headers: FastifyRequest['headers']
  readonly remoteAddress: string
  readonly credentials: Credentials | undefined
  /** The unread body of an endpoint of body kind `bytes`. */
  readonly stream: FastifyRequest['raw']
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  setHeader(name: string, value: string): void
}

type Answer<E> =
  KindOf<E> extends 'list'
    ? Page<ResultOf<E> extends (infer Item)[] ? Item : never>
    : KindOf<E> extends 'raw'
      ? RawReply
      : KindOf<E> extends 'nothing'
        ? undefined
        : ResultOf<E>

type UseCase<E> = (
  ctx: Context,
  input: { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E>; exchange: Exchange },
) => Promise<Answer<E>>

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
  const write = createWriter(endpoint)

  async function checkAccess(request: FastifyRequest): Promise<void> {
    const credentials = readCredentials(request)
    if (credentials?.transport === 'cookie' && endpoint.access.who !== 'anyone') {
      assertSameSite(request, api.platform.publicUrl)
    }
    // Bytes are bytes, whatever a sender calls them: no reader of another kind may take them.
    if (endpoint.bodyKind === 'bytes') request.headers['content-type'] = 'application/octet-stream'
    const params = readParams(endpoint, request.params as Record<string, string>)
    request.passage = { actor: await api.authorize(endpoint.access, credentials, params), params, credentials }
  }

  const answer: RouteHandlerMethod = async (request, reply) => {
    const { actor, params, credentials } = request.passage!
    const ctx: Context = { db: api.platform.database, actor, requestId: request.id, platform: api.platform }
    const input = {
      params,
      query: readQuery(endpoint, request.query as Record<string, string | string[]>),
      body: readBody(request.body),
      exchange: toExchange(request, reply, credentials),
    }
    return write(reply, await useCase(ctx, input as Parameters<UseCase<E>>[1]))
  }

  for (const path of [endpoint.path, ...endpoint.aliases]) {
    api.fastify.route({
      method: endpoint.method,
      url: toRoute(path, endpoint),
      bodyLimit: endpoint.bodyLimitBytes,
      config: { endpoint },
      onRequest: checkAccess,
      handler: answer,
    })
  }
}

/** `{name}` as the router writes it; a parameter of few words is matched by them alone, so that it hides no neighbour. */
function toRoute(path: string, endpoint: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = (endpoint.params[name] as { enum?: string[] } | undefined)?.enum
    return words ? `:${name}(^(?:${words.join('|')})$)` : `:${name}`
  })
}

function createBodyReader(endpoint: Endpoint): (body: unknown) => unknown {
  const { body: schema, bodyKind } = endpoint
  if (!schema || bodyKind === 'bytes') return () => undefined
  const validate = createValidator(schema)
  return body => {
    if (body === undefined || body === null) {
      if (endpoint.bodyOptional) return undefined
      throw new ServiceError('BadRequestError', 'A body is needed')
    }
    // Only a reader makes one, for endpoints that take files.
    if (body instanceof FileBody) return body
    const value = bodyKind === 'form or json' ? readForm(body, schema) : body
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

function createWriter(endpoint: Endpoint): (reply: FastifyReply, answer: unknown) => FastifyReply {
  const project = endpoint.result ? createProjector(endpoint.result) : undefined
  return (reply, answer) => {
    if (endpoint.deprecated) reply.header('deprecation', 'true')
    if (answer instanceof RawReply) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    reply.code(endpoint.status)
    if (endpoint.resultKind === 'nothing') return reply.send()
    let value = answer
    if (endpoint.resultKind === 'list') {
      const page = answer as Page<unknown>
      setPaging(reply, page.total, page.offset)
      value = page.items
    } else if (endpoint.resultKind === 'search') {
      const list = answer as { numFound: number; start: number }
      setPaging(reply, list.numFound, list.start)
    }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(project ? project(value) : value) ?? 'null')
  }
}

function setPaging(reply: FastifyReply, total: number, offset: number): void {
  reply.header('X-Pagination-Total-Results', total).header('X-Pagination-Offset', offset)
}

function toExchange(request: FastifyRequest, reply: FastifyReply, credentials: Credentials | undefined): Exchange {
  return {
    headers: request.headers,
    remoteAddress: request.ip,
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
