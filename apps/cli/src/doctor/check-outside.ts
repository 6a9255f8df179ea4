/** What the service needs of others: its mail server, its identity provider, the proxy before its public address. */

import type { Config } from '@rushes/server/src/platform/config/config.ts'
import { verifyMailServer } from '@rushes/server/src/platform/events/outbox/mail/index.ts'
import { type Finding, found } from './finding.ts'

const patienceMs = 10_000
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** Connects to the mail server and signs in; sends nothing. */
export async function checkMail({ mail }: Config): Promise<Finding> {
  if (!mail) return found('mail', 'skipped', 'RUSHES_SMTP_URL is not set: no mail is sent')
  const place = `${mail.host}:${mail.port}`
  try {
    await verifyMailServer(mail)
    return found('mail', 'good', `${place} takes mail${mail.login ? ` from ${mail.login.username}` : ''}`)
  } catch (error) {
    const advice = 'Check RUSHES_SMTP_URL: host, port, user and password, and smtps: where TLS begins at once.'
    return found('mail', 'failed', `${place} does not take mail: ${describe(error)}`, advice)
  }
}

/** Reads what the identity provider publishes about itself (OpenID Connect Discovery). */
export async function checkSignOn({ signOn: { provider } }: Config): Promise<Finding> {
  if (!provider) return found('sign-on', 'skipped', 'RUSHES_OIDC_ISSUER is not set: users sign in with passwords')
  const { issuer } = provider
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const advice = 'Check RUSHES_OIDC_ISSUER: it is the issuer exactly as the provider writes it.'
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) return found('sign-on', 'failed', `${address} answered ${response.status}`, advice)
    const metadata = (await response.json()) as Record<string, unknown>
    if (metadata.issuer !== issuer) {
      return found('sign-on', 'failed', `${address} names another issuer: ${String(metadata.issuer)}`, advice)
    }
    const missing = endpoints.filter(name => typeof metadata[name] !== 'string')
    if (missing.length > 0) return found('sign-on', 'failed', `${address} has no ${missing.join(', ')}`, advice)
    return found('sign-on', 'good', `${issuer} answers`)
  } catch (error) {
    return found('sign-on', 'failed', `${address} cannot be read: ${describe(error)}`, advice)
  }
}

/** Whether the service that runs answers at the address that its clients are given. */
export async function checkAddress(config: Config, isSet: boolean, runsAt: string | undefined): Promise<Finding> {
  const publicUrl = isSet ? config.publicUrl : runsAt
  if (runsAt === undefined || publicUrl === undefined) {
    return found('address', 'skipped', `${config.publicUrl} is asked while the service runs`)
  }
  const advice = 'Check RUSHES_PUBLIC_URL, and the proxy before the service; a firewall may hide it from here only.'
  try {
    const response = await fetch(`${publicUrl}/health/live`, { signal: AbortSignal.timeout(patienceMs) })
    const body = (await response.json().catch(() => undefined)) as { status?: unknown } | undefined
    if (response.ok && body?.status === 'up') return found('address', 'good', `the service answers at ${publicUrl}`)
    return found('address', 'failed', `Another program answers at ${publicUrl} (${response.status})`, advice)
  } catch (error) {
    return found('address', 'failed', `Nobody answers at ${publicUrl}: ${describe(error)}`, advice)
  }
}

function describe(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && cause.message ? cause.message : message
}
