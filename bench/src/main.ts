/** Measures the service beside a bare server of the same web framework. Only the ratios of one run mean anything. */

import { createClient } from '@rushes/client'
import { type Load, measure, type Reading, toMedian } from './load.ts'
import { makeFolder, password, type Started, startBare, startService } from './processes.ts'

const rounds = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const connectionCounts = [1, 8, 32]

const folder = await makeFolder()
try {
  await measureStarts()
  await measureRequests()
} finally {
  await folder.remove()
}

/** Cold: an empty folder. Warm: the folder of a service that was stopped. */
async function measureStarts(): Promise<void> {
  console.log('\n## Start, in seconds until ready\n\n| | seconds | parts (ms) |\n|---|---|---|')
  for (const name of ['cold', 'warm', 'warm']) {
    const service = await startService(folder.path)
    await service.stop()
    const parts = Object.entries(service.parts).map(([part, ms]) => `${part.slice(0, -2)} ${Math.round(ms)}`)
    console.log(`| ${name} | ${(service.readyMs / 1000).toFixed(2)} | ${parts.join(', ')} |`)
  }
}

async function measureRequests(): Promise<void> {
  const [service, bare] = [await startService(folder.path), await startBare()]
  try {
    const { token, loads } = await prepare(service)
    console.log(`\n## Requests a second: medians of ${rounds} rounds of ${seconds} s\n`)
    console.log('| request | connections | service | p99 ms | bare | p99 ms | ratio |\n|---|---|---|---|---|---|---|')
    for (const load of loads) {
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

/** A production with a clip, and the requests to measure on them. */
async function prepare({ url }: Started): Promise<{ token: string; loads: Load[] }> {
  const { token } = await createClient({ baseUrl: url }).authentication.login({
    body: { username: 'admin', password, rememberMe: true },
  })
  const api = createClient({ baseUrl: url, token })
  const me = await api.authentication.getCurrentUser()
  const [account] = (await api.accounts.listAccountRights({ id: me.id })).items
  if (!account) throw new Error('the first user has no account')
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account.id, name: 'Measured' } })
  const moId = await createClip(url, token, prId)
  const clip = `/production/${prId}/mo/${moId}`
  return {
    token,
    loads: [
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
    ],
  }
}

async function createClip(url: string, token: string, prId: number): Promise<number> {
  const response = await fetch(`${url}/production/${prId}/mo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A clip' }),
  })
  return ((await response.json()) as { id: number }).id
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
