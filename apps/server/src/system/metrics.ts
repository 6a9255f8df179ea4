import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OpenDatabase } from '../platform/database/index.ts'

/** Figures of the process, of requests by route, and of the database's connections. */
export function createMetrics(fastify: FastifyInstance, pool: OpenDatabase['pool']): Registry {
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
  return registry
}
