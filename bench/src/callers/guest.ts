import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { visitShare } from '@rushes/client'
import { waitUntilCount } from '../annotated.ts'
import { startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'
import { send } from '../tools/send.ts'

const comments = Number(process.env.BENCH_COMMENTS ?? 1000)
const textLength = 64_000
/** Requests of each kind that the guest sends at once. */
const requests = 12
const quietMs = 10_000

/** What the large lists and exports of one guest cost the service, and others. */
export async function measureGuest(folder: string): Promise<void> {
  let service = await startService(folder)
  try {
    const { api, token, prId, moId } = await prepare(service)
    const { id } = await api.collections.createCollection({ prId, body: { title: 'Shared' } })
    await api.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
    const share = await api.sharing.createShare({ prId, id, body: { permissions: ['VIEW', 'ANNOTATE'] } })
    let sent = 0
    await send(service.url, token, {
      name: 'comments',
      method: 'POST',
      count: comments,
      connections: 8,
      next: () => ({
        path: `/production/${prId}/mo/${moId}/clip`,
        body: { funnel: 'ReviewComment', start: sent % 5000, description: toLongText(sent++) },
      }),
    })
    await waitUntilCount(api, prId, 'funnel:ReviewComment', comments)
    const guest = await visitShare({
      baseUrl: service.url,
      prId,
      shareId: share.id,
      shareToken: share.token!,
      visitor: { username: 'guest', email: 'guest@example.org' },
    })
    const guestToken = (await guest.sharing.identify({ prId })).token!
    // What the comments took when they were written is not part of the growth, and must not hide any.
    await service.stop()
    service = await startService(folder)
    const other = `${service.url}/production/${prId}/mo?limit=20`
    await measureOther(other, token, delay(quietMs))
    const alone = await measureOther(other, token, delay(quietMs))
    const before = await readRss(service.pid)
    const list = `${service.url}/production/${prId}/mo/${moId}/an?q=*:*&rows=10000`
    const file = `${service.url}/production/${prId}/mo/${moId}/comment/export`
    const urls = Array.from({ length: requests }, () => [list, file]).flat()
    const begun = performance.now()
    const child = fork(fileURLToPath(new URL('guest-requests.ts', import.meta.url)), [guestToken, ...urls])
    const exit = once(child, 'exit')
    const answered = Promise.race([
      once(child, 'message'),
      exit.then(() => {
        throw new Error('the guest was refused')
      }),
    ])
    const memory = watchRss(service.pid)
    const beside = await measureOther(other, token, answered)
    const seconds = (performance.now() - begun) / 1000
    const [bytes] = await answered
    await exit
    const most = memory.stop()
    console.log(
      `\n## ${requests} lists and ${requests} exports at once of ${comments} comments of ${textLength} characters\n`,
    )
    console.log(
      '| answered, MiB | seconds | memory before, MiB | at most | growth | p95 of others alone, ms | meanwhile | ratio |',
    )
    console.log('|---|---|---|---|---|---|---|---|')
    const cells = [Number(bytes) / 2 ** 20, seconds, before, most, most - before].map(value => value.toFixed(0))
    console.log(`| ${[...cells, alone.toFixed(1), beside.toFixed(1), (beside / alone).toFixed(2)].join(' | ')} |`)
  } finally {
    await service.stop()
  }
}

/** Texts unlike each other, of few words: what is found of them is not what is measured. */
function toLongText(seed: number): string {
  const line = `Comment ${seed % 100}: a little brighter here, and the cut a few frames later, please. `
  return line.repeat(Math.ceil(textLength / line.length)).slice(0, textLength)
}

/** Sends one request after the other, with a pause, until `end` resolves; gives the 95th percentile in milliseconds. */
async function measureOther(url: string, token: string, end: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await readWhole(url, token)
    times.push(performance.now() - begun)
    await delay(20)
  }
  await over
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)]!
}

async function readWhole(url: string, token: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, response => {
      response.resume().on('error', reject).on('end', resolve)
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
    }).on('error', reject)
  })
}

/** What a process holds in memory, in MiB. */
async function readRss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

function watchRss(pid: number) {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await readRss(pid).catch(() => 0))
  }, 50)
  return {
    stop(): number {
      clearInterval(timer)
      return most
    },
  }
}
