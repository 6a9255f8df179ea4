/** The service of a test as several nodes of one role each, behind a balancer: whichever node takes a request answers it. */

import type { Logger } from 'pino'
import { type Parts, type RunningService, startService } from '../../../src/app.ts'
import { type Config, readConfig } from '../../../src/platform/config/config.ts'
import { createDatabase, createPool } from '../../../src/platform/database/index.ts'
import { silentLog, type TestDatabase } from '../../database.ts'
import { findFreePort } from '../../free-port.ts'
import { startBalancer } from '../../peers/balancer.ts'

const roles = ['api', 'api', 'worker', 'background'] as const

/** A service whose address is that of the balancer; its platform is that of the first node. */
interface BalancedService extends RunningService {
  /** The addresses of the nodes that answer requests. */
  readonly apiUrls: readonly string[]
}

/** Starts two nodes that answer requests, one for tasks and one for the rest, in one folder, with these settings. */
export async function startBalanced(
  settings: Readonly<Record<string, string>>,
  log: Logger,
  database: TestDatabase,
  parts: Omit<Parts, 'database'>,
): Promise<BalancedService> {
  // What was begun is ended when a later part cannot start.
  await using begun = new AsyncDisposableStack()
  begun.defer(() => database.close())
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`
  const services: RunningService[] = []
  for (const role of roles) {
    const config = readConfig({
      RUSHES_SECRET: 'a secret that all nodes share',
      RUSHES_PUBLIC_URL: publicUrl,
      ...settings,
      RUSHES_DATABASE_URL: database.url,
      RUSHES_ROLE: role,
    })
    const service = await startNode(config)
    begun.defer(() => service.stop())
    services.push(service)
  }
  const apis = services.filter((_, place) => roles[place] === 'api')
  const apiUrls = apis.map(({ url }) => url)
  const balancer = await startBalancer(publicUrl, apiUrls)
  begun.defer(() => balancer.stop())
  const all = begun.move()
  const { platform, timings } = services[0]!
  return { url: balancer.url, apiUrls, platform, timings, stop: () => all.disposeAsync() }

  function startNode(config: Config): Promise<RunningService> {
    const pool = createPool(database.url, silentLog)
    const own = { db: createDatabase(pool, silentLog), pool, url: database.url, timings: {}, stop: () => pool.end() }
    return startService(config, log, { ...parts, database: own })
  }
}
