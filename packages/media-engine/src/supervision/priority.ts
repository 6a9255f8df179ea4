import { constants, setPriority } from 'node:os'

/**
 * Lets a media process give way to the service when both want the processor: requests are answered
 * before proxies are made. Where the system does not allow it, nothing changes.
 */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system has no such thing.
  }
}
