/** The typed client of the service, derived from the contract: no code is generated, nothing is declared twice. */

import type { BodyOf, contract, KindOf, Page, ParamsOf, QueryOf, ResultOf } from '@rushes/contract'
import type { ClientOptions } from './transport/options.ts'
import { routes } from './transport/routes.ts'
import { type AnyInput, call } from './transport/transport.ts'

type BodyPart<E> = BodyOf<E> extends undefined ? { body?: undefined } : { body?: BodyOf<E> }

/** Any change of an account or a production may wait until a search finds what it left; other calls refuse this. */
interface Waiting {
  waitForIndex?: boolean | undefined
}

/** What a call takes: the path parameters by name, `query`, `body`, further headers, a signal to give up. */
export type CallInput<E> = ParamsOf<E> &
  BodyPart<E> & { query?: QueryOf<E> & Waiting; headers?: Record<string, string>; signal?: AbortSignal }

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

/** Every endpoint of the contract as a function, by module. */
export type Client = {
  [Module in keyof typeof contract]: {
    [Name in keyof (typeof contract)[Module]]: Call<(typeof contract)[Module][Name]>
  }
} & { readonly options: ClientOptions }

/** A client of the service at `baseUrl`; errors of the service arrive as `ServiceError`. */
export function createClient(options: ClientOptions): Client {
  if (typeof options?.baseUrl !== 'string') throw new TypeError('createClient needs baseUrl, the address of a service')
  if (!URL.canParse(options.baseUrl) && !options.fetch && !('location' in globalThis)) {
    throw new TypeError(`Outside of pages baseUrl is a whole address, not ${JSON.stringify(options.baseUrl)}`)
  }
  const modules = Object.entries(routes).map(([module, calls]) => [
    module,
    Object.fromEntries(
      Object.entries(calls).map(([name, route]) => [name, (input: AnyInput = {}) => call(options, route, input)]),
    ),
  ])
  return { ...Object.fromEntries(modules), options }
}
