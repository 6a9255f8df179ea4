/** Starts the service of this process, says where it is, and stops it in good order. */

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino, stdSerializers } from 'pino'
import { startService } from './app.ts'
import { listPlainLines, listWelcomeLines } from './greeting.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { StartError } from './platform/database/index.ts'
import { type LogFile, openLogFile } from './platform/log/file.ts'
import { createLogOutput } from './platform/log/output.ts'
import { formatRecord } from './platform/log/text.ts'

const begun = performance.now()
// Garbage is collected before the heap has grown by half: the engine alone lets it grow fourfold, and gives little back.
setFlagsFromString('--heap-growing-percent=40')
/** A signal that is repeated after this time means: at once. */
const repeatedSignalMs = 1_000
/** For what is to end beside the requests. */
const endMs = 10_000
const isOnTerminal = process.stdout.isTTY && process.stderr.isTTY

/** Records go to a file or the standard error output: the standard output has nothing but what a person reads. */
function openLog(config: Config) {
  const { log: settings } = config
  const isText = (settings.format ?? (isOnTerminal ? 'text' : 'json')) === 'text'
  const defaultLevel = isText || process.env.NODE_ENV === 'test' ? 'warn' : 'info'
  const file = settings.format === 'file' ? openFile(config) : undefined
  const output = createLogOutput(droppedRecords => log.warn({ droppedRecords }, 'log writing resumed'), file)
  const log: Logger = pino(
    {
      level: settings.level ?? defaultLevel,
      redact: ['authorization', 'cookie', 'access_token', 'password', 'token', '*.password', '*.token'],
      serializers: { err: stdSerializers.err },
    },
    isText ? { write: record => output.write(formatRecord(record)) } : output,
  )
  return { log, countDroppedRecords: output.countDropped }
}

function openFile({ dataDir }: Config): LogFile {
  try {
    return openLogFile(join(dataDir, 'logs'))
  } catch (error) {
    throw new ConfigError(`RUSHES_LOG: the log file cannot be written: ${(error as Error).message}`)
  }
}

/** A hangup also comes from those who rotate logs: only one that took the terminal away is a reason to stop. */
function hasLostTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return isOnTerminal
  }
}

let onHangup = (): unknown => process.exit(1)
process.on('SIGHUP', () => {
  if (hasLostTerminal()) onHangup()
})

try {
  const config = readConfig(process.env)
  const { log, countDroppedRecords } = openLog(config)
  const service = await startService(config, log, { countDroppedRecords })
  let stoppingSince: number | undefined
  const stop = async (reason: string) => {
    // A terminal, npm and the launcher may each pass on the same signal.
    if (stoppingSince !== undefined && performance.now() - stoppingSince < repeatedSignalMs) return
    if (stoppingSince !== undefined) process.exit(1)
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), config.drainMs + config.stopMs + endMs).unref()
    log.info({ reason }, 'stopping')
    await service.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
  onHangup = () => stop('the terminal was closed')
  // The launcher was killed: nobody is left to stop this process.
  process.on('disconnect', () => stop('the launcher is gone'))

  const isForPerson = isOnTerminal && config.log.format !== 'json'
  const lines = isForPerson ? listWelcomeLines(config, service) : listPlainLines(config, service)
  console.log(lines.join('\n'))
  // The young generation stays as large as the start made it: many large answers at once would double it for good.
  setFlagsFromString('--semi-space-growth-factor=1')
  log.info({ ...service.timings, startMs: Math.round(performance.now() - begun) }, 'started')
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
