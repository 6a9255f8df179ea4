import Type from 'typebox'
import { anyone, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { DocumentList, searchParameters } from '../resources/search.ts'
import { about, Id, Instant, listOf, Name, oneOf, shape } from '../shapes.ts'

const PartHealth = shape('PartHealth', {
  status: about(oneOf('up', 'down'), 'whether this part can serve requests'),
  message: Type.Optional(Type.String({ description: 'why it cannot, or what is special' })),
})
export const Health = shape('Health', {
  status: about(oneOf('up', 'down'), 'whether every part can serve requests'),
  parts: Type.Record(Type.String(), PartHealth, { description: 'each part of the service by name' }),
})
export type Health = Type.Static<typeof Health>

/** What a production stores, in bytes. */
export const ProductionStorage = shape('ProductionStorage', {
  productionId: about(Id, 'id of the production whose files these are'),
  name: about(Name, 'name of the production'),
  accountId: about(Id, 'id of the account that it belongs to'),
  deleted: Type.Optional(about(Instant, 'when it was deleted, in epoch milliseconds; it is stored until it is gone')),
  clips: Type.Integer({ minimum: 0, description: 'number of clips, those without a file included' }),
  originalBytes: Type.Integer({ minimum: 0, description: 'bytes of the originals of clips' }),
  derivedBytes: Type.Integer({
    minimum: 0,
    description: 'bytes of proxies, pictures and whatever else was made of them',
  }),
  fileBytes: Type.Integer({ minimum: 0, description: 'bytes of the file resources of the production' }),
})
export type ProductionStorage = Type.Static<typeof ProductionStorage>

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
    query: {
      own: about(
        Type.Boolean(),
        'only whether this node takes requests, as load balancers ask: what nodes share may be down, and other nodes have it no better',
      ),
    },
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
  listStorage: endpoint({
    method: 'GET',
    path: '/admin/storage',
    summary: 'What every production of the service stores, the largest first, deleted ones included',
    access: systemRight('DEVOPS'),
    success: { status: 200, body: listOf(ProductionStorage), kind: 'list' },
  }),
  searchTimings: endpoint({
    method: 'GET',
    path: '/admin/performance/search',
    summary:
      'Search how long requests took: a document for each endpoint, process and minute that is over (`created` is its beginning), with `requests`, `refused` (4xx), `failed` (5xx) and, in milliseconds, `mean`, `p50`, `p99`, `longest`; kept for three days',
    access: systemRight('DEVOPS'),
    query: searchParameters,
    success: { status: 200, body: DocumentList, kind: 'search' },
    errors: ['BadRequestError'],
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
