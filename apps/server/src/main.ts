/** Starts the service of this process, tells where it is, and stops it in good order. */

import { join } from 'node:path'
import { pino, stdSerializers } from 'pino'
import { startService } from './app.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { StartError } from './platform/database/index.ts'

const begun = performance.now()
// Records go to the standard error output, so that what a person is told stands alone on the standard output.
const log = pino(
  {
    level: process.env.NODE_ENV === 'test' ? 'warn' : 'info',
    redact: ['authorization', 'cookie', 'access_token', 'password', 'token', '*.password', '*.token'],
    serializers: { err: stdSerializers.err },
  },
  // Written in batches: a system call for each request would cost more than many a request.
  pino.destination({ dest: 2, sync: false, minLength: 4096 }),
)
setInterval(() => log.flush(), 500).unref()

try {
  const config = readConfig(process.env)
  const service = await startService(config, log)
  const firstUser = service.firstUser
  if (firstUser?.madePassword !== undefined) {
    console.log(
      `First user: ${firstUser.username}  password: ${firstUser.madePassword}  (kept in ${join(config.dataDir, 'first-password')} until it is changed)`,
    )
  } else if (firstUser) {
    console.log(`First user: ${firstUser.username}`)
  }
  console.log(`Rushes is at ${config.publicUrl}`)
  log.info({ ...service.timings, startMs: Math.round(performance.now() - begun) }, 'started')
  log.flush()

  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    await service.stop()
    log.flush()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The launcher was killed: nobody is left to stop this process.
  process.on('disconnect', () => stop('the launcher is gone'))
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
