import { startService } from './tools/processes.ts'

/** Cold: an empty folder. Warm: the folder of a service that was stopped. */
export async function measureStarts(folder: string): Promise<void> {
  console.log('\n## Start, in seconds until ready\n\n| | seconds | parts (ms) |\n|---|---|---|')
  for (const name of ['cold', 'warm', 'warm']) {
    const service = await startService(folder)
    await service.stop()
    const parts = Object.entries(service.parts).map(([part, ms]) => `${part.slice(0, -2)} ${Math.round(ms)}`)
    console.log(`| ${name} | ${(service.readyMs / 1000).toFixed(2)} | ${parts.join(', ')} |`)
  }
}
