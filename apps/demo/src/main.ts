/** `npm run demo [address]`: proves a running service with the main loop on a real clip. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runDemo } from './run-demo.ts'

const { env } = process
const url =
  process.argv[2] ?? env.RUSHES_PUBLIC_URL ?? `http://${env.RUSHES_HOST ?? '127.0.0.1'}:${env.RUSHES_PORT ?? '8080'}`

/** The password from the environment, else the one that a service on this machine made for its first user. */
function readPassword(): string | undefined {
  if (env.RUSHES_ADMIN_PASSWORD) return env.RUSHES_ADMIN_PASSWORD
  try {
    return readFileSync(join(env.RUSHES_DATA ?? './data', 'first-password'), 'utf8').trim()
  } catch {
    return undefined
  }
}

const password = readPassword()
if (password === undefined) {
  console.error('RUSHES_ADMIN_PASSWORD: set it to the password of the first user')
  process.exitCode = 1
} else {
  try {
    await runDemo({ url, username: env.RUSHES_ADMIN_USERNAME ?? 'admin', password, print: line => console.log(line) })
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error)
    process.exitCode = 1
  }
}
