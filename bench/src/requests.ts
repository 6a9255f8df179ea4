import { type Load, measure, type Reading, toMedian } from './tools/load.ts'
import { type Started, startReference, startService } from './tools/processes.ts'
import { prepare } from './tools/scene.ts'

const rounds = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const connectionCounts = [1, 8, 32]

/** Requests a second of the service beside a bare server of the same web framework. */
export async function measureRequests(folder: string): Promise<void> {
  const [service, bare] = [await startService(folder), await startReference('bare.ts')]
  try {
    const { token, prId, moId } = await prepare(service)
    console.log(`\n## Requests a second: medians of ${rounds} rounds of ${seconds} s\n`)
    console.log('| request | connections | service | p99 ms | bare | p99 ms | ratio |\n|---|---|---|---|---|---|---|')
    for (const load of listLoads(prId, moId)) {
      await copyAnswer(service, bare, token, load)
      for (const connections of connectionCounts) {
        const [own, reference] = await compare(service, bare, token, load, connections)
        const ratio = (own.rate / reference.rate).toFixed(2)
        console.log(
          `| ${load.name} | ${connections} | ${Math.round(own.rate)} | ${own.p99Ms} | ${Math.round(reference.rate)} | ${reference.p99Ms} | ${ratio} |`,
        )
      }
    }
  } finally {
    await service.stop()
    await bare.stop()
  }
}

/** In turns, so that a neighbour's load meets both. */
async function compare(service: Started, bare: Started, token: string, load: Load, connections: number) {
  const own: Reading[] = []
  const reference: Reading[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await measure(service.url, token, load, connections, seconds))
    reference.push(await measure(bare.url, token, load, connections, seconds))
  }
  return [toMedian(own), toMedian(reference)] as const
}

/** The requests to measure on a clip. */
function listLoads(prId: number, moId: number): Load[] {
  const clip = `/production/${prId}/mo/${moId}`
  return [
    { name: 'login check', method: 'GET', path: '/authentication/user' },
    { name: 'GET moa', method: 'GET', path: `${clip}/moa` },
    {
      name: 'POST comment',
      method: 'POST',
      path: `${clip}/clip`,
      body: { funnel: 'ReviewComment', description: 'A comment of the usual length.', start: 10, end: 11 },
    },
    {
      name: 'PATCH moa',
      method: 'PATCH',
      path: `${clip}/moa`,
      body: [{ op: 'add', path: '/description', value: 'A description of the usual length.' }],
    },
  ]
}

/** The bare server answers with as many bytes as the service does. */
async function copyAnswer(service: Started, bare: Started, token: string, load: Load): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(service.url + load.path, {
    method: load.method,
    headers,
    ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${load.name}: ${response.status} ${body}`)
  await fetch(`${bare.url}/constant`, { method: 'PUT', headers, body: JSON.stringify({ path: load.path, body }) })
}
