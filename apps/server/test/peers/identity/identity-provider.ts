/**
 * An identity provider that speaks OpenID Connect: discovery, keys, authorization code with PKCE, tokens. It signs in
 * any given user, at once. Its answers can be falsified, for tests of what must not be believed.
 */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export type Algorithm = 'RS256' | 'ES256' | 'PS256'

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in; `sub` and whatever else is known about them. */
  person: JWTPayload
  /** What its userinfo endpoint answers; it has none while this is absent. */
  userInfo: Record<string, unknown> | undefined
  /** Bends the claims before they are signed. */
  bendClaims: (claims: JWTPayload) => JWTPayload
  /** Bends the signed token. */
  bendToken: (token: string) => string | Promise<string>
  /** Bends the answer that the browser brings back. */
  bendAnswer: (answer: URLSearchParams) => void
  /** Bends what it says of itself. */
  bendMetadata: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** Signs with a new key from now on, which is published unless it is to be a foreign one. */
  changeKey(algorithm: Algorithm, options?: { isPublished?: boolean; kid?: string }): Promise<void>
  /** Nothing is bent any more. */
  straighten(): void
  /** Signs claims with the key of now, in the way of a provider. */
  sign(claims: JWTPayload): Promise<string>
  /** How often each path was asked for. */
  readonly calls: Map<string, number>
  stop(): Promise<void>
}

interface Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string
}

export async function startIdentityProvider(now: () => number): Promise<IdentityProvider> {
  const grants = new Map<string, Grant>()
  const keys: JWK[] = []
  let signing: { key: CryptoKey; alg: Algorithm; kid: string }
  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    provider.calls.set(url.pathname, (provider.calls.get(url.pathname) ?? 0) + 1)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration') return void send(200, provider.bendMetadata(describe()))
    if (url.pathname === '/keys') return void send(200, { keys })
    if (url.pathname === '/userinfo') return void send(200, provider.userInfo)
    if (url.pathname === '/authorize') return authorize(url.searchParams, response)
    if (url.pathname !== '/token' || request.method !== 'POST') return void send(404, {})
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const token = await redeem(new URLSearchParams(text), request.headers.authorization)
    send(token === undefined ? 400 : 200, token === undefined ? { error: 'invalid_grant' } : token)
  }

  function describe(): Record<string, unknown> {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize?tenant=one`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(provider.userInfo === undefined ? {} : { userinfo_endpoint: `${issuer}/userinfo` }),
      end_session_endpoint: `${issuer}/logout`,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256'],
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const read = (name: string) => query.get(name) ?? ''
    const isRight =
      read('tenant') === 'one' &&
      read('response_type') === 'code' &&
      read('client_id') === provider.clientId &&
      read('scope').split(' ').includes('openid') &&
      read('code_challenge_method') === 'S256' &&
      read('code_challenge').length === 43 &&
      read('state').length > 20 &&
      read('nonce').length > 20
    if (!isRight) return void response.writeHead(400).end()
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      redirectUri: read('redirect_uri'),
      challenge: read('code_challenge'),
      nonce: read('nonce'),
    })
    const back = new URL(read('redirect_uri'))
    back.search = new URLSearchParams({ code, state: read('state'), iss: issuer }).toString()
    provider.bendAnswer(back.searchParams)
    response.writeHead(302, { location: back.href }).end()
  }

  /** Both parts arrive in the encoding of forms (RFC 6749, 2.3.1). */
  function isClient(authorization = ''): boolean {
    const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8')
    const [id, secret] = text.split(':').map(part => new URLSearchParams(`x=${part}`).get('x'))
    return id === provider.clientId && secret === provider.clientSecret
  }

  async function redeem(form: URLSearchParams, authorization: string | undefined) {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      isClient(authorization) &&
      form.get('grant_type') === 'authorization_code' &&
      grant?.redirectUri === form.get('redirect_uri') &&
      grant?.challenge === challenge
    if (!isRight || !grant) return undefined
    const seconds = Math.floor(now() / 1000)
    const claims = {
      iss: issuer,
      aud: provider.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.nonce,
      ...provider.person,
    }
    const token = await provider.sign(provider.bendClaims(claims))
    return { access_token: 'x', token_type: 'Bearer', id_token: await provider.bendToken(token) }
  }

  const provider: IdentityProvider = {
    issuer,
    clientId: 'rushes',
    clientSecret: 's3cret & more',
    person: { sub: 'nobody' },
    userInfo: undefined,
    calls: new Map(),
    bendClaims: claims => claims,
    bendToken: token => token,
    bendAnswer: () => {},
    bendMetadata: metadata => metadata,
    straighten() {
      provider.userInfo = undefined
      provider.bendClaims = claims => claims
      provider.bendToken = token => token
      provider.bendAnswer = () => {}
      provider.bendMetadata = metadata => metadata
    },
    async changeKey(algorithm, { isPublished = true, kid = randomBytes(4).toString('hex') } = {}) {
      const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
      signing = { key: privateKey, alg: algorithm, kid }
      if (isPublished) keys.splice(0, keys.length, { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' })
    },
    sign: claims => new SignJWT(claims).setProtectedHeader({ alg: signing.alg, kid: signing.kid }).sign(signing.key),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  await provider.changeKey('ES256')
  return provider
}
