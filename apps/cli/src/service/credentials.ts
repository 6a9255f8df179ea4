/** Who is signed in where: one file, which nobody but its owner may read. */

import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../errors/errors.ts'

/** A service and the way into it. */
export interface Profile {
  readonly url: string
  readonly token: string
  readonly username: string
}
type Profiles = Record<string, Profile>

export const defaultProfile = 'default'

/** `$XDG_CONFIG_HOME/rushes`, or the same below the home folder. */
export function findConfigFolder(env: NodeJS.ProcessEnv): string {
  return join(findBase(env.XDG_CONFIG_HOME, '.config', env), 'rushes')
}

/** `$XDG_STATE_HOME/rushes`, or the same below the home folder. */
export function findStateFolder(env: NodeJS.ProcessEnv): string {
  return join(findBase(env.XDG_STATE_HOME, join('.local', 'state'), env), 'rushes')
}

/** A base folder that is not absolute is to be ignored (XDG Base Directory Specification). */
function findBase(named: string | undefined, usual: string, env: NodeJS.ProcessEnv): string {
  return named?.startsWith('/') ? named : join(env.HOME || homedir(), usual)
}

function findFile(env: NodeJS.ProcessEnv): string {
  return join(findConfigFolder(env), 'credentials.json')
}

/** The profile of this name, if it is there. */
export async function findProfile(env: NodeJS.ProcessEnv, name: string): Promise<Profile | undefined> {
  const profiles = await readProfiles(env)
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

/** Keeps a profile, or forgets it. */
export async function keepProfile(env: NodeJS.ProcessEnv, name: string, profile: Profile | undefined): Promise<void> {
  const { [name]: _previous, ...others } = await readProfiles(env)
  await writePrivately(findFile(env), { profiles: profile ? { ...others, [name]: profile } : others })
}

async function readProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const path = findFile(env)
  const content = await readIfThere(path)
  if (content === undefined) return {}
  const { profiles } = parseObject(content, path) as { profiles?: unknown }
  const entries = Object.entries(typeof profiles === 'object' && profiles !== null ? profiles : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, Profile] => isProfile(entry[1])))
}

function isProfile(value: unknown): value is Profile {
  const { url, token, username } = (value ?? {}) as Record<string, unknown>
  return typeof url === 'string' && typeof token === 'string' && typeof username === 'string'
}

/** The content of a file, or nothing where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function parseObject(content: string, path: string): object {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below.
  }
  throw new CommandError('refused', `${path} is damaged`, 'Remove it and sign in again: rushes login')
}

/** Writes a file for its owner's eyes only, whole or not at all. */
export async function writePrivately(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
