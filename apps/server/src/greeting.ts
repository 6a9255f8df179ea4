/** What a start writes to the standard output: what a person at a terminal needs, or two lines for everyone else. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './platform/config/config.ts'
import type { Platform } from './platform/context.ts'

/** What is shown of a service that has started. */
interface Started {
  readonly platform: Pick<Platform, 'publicUrl'> & { readonly services: Pick<Platform['services'], 'firstUser'> }
}

/** The lines for a person at a terminal. */
export function listWelcomeLines(config: Config, service: Started): string[] {
  const { publicUrl } = service.platform
  const signIn = describeSignIn(config, service)
  return [
    '',
    `Rushes is at ${publicUrl}`,
    '',
    ...(signIn === undefined ? [] : [`  Sign in     ${signIn}`]),
    `  Data        ${config.dataDir}`,
    '  Try next    npm run demo (in another terminal): a clip goes through the whole service',
    `  Reference   ${publicUrl}/docs`,
    config.log.format === 'file'
      ? `  Log         ${join(config.dataDir, 'logs', 'rushes.log')}`
      : '  Log         warnings appear here; RUSHES_LOG_LEVEL=info shows every request',
    '  Stop        Ctrl-C',
    '',
  ]
}

function describeSignIn({ admin, dataDir }: Config, { platform }: Started): string | undefined {
  const { firstUser } = platform.services
  const path = join(dataDir, 'first-password')
  if (firstUser?.madePassword !== undefined) {
    return `${firstUser.username}, password ${firstUser.madePassword} (in ${path} until it is changed)`
  }
  if (firstUser) return `${firstUser.username}, with the password of RUSHES_ADMIN_PASSWORD`
  return existsSync(path) ? `${admin.username}, with the password in ${path}` : undefined
}

/** The lines for a log or a program: the first user once, and the address. */
export function listPlainLines({ dataDir }: Config, { platform }: Started): string[] {
  const { firstUser } = platform.services
  const address = `Rushes is at ${platform.publicUrl}`
  if (!firstUser) return [address]
  const { username, madePassword } = firstUser
  if (madePassword === undefined) return [`First user: ${username}`, address]
  const path = join(dataDir, 'first-password')
  return [`First user: ${username}  password: ${madePassword}  (kept in ${path} until it is changed)`, address]
}
