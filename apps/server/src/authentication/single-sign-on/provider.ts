/** An identity provider as OpenID Connect describes it: what it says of itself, its keys, its answers. */

import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { type Outbound, OutboundError, type OutboundRequest, parseOutboundUrl } from '../../platform/outbound.ts'
import type { ProviderConfig } from '../../platform/sign-on-config.ts'

/** What the provider tells of itself (OpenID Connect Discovery), as far as it is used. */
export interface Metadata {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly endSessionEndpoint: string | undefined
  /** Whether its answers name it (RFC 9207). */
  readonly namesIssuer: boolean
  readonly takesSecretInBody: boolean
}

/** The provider could not be asked, or said something that cannot be trusted; the message is for the log. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

export interface Provider {
  readonly config: ProviderConfig
  getMetadata(): Promise<Metadata>
  /** Exchanges a code for who stands behind it: the claims of a token that is the provider's, for us, and of this very sign-on. */
  redeem(code: string, proof: { verifier: string; nonce: string; redirectUri: string }): Promise<JWTPayload>
}

const rememberMs = 60 * 60 * 1000
/** A key that nobody knows is looked for at most this often. */
const refreshMs = 60 * 1000
const timeoutMs = 10_000
const mostAnswerBytes = 512 * 1024
const algorithms = ['RS256', 'ES256', 'PS256']
const clockToleranceSeconds = 60

export function createProvider(config: ProviderConfig, outbound: Outbound, clock: Clock): Provider {
  const metadata = createMemory(() => discover(config, outbound), clock)
  const keys = createMemory(async () => fetchKeys(await metadata.recall(), outbound), clock)

  /** A key that has been added since is fetched, a signature that is wrong is not tried twice. */
  async function verify(token: string): Promise<JWTPayload> {
    const options = {
      issuer: config.issuer,
      audience: config.clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    }
    const attempt = async () => (await jwtVerify(token, createLocalJWKSet(await keys.recall()), options)).payload
    return attempt().catch(async error => {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !keys.forgetOlderThan(refreshMs)) throw error
      return attempt()
    })
  }

  return {
    config,
    getMetadata: metadata.recall,
    async redeem(code, { verifier, nonce, redirectUri }) {
      const token = await exchange(config, await metadata.recall(), outbound, { code, verifier, redirectUri })
      const claims = await verify(token).catch(error => {
        throw error instanceof ProviderError ? error : new ProviderError(`the token is refused: ${error.message}`)
      })
      if (claims.nonce !== nonce) throw new ProviderError('the token is of another sign-on')
      const audiences = [claims.aud ?? []].flat()
      // "If the ID Token contains multiple audiences, the Client SHOULD verify that an azp Claim is present" (3.1.3.7)
      if ((audiences.length > 1 || claims.azp !== undefined) && claims.azp !== config.clientId) {
        throw new ProviderError('the token is for somebody else')
      }
      return claims
    },
  }
}

/** A value that is read again after an hour; what cannot be read is not remembered. */
function createMemory<T>(read: () => Promise<T>, clock: Clock) {
  let known: { value: Promise<T>; at: number } | undefined
  return {
    recall(): Promise<T> {
      const now = clock.now()
      if (known && now - known.at < rememberMs) return known.value
      const value = read()
      known = { value, at: now }
      value.catch(() => {
        if (known?.value === value) known = undefined
      })
      return value
    },
    /** Whether something as old as that was forgotten. */
    forgetOlderThan(ageMs: number): boolean {
      if (known && clock.now() - known.at < ageMs) return false
      known = undefined
      return true
    },
  }
}

async function discover({ issuer }: ProviderConfig, outbound: Outbound): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const told = await callJson(outbound, { url, method: 'GET', timeoutMs, mostAnswerBytes })
  if (told.issuer !== issuer) throw new ProviderError('the provider calls itself otherwise than RUSHES_OIDC_ISSUER')
  const secure = new URL(issuer).protocol === 'https:'
  const address = (name: string): string => {
    const value = told[name]
    const parsed = typeof value === 'string' ? parseOutboundUrl(value) : undefined
    if (!parsed || (secure && parsed.protocol !== 'https:')) throw new ProviderError(`the provider tells no ${name}`)
    return parsed.href
  }
  const methods = told.token_endpoint_auth_methods_supported
  return {
    authorizationEndpoint: address('authorization_endpoint'),
    tokenEndpoint: address('token_endpoint'),
    jwksUri: address('jwks_uri'),
    endSessionEndpoint: told.end_session_endpoint === undefined ? undefined : address('end_session_endpoint'),
    namesIssuer: told.authorization_response_iss_parameter_supported === true,
    takesSecretInBody: Array.isArray(methods) && !methods.includes('client_secret_basic'),
  }
}

async function fetchKeys({ jwksUri }: Metadata, outbound: Outbound): Promise<JSONWebKeySet> {
  const told = await callJson(outbound, { url: jwksUri, method: 'GET', timeoutMs, mostAnswerBytes })
  if (!Array.isArray(told.keys)) throw new ProviderError('the provider tells no keys')
  return told as unknown as JSONWebKeySet
}

async function exchange(
  { clientId, clientSecret }: ProviderConfig,
  { tokenEndpoint, takesSecretInBody }: Metadata,
  outbound: Outbound,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: clientId,
  })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  }
  if (clientSecret !== undefined && takesSecretInBody) form.set('client_secret', clientSecret)
  else if (clientSecret !== undefined) headers.authorization = toBasic(clientId, clientSecret)
  const request = {
    url: tokenEndpoint,
    method: 'POST',
    headers,
    body: String(form),
    timeoutMs,
    mostAnswerBytes,
  } as const
  const answer = await callJson(outbound, request)
  if (typeof answer.id_token !== 'string') throw new ProviderError('the provider gave no id_token')
  return answer.id_token
}

/** Both parts in the encoding of forms first (RFC 6749, 2.3.1). */
function toBasic(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
}

async function callJson(outbound: Outbound, request: OutboundRequest): Promise<Record<string, unknown>> {
  const { host, pathname } = new URL(request.url)
  const answer = await outbound.call(request).catch(error => {
    throw new ProviderError(
      `${host}${pathname}: ${error instanceof OutboundError ? error.message : 'cannot be called'}`,
    )
  })
  if (answer.status !== 200) throw new ProviderError(`${host}${pathname} answered ${answer.status}`)
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new ProviderError(`${host}${pathname} answered no JSON object`)
}
