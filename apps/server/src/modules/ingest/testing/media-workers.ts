import { readdir, readFile } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'

/** Process ids of the media workers that this process has started, but for those that are known. */
export async function listMediaWorkers(known: Iterable<number> = []): Promise<number[]> {
  const knownIds = new Set(known)
  const threads = await readdir('/proc/self/task')
  const children = await Promise.all(
    threads.map(thread => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const pids = children.flatMap(line => line.trim().split(' ')).filter(pid => pid !== '' && !knownIds.has(Number(pid)))
  const isWorker = async (pid: string) =>
    /media-engine\/src\/worker\/main\.ts/.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  const found = await Promise.all(pids.map(async pid => ((await isWorker(pid)) ? [Number(pid)] : [])))
  return found.flat()
}

/** Sends a signal to each of the next `count` media workers, as soon as it exists. */
export async function signalNextWorkers(signal: NodeJS.Signals, count: number): Promise<void> {
  const known = new Set(await listMediaWorkers())
  for (let left = count; left > 0; await turn()) {
    for (const pid of await listMediaWorkers(known)) {
      known.add(pid)
      if (left <= 0) return
      process.kill(pid, signal)
      left -= 1
    }
  }
}
