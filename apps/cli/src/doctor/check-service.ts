import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Health } from '@rushes/contract'
import { type Config, derivePublicUrl } from '@rushes/server/src/platform/config/config.ts'
import { StartError } from '@rushes/server/src/platform/database/index.ts'
import { assertUsableServer } from '@rushes/server/src/platform/database/opening/external.ts'
import { findRunningAddress } from '@rushes/server/src/platform/http/connections/running-address.ts'
import { type Finding, found } from './finding.ts'

const patienceMs = 5000
const parts = ['database', 'search', 'storage'] as const
const advice: Readonly<Record<(typeof parts)[number], string>> = {
  database: 'See the log of the service, and database/server.log in its data folder.',
  search: 'Rebuild the index: rushes reindex',
  storage: 'See whether the data folder is there and may be written by the service.',
}

/** What was found of the service, and where it runs. */
interface ServiceCheck {
  readonly findings: readonly Finding[]
  readonly address: string | undefined
}

/** The health of the service where it runs, which the data folder says; else what it will find when it is started. */
export async function checkService(config: Config): Promise<ServiceCheck> {
  const address = findRunningAddress(config.dataDir) ?? derivePublicUrl(config.host, config.port)
  const answer = await askHealth(address)
  if (answer === 'nobody') return { findings: await checkStopped(config, address), address: undefined }
  if (answer === 'stranger') {
    const finding = found('service', 'failed', `Another program answers at ${address}`, 'Choose another RUSHES_PORT.')
    return { findings: [finding], address: undefined }
  }
  return { findings: listParts(answer, address), address }
}

function listParts(answer: Health, address: string): Finding[] {
  return [
    found('service', answer.status === 'up' ? 'good' : 'failed', `runs at ${address}, ${answer.status}`),
    ...parts.map(part => {
      const { status, message } = answer.parts[part] ?? { status: 'down', message: 'is not reported' }
      const isUp = status === 'up'
      return found(part, isUp ? 'good' : 'failed', message ?? status, isUp ? undefined : advice[part])
    }),
  ]
}

async function askHealth(address: string): Promise<Health | 'nobody' | 'stranger'> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(patienceMs) })
    const body: unknown = await response.json().catch(() => undefined)
    const isHealth = typeof body === 'object' && body !== null && 'parts' in body && 'status' in body
    return isHealth ? (body as Health) : 'stranger'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'stranger' : 'nobody'
  }
}

async function checkStopped(config: Config, address: string): Promise<Finding[]> {
  return [
    await checkPort(config, address),
    config.databaseUrl === undefined ? await checkEmbedded(config.dataDir) : await checkExternal(config.databaseUrl),
    found('search', 'skipped', 'is reported by a service that runs', 'Start it and ask again: rushes start'),
  ]
}

/** Whether the service could listen where it is to. */
async function checkPort({ host, port }: Config, address: string): Promise<Finding> {
  const code = await new Promise<string | undefined>(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
  if (code === undefined) return found('service', 'skipped', `does not run at ${address}`, 'Start it: rushes start')
  const hint =
    code === 'EACCES' ? 'Ports below 1024 are for root: choose another RUSHES_PORT.' : 'Set RUSHES_HOST, RUSHES_PORT.'
  return found('service', 'failed', `cannot listen at ${address} (${code})`, hint)
}

async function checkExternal(url: string): Promise<Finding> {
  try {
    await assertUsableServer(url)
    return found('database', 'good', 'the external PostgreSQL answers, and can be used')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return found('database', 'failed', error.message, 'Start that server, or change RUSHES_DATABASE_URL.')
  }
}

/** The files of the embedded database; they are not opened, for that would be a start. */
async function checkEmbedded(dataDir: string): Promise<Finding> {
  const cluster = join(dataDir, 'database', 'cluster')
  if (!existsSync(cluster))
    return found('database', 'skipped', `there is none yet in ${dataDir}`, 'The first start makes it.')
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) return found('database', 'good', `PostgreSQL ${version.trim()} in ${dataDir}`)
  return found(
    'database',
    'failed',
    `${cluster} cannot be read`,
    'Restore the data from a backup, or give the folder to this user.',
  )
}
