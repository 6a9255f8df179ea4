/** Ways in: as a user with a password, or as a visitor of a share. Both give a client that renews its token. */

import type { IdentifyRequest } from '@rushes/contract'
import { type Client, createClient } from './client.ts'
import { createTokenSource } from './tokens.ts'
import type { ClientOptions } from './transport/options.ts'

interface Connection extends Omit<ClientOptions, 'token' | 'tokens'> {
  /** Gives up the way in; later renewals have nothing to do with it. */
  signal?: AbortSignal
}
type Asked = string | (() => string | Promise<string>)
type Given = { signal?: AbortSignal }

/** A user's way in. What is a function is called whenever it is needed again. */
export interface SignInOptions extends Connection {
  /** Name or address of the user. */
  username: string
  password: Asked
  /** A week instead of an hour. */
  rememberMe?: boolean
  /** Gives a code of the second factor, when one is asked for. */
  getCode?: () => string | Promise<string>
}

/** Signs in, and again whenever the token has ended; throws `UnauthorizedError` for a wrong name or password. */
export async function signIn({
  username,
  password,
  rememberMe = false,
  getCode,
  ...connection
}: SignInOptions): Promise<Client> {
  return open(connection, async given => {
    const stranger = createClient(connection)
    const asked = { rememberMe, useCookies: false }
    const body = { username, password: await ask(password), ...asked }
    const { token, needsSecondToken } = await stranger.authentication.login({ body, ...given })
    if (!needsSecondToken) return token
    if (!getCode) throw new TypeError('This user has a second factor: give getCode')
    const halfway = createClient({ ...connection, token })
    const code = { token: await getCode(), ...asked }
    return (await halfway.authentication.validateSecondFactor({ body: code, ...given })).token
  })
}

/** A visitor's way into a share. */
export interface VisitOptions extends Connection {
  prId: number
  shareId: number
  /** The token of the share, as its link carries it. */
  shareToken: string
  /** Asked for by shares that are protected. */
  password?: Asked
  /** Who the visitor is; needed to comment. */
  visitor?: IdentifyRequest
}

/** Opens a share; a session that has ended of an hour's silence is opened again, by the same visitor. */
export async function visitShare({
  prId,
  shareId,
  shareToken,
  password,
  visitor,
  ...connection
}: VisitOptions): Promise<Client> {
  let previousToken: string | undefined
  const logIn = async (given: Given): Promise<string> => {
    const api = createClient({ ...connection, token: shareToken })
    const body = {
      ...(password === undefined ? {} : { password: await ask(password) }),
      ...(previousToken === undefined ? {} : { previousToken }),
    }
    const { token, continued } = await api.sharing.loginToShare({ prId, id: shareId, body, ...given })
    if (!visitor || continued) return token
    const halfway = createClient({ ...connection, token })
    return (await halfway.sharing.identify({ prId, body: visitor, ...given })).token
  }
  return open(connection, async given => {
    previousToken = await logIn(given)
    return previousToken
  })
}

/** A client whose token comes from `getToken`, asked once right away so that a refusal is reported now. */
async function open(
  { signal, ...connection }: Connection,
  getToken: (given: Given) => Promise<string>,
): Promise<Client> {
  const first = await getToken(signal ? { signal } : {})
  return createClient({ ...connection, tokens: createTokenSource(() => getToken({}), first) })
}

async function ask(value: Asked): Promise<string> {
  return typeof value === 'function' ? value() : value
}
