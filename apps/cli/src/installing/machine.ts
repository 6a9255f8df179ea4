/** What an installation changes on a machine. */

import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../errors/errors.ts'
import { formatSettings, formatUnit, type Unit } from './unit.ts'

export interface Installation extends Omit<Unit, 'settingsFile'> {
  /** `/etc`, or the same folder of a machine whose files are elsewhere. */
  readonly etc: string
  /** Settings to begin with; a file of settings that is there stays as it is. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether a unit with another content is replaced. */
  readonly isForced: boolean
}

/** Where the parts of an installation are. */
export interface Installed {
  readonly unitFile: string
  readonly settingsFile: string
  readonly hasNewSettings: boolean
}

/**
 * Writes the unit and the settings, and creates the data folder, for a user that exists. Throws `CommandError`, before
 * it has changed anything, where the user cannot run the project or has no right to the data, or where another unit
 * is there.
 */
export function installUnit({ etc, settings, isForced, ...paths }: Installation): Installed {
  const { user, project, node, dataDir } = paths
  const settingsFile = findSettingsFile(etc)
  const unitFile = join(etc, 'systemd', 'system', 'rushes.service')
  const unit = formatUnit({ ...paths, settingsFile })
  if (!isForced && existsSync(unitFile) && readFileSync(unitFile, 'utf8') !== unit) {
    throw new CommandError('refused', `${unitFile} is there, with another content`, 'Replace it with --force.')
  }
  const owner = findUser(user)
  // Reads a file of the project with the program that is to run it, and does not execute it.
  const { status } = spawnSync(node, ['--check', join(project, 'scripts', 'run.mjs')], { ...owner, cwd: '/' })
  if (status !== 0) {
    const advice = `Move it to where everyone may read, like /opt/rushes, or name its owner with --user.`
    throw new CommandError('refused', `The user ${user} cannot run what is in ${project}`, advice)
  }
  createDataFolder(dataDir, user, owner)
  const hasNewSettings = !existsSync(settingsFile)
  if (hasNewSettings) {
    mkdirSync(join(etc, 'rushes'), { recursive: true })
    writeFileSync(settingsFile, formatSettings(settings), { mode: 0o600 })
  }
  mkdirSync(join(etc, 'systemd', 'system'), { recursive: true })
  writeFileSync(unitFile, unit)
  return { unitFile, settingsFile, hasNewSettings }
}

export const findSettingsFile = (etc: string) => join(etc, 'rushes', 'rushes.env')

interface Owner {
  readonly uid: number
  readonly gid: number
}

function findUser(user: string): Owner {
  const [uid, gid] = ['-u', '-g'].map(option => {
    const { status, stdout } = spawnSync('id', [option, user], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  if (uid !== undefined && gid !== undefined) return { uid, gid }
  const advice = `Create it: useradd --system --home-dir /var/lib/rushes ${user}`
  throw new CommandError('not found', `There is no user ${user} on this machine`, advice)
}

function createDataFolder(dataDir: string, user: string, { uid, gid }: Owner): void {
  if (!existsSync(dataDir)) {
    mkdirSync(dirname(dataDir), { recursive: true })
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, uid, gid)
  }
  if (statSync(dataDir).uid === uid) return
  const advice = `Give it to that user, while no service runs on it: chown -R ${user}: ${dataDir}`
  throw new CommandError('refused', `The folder ${dataDir} is not owned by ${user}`, advice)
}
