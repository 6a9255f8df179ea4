/** The identity provider of the settings, spoken to by openid-client through the wall for outbound calls. */

import * as openid from 'openid-client'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { ProviderConfig } from '../../../platform/config/sign-on.ts'
import { type Outbound, OutboundError, parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { type Claims, completeClaims, lacksClaims } from './claims.ts'

/** The provider could not be asked, or answered something that cannot be trusted; the message is for the log. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  /** The provider answered that it does not sign this person on. */
  readonly isRefusal: boolean

  constructor(message: string, isRefusal = false) {
    super(message)
    this.isRefusal = isRefusal
  }
}

/** The secrets of one sign-on. */
export interface SignOnChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  readonly config: ProviderConfig
  /** The provider's page where a sign-on begins. */
  getSignOnPage(redirectUri: string, checks: SignOnChecks): Promise<URL>
  /** Exchanges the answer that the browser brought for verified claims. Throws ProviderError. */
  redeem(answer: URL, checks: SignOnChecks): Promise<Claims>
  /** The provider's page that ends its session and leads on to `page`; absent where it has none. */
  findExit(page: string): Promise<URL | undefined>
}

const cacheMs = 60 * 60 * 1000
const timeoutSeconds = 10
const maxAnswerBytes = 512 * 1024
const clockToleranceSeconds = 60

export function createProvider(config: ProviderConfig, outbound: Outbound, clock: Clock): Provider {
  const { issuer, clientId } = config
  const isPlain = new URL(issuer).protocol === 'http:'
  const fetchOutbound = toFetch(outbound)
  let metadata: { value: Promise<openid.ServerMetadata>; at: number } | undefined
  let keys: { jwks: openid.ExportedJWKSCache['jwks']; at: number } | undefined

  async function discover(): Promise<openid.ServerMetadata> {
    const client = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      [openid.customFetch]: fetchOutbound,
      timeout: timeoutSeconds,
      execute: isPlain ? [openid.allowInsecureRequests] : [],
    })
    const found = client.serverMetadata()
    if (found.issuer !== issuer) {
      throw new ProviderError(`the provider names itself ${found.issuer}, and RUSHES_OIDC_ISSUER ${issuer}`)
    }
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      if (!parseOutboundUrl(found[name] ?? '')) throw new ProviderError(`the provider publishes no usable ${name}`)
    }
    return found
  }

  /** Cached for an hour; a failure is not cached. */
  function getMetadata(): Promise<openid.ServerMetadata> {
    const now = clock.now()
    if (metadata && now - metadata.at < cacheMs) return metadata.value
    const entry = { value: discover(), at: now }
    metadata = entry
    entry.value.catch(() => {
      if (metadata === entry) metadata = undefined
    })
    return entry.value
  }

  /** The library reads the system's clock; the difference to ours keeps tokens and cached keys on ours. */
  const getSkewSeconds = () => Math.round((clock.now() - systemClock.now()) / 1000)

  async function connect(): Promise<openid.Configuration> {
    const found = await getMetadata()
    const skew = getSkewSeconds()
    const times = { [openid.clockSkew]: skew, [openid.clockTolerance]: clockToleranceSeconds }
    const client = new openid.Configuration(found, clientId, times, toClientAuth(config, found))
    client.timeout = timeoutSeconds
    client[openid.customFetch] = fetchOutbound
    if (isPlain) openid.allowInsecureRequests(client)
    openid.enableNonRepudiationChecks(client)
    if (keys) openid.setJwksCache(client, { jwks: keys.jwks, uat: keys.at - skew })
    return client
  }

  async function redeem(answer: URL, { state, nonce, verifier }: SignOnChecks): Promise<Claims> {
    const client = await connect()
    const tokens = await openid
      .authorizationCodeGrant(client, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      .finally(() => {
        const cache = openid.getJwksCache(client)
        if (cache) keys = { jwks: cache.jwks, at: cache.uat + getSkewSeconds() }
      })
    const claims = tokens.claims()
    if (!claims) throw new ProviderError('the provider gave no id_token')
    if (claims.azp !== undefined && claims.azp !== clientId) throw new ProviderError('the token is for another client')
    if (!lacksClaims(claims) || client.serverMetadata().userinfo_endpoint === undefined) return claims
    // "The Claims requested by the profile, email, address, and phone scope values are returned from the UserInfo Endpoint" (Core 5.4)
    const info = await openid.fetchUserInfo(client, tokens.access_token, claims.sub).catch(error => {
      if (claims.email === undefined) throw error
      // Whom the provider has brought before needs nothing else.
      return {}
    })
    return completeClaims(claims, info)
  }

  return {
    config,
    getSignOnPage: (redirectUri, { state, nonce, verifier }) =>
      withReason(async () =>
        openid.buildAuthorizationUrl(await connect(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    redeem: (answer, checks) => withReason(() => redeem(answer, checks)),
    findExit: page =>
      withReason(async () => {
        const client = await connect()
        if (client.serverMetadata().end_session_endpoint === undefined) return undefined
        return openid.buildEndSessionUrl(client, { post_logout_redirect_uri: page })
      }),
  }
}

/** "If omitted, the default is client_secret_basic" (Discovery 3). */
function toClientAuth({ clientSecret }: ProviderConfig, metadata: openid.ServerMetadata): openid.ClientAuth {
  if (clientSecret === undefined) return openid.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(clientSecret)
    : openid.ClientSecretPost(clientSecret)
}

function toFetch(outbound: Outbound): openid.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new OutboundError(`${method} is not used`)
    const { host, pathname } = new URL(url)
    const answer = await outbound
      .call({
        url,
        method,
        headers,
        ...(body === undefined || body === null ? {} : { body: String(body) }),
        timeoutMs: timeoutSeconds * 1000,
        signal,
        mostAnswerBytes: maxAnswerBytes,
      })
      .catch(error => {
        throw new OutboundError(`${host}${pathname}: ${error instanceof Error ? error.message : error}`)
      })
    const { 'content-type': type, 'www-authenticate': challenge } = answer.headers
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      },
    })
  }
}

/** Every failure of the library, as one error with the whole reason. */
async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(toReason(error), error instanceof openid.AuthorizationResponseError)
  }
}

function toReason(error: unknown): string {
  if (error instanceof Response) return `status ${error.status}`
  if (!(error instanceof Error)) return ''
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    return [error.error, error.error_description].filter(text => text !== undefined).join(': ')
  }
  const cause = toReason(error.cause)
  return [error.message, cause].filter((text, index, all) => text !== '' && all.indexOf(text) === index).join(': ')
}
