import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configVariables, readConfig } from '@rushes/server/src/platform/config/config.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'
import { findSettingsFile, installUnit } from '../installing/machine.ts'
import { formatUnit, isNameable } from '../installing/unit.ts'
import { toText } from '../terminal/terminal.ts'

interface InstallOptions {
  readonly user?: string
  readonly data?: string
  readonly print?: true
  readonly now?: true
  readonly force?: true
}

const etc = '/etc'
const project = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')
/** These are in the unit itself, or of tests alone. */
const otherSettings = ['RUSHES_DATA', 'RUSHES_TEST_CLOCK']

/** Installs the service of this checkout as a unit of systemd, with the settings of the environment. */
export async function run({ options, env, terminal }: Call<InstallOptions>): Promise<void> {
  const { user = 'rushes', data } = options
  const dataDir = resolve(data ?? env.RUSHES_DATA ?? '/var/lib/rushes')
  if (!/^\w[\w.-]*$/.test(user)) throw new CommandError('usage', `No user is called ${toText(user)}`)
  for (const path of [dataDir, project, process.execPath]) {
    if (!isNameable(path)) throw new CommandError('usage', `systemd cannot use the path ${toText(path)}`)
  }
  await withStartErrors(async () => readConfig({ ...env, RUSHES_DATA: dataDir }))
  const paths = { node: process.execPath, project, user, dataDir }
  if (options.print) return terminal.write(formatUnit({ ...paths, settingsFile: findSettingsFile(etc) }))
  if (process.getuid?.() !== 0) {
    const advice = 'Run it with sudo, or write the unit with --print and hand it to somebody who may install it.'
    throw new CommandError('forbidden', 'Only root may install a service', advice)
  }
  const { buildWebApp } = await import('../../../web/build/build.ts')
  // Later the user of the service may not write here.
  await buildWebApp()
  const settings = Object.fromEntries(
    configVariables.flatMap(({ name }) => (env[name] && !otherSettings.includes(name) ? [[name, env[name]]] : [])),
  )
  const installed = installUnit({ ...paths, etc, settings, isForced: options.force === true })
  const isRunning = existsSync('/run/systemd/system')
  if (isRunning) callSystemd('daemon-reload')
  if (isRunning && options.now) callSystemd('enable', '--now', 'rushes')
  const { unitFile, settingsFile, hasNewSettings } = installed
  terminal.show({ ...installed, user, dataDir, hasStarted: isRunning && options.now === true }, () => [
    `The unit is ${unitFile}`,
    `Settings    ${settingsFile}${hasNewSettings ? '' : ' (as it was)'}`,
    `Data        ${dataDir}, of the user ${user}`,
    ...(isRunning && options.now ? [] : ['Start       systemctl enable --now rushes']),
    'Log         journalctl --unit rushes (the first start writes the password of the first user)',
  ])
}

function callSystemd(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('systemctl', args, { encoding: 'utf8' })
  if (status === 0) return
  throw new CommandError('failed', `systemctl ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
