import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import { readFreeBytes } from '../../platform/blobs/free-space.ts'
import { outboxFigures } from '../../platform/events/outbox/index.ts'
import type { Api } from '../../platform/http/index.ts'
import { addFigures, type Figure, toReadings } from '../../platform/log/figures.ts'
import { type IndexReport, reportIndex } from '../search/index.ts'

/** Figures of the process, of its log, of requests by route, of the database's connections, and those of all modules. */
export function createMetrics({ fastify, platform }: Api): Registry {
  const { services, countDroppedRecords, figures } = platform
  const { timings } = services
  const { registry } = figures
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
  addFigures(platform, [...ownFigures, ...indexFigures, ...outboxFigures])
  if (countDroppedRecords) addFigures(platform, [toDroppedRecords(countDroppedRecords)])
  for (const { figures } of platform.modules) addFigures(platform, figures ?? [])
  return registry
}

const ownFigures: readonly Figure[] = [
  {
    name: 'rushes_database_connections',
    help: 'Connections to the database by state',
    labelNames: ['state'],
    read: async ({ pool }) =>
      toReadings('state', { open: pool.totalCount, idle: pool.idleCount, awaited: pool.waitingCount }),
  },
  {
    name: 'rushes_storage_free_bytes',
    help: 'Free bytes where the service stores media and its data',
    read: async platform => [{ value: await readFreeBytes(platform) }],
  },
]

const toDroppedRecords = (count: () => number): Figure => ({
  name: 'rushes_log_dropped_records',
  help: 'Log records dropped since the start because they could not be written',
  read: async () => [{ value: count() }],
})

function ofIndex(name: string, help: string, read: (report: IndexReport) => Record<string, number>): Figure {
  return {
    ...{ name, help, labelNames: ['state'] },
    read: async platform => toReadings('state', read(await reportIndex(platform))),
  }
}

const indexFigures: readonly Figure[] = [
  ofIndex('rushes_search_index', 'Whether the search index is in this state (1) or not (0)', ({ state }) => ({
    ...{ ready: 0, rebuilding: 0, failed: 0 },
    [state]: 1,
  })),
  ofIndex(
    'rushes_search_rebuild_documents',
    'Documents of the rebuild that goes on, or went last: all, and those written',
    ({ documents, written }) => ({ all: documents, written }),
  ),
  ofIndex(
    'rushes_search_failures',
    'Documents that the database refused, and attempts that failed and are repeated',
    ({ failures }) => ({ refused: failures.refused, retried: failures.retried }),
  ),
  ofIndex('rushes_search_memory_bytes', 'What the copy of the search index in memory holds, nearly', ({ memory }) => ({
    [memory.state]: memory.bytes,
  })),
]
