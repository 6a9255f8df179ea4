import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readFreeBytes } from '../../platform/blobs/free-space.ts'
import type { Api } from '../../platform/http/index.ts'
import { type IndexReport, reportIndex } from '../search/index.ts'

/** Figures of the process, of its log, of requests by route, and of the database's connections. */
export function createMetrics({ fastify, platform }: Api): Registry {
  const { pool, services, countDroppedRecords } = platform
  const { timings } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'rushes_http_request_seconds',
    help: 'Duration of requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint?.id ?? 'none'
    requests.observe({ endpoint, status: reply.statusCode }, reply.elapsedTime / 1000)
    timings.record(endpoint, reply.statusCode, reply.elapsedTime)
  })
  new Gauge({
    name: 'rushes_database_connections',
    help: 'Connections to the database by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'rushes_storage_free_bytes',
    help: 'Free bytes where the service stores media and its data',
    registers: [registry],
    async collect() {
      this.set(await readFreeBytes(platform))
    },
  })
  if (countDroppedRecords) {
    new Gauge({
      name: 'rushes_log_dropped_records',
      help: 'Log records dropped since the start because they could not be written',
      registers: [registry],
      collect() {
        this.set(countDroppedRecords())
      },
    })
  }
  addIndexFigures(registry, () => reportIndex(platform))
  return registry
}

/** How the search index is. Where the database does not answer, they stay as they were. */
function addIndexFigures(registry: Registry, index: () => Promise<IndexReport>): void {
  const add = (name: string, help: string, read: (report: IndexReport) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const report = await index().catch(() => undefined)
        for (const [state, value] of Object.entries(report ? read(report) : {})) this.set({ state }, value)
      },
    })
  add('rushes_search_index', 'Whether the search index is in this state (1) or not (0)', ({ state }) => ({
    ...{ ready: 0, rebuilding: 0, failed: 0 },
    [state]: 1,
  }))
  add(
    'rushes_search_rebuild_documents',
    'Documents of the rebuild that goes on, or went last: all, and those written',
    ({ documents, written }) => ({ all: documents, written }),
  )
  add(
    'rushes_search_failures',
    'Documents that the database refused, and attempts that failed and are repeated',
    report => ({
      refused: report.failures.refused,
      retried: report.failures.retried,
    }),
  )
  add('rushes_search_memory_bytes', 'What the copy of the search index in memory holds, nearly', ({ memory }) => ({
    [memory.state]: memory.bytes,
  }))
}
