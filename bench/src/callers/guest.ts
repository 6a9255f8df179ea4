import { setTimeout as delay } from 'node:timers/promises'
import { visitShare } from '@rushes/client'
import {
  measureOther,
  readRss,
  startGuest,
  toLongText,
  watchRss,
} from '../../../apps/server/test/running/requests/guest.ts'
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
        body: { funnel: 'ReviewComment', start: sent % 5000, description: toLongText(sent++, textLength) },
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
    const answered = startGuest(guestToken, urls)
    const memory = watchRss(service.pid)
    const beside = await measureOther(other, token, answered)
    const seconds = (performance.now() - begun) / 1000
    const bytes = await answered
    const most = memory.stop()
    console.log(
      `\n## ${requests} lists and ${requests} exports at once of ${comments} comments of ${textLength} characters\n`,
    )
    console.log(
      '| answered, MiB | seconds | memory before, MiB | at most | growth | p95 of others alone, ms | meanwhile | ratio |',
    )
    console.log('|---|---|---|---|---|---|---|---|')
    const cells = [bytes / 2 ** 20, seconds, before, most, most - before].map(value => value.toFixed(0))
    console.log(`| ${[...cells, alone.toFixed(1), beside.toFixed(1), (beside / alone).toFixed(2)].join(' | ')} |`)
  } finally {
    await service.stop()
  }
}
