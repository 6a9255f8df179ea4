import Type from 'typebox'
import { anyone } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { oneOf, shape } from '../shapes.ts'

const PartHealth = shape('PartHealth', {
  status: oneOf('up', 'down'),
  message: Type.Optional(Type.String()),
})
export const Health = shape('Health', {
  status: oneOf('up', 'down'),
  parts: Type.Record(Type.String(), PartHealth),
})
export type Health = Type.Static<typeof Health>

export const system = endpointsOf('system', {
  getLiveness: endpoint({
    method: 'GET',
    path: '/health/live',
    summary: 'Whether the process runs: 200 or 503',
    access: anyone,
    success: { status: 200, body: Health, kind: 'raw' },
  }),
  getReadiness: endpoint({
    method: 'GET',
    path: '/health/ready',
    summary: 'Whether every part can serve: 200 or 503',
    access: anyone,
    success: { status: 200, body: Health, kind: 'raw' },
  }),
  getMetrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus; DEVOPS, or an address on the loopback',
    access: anyone,
    success: { status: 200, kind: 'raw', contentTypes: ['text/plain'] },
    errors: ['ForbiddenError'],
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document',
    access: anyone,
    success: { status: 200, kind: 'raw' },
  }),
  getReference: endpoint({
    method: 'GET',
    path: '/docs',
    summary: 'This interface as a page to read',
    access: anyone,
    success: { status: 200, kind: 'raw', contentTypes: ['text/html'] },
  }),
})
