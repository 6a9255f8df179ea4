/** Milliseconds of the processor that something takes here, whatever else the machine does meanwhile. */
export function measureMs(work: () => void): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
