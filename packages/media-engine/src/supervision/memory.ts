import { readFile } from 'node:fs/promises'
import { MediaError } from '../errors.ts'

const lookEveryMs = 200

/**
 * Calls `stop` once when a process holds more memory than `limitBytes`; the answer ends the watch. Where the system has
 * no `/proc` nothing is watched.
 */
export function watchMemory(pid: number | undefined, limitBytes: number, stop: (error: Error) => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined
  let isEnded = false
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kibi = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    if (isEnded || Number(kibi ?? 0) * 1024 <= limitBytes) return
    end()
    stop(new MediaError('TOO_LARGE', `The job took more than ${Math.round(limitBytes / 1024 ** 2)} MiB of memory.`))
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  const end = (): void => {
    isEnded = true
    clearInterval(timer)
  }
  return end
}
