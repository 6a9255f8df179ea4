import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@rushes/client'
import { type StartedService, startService } from '../tools/processes.ts'
import { createRandom } from '../tools/random.ts'
import { prepare } from '../tools/scene.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const events = Number(process.env.BENCH_EVENTS ?? 5000)
const entries = Number(process.env.BENCH_ENTRIES ?? 100_000)
const suggestions = Number(process.env.BENCH_SUGGESTIONS ?? 3000)
/** Events of one call. */
const batchSize = 1000

/** What connects the service to the rest of a house: events to webhooks, words that are suggested, and their import. */
export async function measureConnections(folder: string): Promise<void> {
  process.env.RUSHES_OUTBOUND_ALLOW = '127.0.0.1'
  const service = await startService(folder)
  try {
    const { api, prId } = await prepare(service)
    const { accountId } = await api.productions.getProduction({ prId })
    await measureWebhooks(api, accountId!)
    await measureThesauri(api, service, accountId!, prId)
  } finally {
    await service.stop()
  }
}

/** A receiver that answers at once; `arrived` counts what came. */
async function startReceiver() {
  const counter = { arrived: 0, wake: () => {} }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      counter.arrived++
      counter.wake()
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async waitFor(count: number): Promise<void> {
      while (counter.arrived < count) {
        await new Promise<void>(resolve => {
          counter.wake = resolve
        })
      }
      counter.arrived = 0
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function measureWebhooks(api: Client, id: number): Promise<void> {
  console.log(`\n## Events to webhooks: medians of ${rounds} rounds of ${events} events\n`)
  console.log('| webhooks | events posted a second | messages arrived a second | after the last post, ms |')
  console.log('|---|---|---|---|')
  const receiver = await startReceiver()
  for (const webhooks of [1, 8]) {
    const ids: number[] = []
    for (let index = 0; index < webhooks; index++) {
      const body = { url: receiver.url, types: ['Transcode' as const] }
      ids.push((await api.webhooks.createWebhook({ id, body })).id)
    }
    const readings: number[][] = []
    for (let round = 0; round < rounds; round++) readings.push(await postAndWait(api, id, receiver, webhooks))
    const middle = (part: number) =>
      Math.round(
        toShare(
          readings.map(reading => reading[part]!),
          0.5,
        ),
      )
    console.log(`| ${webhooks} | ${middle(0)} | ${middle(1)} | ${middle(2)} |`)
    for (const webhookId of ids) await api.webhooks.deleteWebhook({ id, webhookId })
  }
  await receiver.stop()
}

async function postAndWait(
  api: Client,
  id: number,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  webhooks: number,
): Promise<number[]> {
  const begun = performance.now()
  for (let posted = 0; posted < events; posted += batchSize) {
    const body = Array.from({ length: batchSize }, (_, index) => ({
      type: 'Transcode' as const,
      name: `file ${posted + index}`,
      object: { objectType: 'File', id: posted + index },
    }))
    await api.events.postAccountEvents({ id, body })
  }
  const told = performance.now()
  await receiver.waitFor(events * webhooks)
  const ended = performance.now()
  return [(events * 1000) / (told - begun), (events * webhooks * 1000) / (ended - begun), ended - told]
}

/** Words of two or three syllables, so that prefixes have many and few of them. */
function makeWords(count: number) {
  const random = createRandom(9)
  const syllables = Array.from({ length: 200 }, () => {
    const pick = (letters: string) => letters[random.below(letters.length)]!
    return pick('bcdfghjklmnprstvwz') + pick('aeiou') + (random.next() < 0.4 ? pick('lmnrst') : '')
  })
  const word = () => Array.from({ length: 2 + random.below(2) }, () => syllables[random.zipf(200)]).join('')
  return Array.from({ length: count }, (_, index) => ({ label: `${word()} ${word()}`, value: `w${index}` }))
}

async function measureThesauri(api: Client, service: StartedService, accountId: number, prId: number): Promise<void> {
  const words = makeWords(entries)
  console.log(`\n## Import of ${entries} entries\n\n| | seconds |\n|---|---|`)
  const thesaurus = await api.thesauri.createThesaurus({ accountId, body: { label: 'Measured' } })
  const { id } = thesaurus
  await time('as one list', () => api.thesauri.writeEntries({ accountId, id, body: words }))
  const table = await api.thesauri.createThesaurus({ accountId, body: { label: 'A table' } })
  const csv = ['value,label', ...words.map(({ label, value }) => `${value},${label}`)].join('\n')
  const headers = { authorization: `Bearer ${api.options.token}`, 'content-type': 'text/csv' }
  const importPath = `${service.url}/account/${accountId}/thesaurus/${table.id}/import`
  await time('as CSV', async () => {
    const response = await fetch(importPath, { method: 'POST', headers, body: csv })
    if (!response.ok) throw new Error(await response.text())
  })
  await time('until the search finds all of them', () => untilFound(api, accountId, table.id))

  console.log(`\n## Suggestions of a prefix among ${entries} entries: ${suggestions} requests, ms\n`)
  console.log('| connections | p50 | p99 | slowest |\n|---|---|---|---|')
  for (const connections of [1, 8]) {
    await suggest(service, api, prId, id, connections, suggestions / 5)
    const times = await suggest(service, api, prId, id, connections, suggestions)
    const shown = [0.5, 0.99, 1].map(share => toShare(times, share).toFixed(1))
    console.log(`| ${connections} | ${shown.join(' | ')} |`)
  }
}

async function time(name: string, steps: () => Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await steps()
  console.log(`| ${name} | ${((performance.now() - begun) / 1000).toFixed(1)} |`)
}

async function untilFound(api: Client, accountId: number, id: number): Promise<void> {
  for (;;) {
    const { numFound } = await api.thesauri.searchEntriesOfAccount({ accountId, id, query: { rows: 0 } })
    if (numFound === entries) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Prefixes as they grow under somebody's hands: one letter to six. */
async function suggest(
  { url }: StartedService,
  api: Client,
  prId: number,
  id: number,
  connections: number,
  count: number,
): Promise<number[]> {
  const random = createRandom(connections)
  const words = makeWords(1000)
  const headers = { authorization: `Bearer ${api.options.token}` }
  const times: number[] = []
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent++ < count) {
        const prefix = words[random.below(words.length)]!.label.slice(0, 1 + random.below(6))
        const begun = performance.now()
        const response = await fetch(
          `${url}/production/${prId}/thesaurus/${id}/tags?prefix=${encodeURIComponent(prefix)}`,
          { headers },
        )
        const tags = (await response.json()) as unknown[]
        times.push(performance.now() - begun)
        if (!response.ok || tags.length === 0) throw new Error(`${prefix}: ${response.status}`)
      }
    }),
  )
  return times
}

/** The value below which this share of the values is. */
function toShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
