import { resolve } from 'node:path'
import type { Call } from '../command.ts'

interface StartOptions {
  readonly host?: string
  readonly port?: number
  readonly data?: string
}

/** Starts the service in this process, as `npm start` does; from here on it answers signals itself. */
export async function run({ options }: Call<StartOptions>): Promise<void> {
  const { host, port, data } = options
  if (host !== undefined) process.env.RUSHES_HOST = host
  if (port !== undefined) process.env.RUSHES_PORT = String(port)
  if (data !== undefined) process.env.RUSHES_DATA = resolve(data)
  const { buildWebApp } = await import('../../../web/build/build.ts')
  await buildWebApp()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal)
  await import('@rushes/server/src/main.ts')
}
