/** What a start writes to the standard output: what a person at a terminal needs, or two lines for everyone else. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningService } from './app.ts'
import type { Config } from './platform/config.ts'

type Started = Pick<RunningService, 'firstUser'> & { readonly platform: { readonly publicUrl: string } }

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
    '  Log         warnings appear here; RUSHES_LOG_LEVEL=info shows every request',
    '  Stop        Ctrl-C',
    '',
  ]
}

function describeSignIn({ admin, dataDir }: Config, { firstUser }: Started): string | undefined {
  const path = join(dataDir, 'first-password')
  if (firstUser?.madePassword !== undefined) {
    return `${firstUser.username}, password ${firstUser.madePassword} (in ${path} until it is changed)`
  }
  if (firstUser) return `${firstUser.username}, with the password of RUSHES_ADMIN_PASSWORD`
  return existsSync(path) ? `${admin.username}, with the password in ${path}` : undefined
}

/** The lines for a log or a program: the first user once, and the address. */
export function listPlainLines({ dataDir }: Config, { firstUser, platform }: Started): string[] {
  const address = `Rushes is at ${platform.publicUrl}`
  if (!firstUser) return [address]
  const { username, madePassword } = firstUser
  if (madePassword === undefined) return [`First user: ${username}`, address]
  const path = join(dataDir, 'first-password')
  return [`First user: ${username}  password: ${madePassword}  (kept in ${path} until it is changed)`, address]
}
