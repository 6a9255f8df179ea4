import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A program with its arguments. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

const SETPRIV = '/usr/bin/setpriv'
const PREFIX = ['--pdeathsig', 'KILL', '--'] as const

let support: Promise<boolean> | undefined

async function hasSetpriv(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return promisify(execFile)(SETPRIV, [...PREFIX, 'true'], { env: { PATH: '/usr/bin:/bin' } }).then(
    () => true,
    () => false,
  )
}

/**
 * The command with which a program dies as soon as this process does, however that ends: FFmpeg would finish its file
 * first. Where the system has no `setpriv`, the command stays as it is.
 */
export async function killWithParent(command: Command): Promise<Command> {
  support ??= hasSetpriv()
  if (!(await support)) return command
  return { program: SETPRIV, args: [...PREFIX, command.program, ...command.args] }
}
