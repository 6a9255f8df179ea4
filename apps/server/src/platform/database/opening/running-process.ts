import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A mark that tells this life of a process id from another: boot and start tick on Linux, the start's date elsewhere.
 * `undefined` when no such process runs; a dead one that nobody has reaped counts as gone.
 */
export function findProcessMark(pid: number): string | undefined {
  if (process.platform !== 'linux') return ask(pid, 'lstart=')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain anything; the fields after it count from the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTick] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTick}`
  } catch {
    return undefined
  }
}

/** The command line of a running process, or `undefined`. */
export function findCommandLine(pid: number): readonly string[] | undefined {
  if (process.platform !== 'linux') return ask(pid, 'command=')?.split(' ')
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return line === '' ? undefined : line.split('\0')
  } catch {
    return undefined
  }
}

function ask(pid: number, column: string): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', column, '-p', `${pid}`], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}
