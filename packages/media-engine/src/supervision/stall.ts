import { readdir, readFile } from 'node:fs/promises'
import { MediaError } from '../errors.ts'

/** A media process that does nothing for so long is killed. */
export const DEFAULT_STALL_MS = 60_000

const MAX_INTERVAL_MS = 1000
/** Linux counts processor time in hundredths of a second for programs, whatever it does itself. */
const TICK_MS = 10

/** What a process has done since it began. */
interface Activity {
  /** Bytes read and written; undefined where the system does not show them. */
  readonly bytes: number | undefined
  readonly processorMs: number
  /** One of its threads runs, or waits for its turn on the processor. */
  readonly isRunnable: boolean
}

/** The fields of a `stat` file from the state on; the name of the program before them may hold blanks. */
const splitStat = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

async function readActivity(pid: number): Promise<Activity | undefined> {
  const read = (path: string) => readFile(`/proc/${pid}/${path}`, 'utf8').catch(() => '')
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const [stat, io, ...threadStats] = await Promise.all([
    read('stat'),
    read('io'),
    ...threads.map(thread => read(`task/${thread}/stat`)),
  ])
  if (!stat) return undefined
  const fields = splitStat(stat)
  const [, bytesRead, bytesWritten] = /^rchar: (\d+)\nwchar: (\d+)/.exec(io ?? '') ?? []
  return {
    bytes: bytesRead === undefined ? undefined : Number(bytesRead) + Number(bytesWritten),
    // utime and stime
    processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    isRunnable: threadStats.some(threadStat => splitStat(threadStat)[0] === 'R'),
  }
}

/**
 * Calls `stop` once when a process has neither read nor written for `stallMs`; the answer ends the watch. A worker
 * does one or the other all the time, since it reports its progress. Silence counts as processor time while the process
 * could run, so that one that waits for its turn on a loaded machine is left alone. Nothing is watched on systems without
 * `/proc`: there the deadline of the job is the only bound.
 */
export function watchStall(pid: number | undefined, stallMs: number, stop: (error: Error) => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined
  const intervalMs = Math.min(MAX_INTERVAL_MS, stallMs / 4)
  let last: Activity | undefined
  let lastMs = performance.now()
  let silentMs = 0
  let isEnded = false
  const timer = setInterval(() => void look(), intervalMs)
  const end = (): void => {
    isEnded = true
    clearInterval(timer)
  }
  const look = async (): Promise<void> => {
    const found = await readActivity(pid)
    if (!found || isEnded) return
    const nowMs = performance.now()
    // This process may have been held up itself; that is not the other's silence.
    const passedMs = Math.min(nowMs - lastMs, 2 * intervalMs)
    const usedMs = found.processorMs - (last?.processorMs ?? 0)
    const isActive = last === undefined || (found.bytes === undefined ? usedMs > 0 : found.bytes !== last.bytes)
    const couldRun = usedMs > 0 || found.isRunnable
    silentMs = isActive ? 0 : silentMs + (couldRun ? Math.min(usedMs, passedMs) : passedMs)
    last = found
    lastMs = nowMs
    if (silentMs < stallMs) return
    end()
    stop(new MediaError('STALLED', `The media process did nothing for ${stallMs} ms and was stopped.`))
  }
  return end
}
