import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClips, expectClip, visitShare } from '@rushes/client'
import { createOwnProduction, type KillableService, openKillable } from '../../service-process.ts'
import { until } from '../../until.ts'
import { measureOther, readRss, startGuest, toLongText, watchRss } from './guest.ts'

/**
 * The bound is that of 10,000 comments, for which `npm run bench guest` takes ten minutes. An answer is written while it
 * is read, so its length only prolongs the same: with 1,000 each of the 24 answers has 61 MiB, and four of them in
 * memory are more than the bound.
 */
const comments = 1_000
const textLength = 64 * 1024
const requests = 12
const quietMs = 8_000

let service: KillableService | undefined
after(() => service?.stop())

test('a guest who asks for 12 lists and 12 exports of long comments at once takes neither the memory nor the time of others', {
  skip: process.platform !== 'linux' && 'reads the memory of a process in /proc',
  timeout: 300_000,
}, async context => {
  service = await openKillable()
  const api = await service.start()
  const { prId } = await createOwnProduction(api)
  const moId = expectClip((await createClips(api, prId, [{ name: 'Reviewed' }]))[0]!).id
  const { id } = await api.collections.createCollection({ prId, body: { title: 'Shared' } })
  await api.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
  const share = await api.sharing.createShare({ prId, id, body: { permissions: ['VIEW', 'ANNOTATE'] } })
  let sent = 0
  const write = async () => {
    while (sent < comments) {
      const seed = sent++
      const body = { funnel: 'ReviewComment', start: seed, description: toLongText(seed, textLength) }
      await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
  await until('all comments are found', async () => {
    const query = { q: 'funnel:ReviewComment', rows: 0 }
    return (await api.annotations.searchAnnotations({ prId, query })).numFound === comments
  })
  const guest = await visitShare({
    baseUrl: service.url,
    prId,
    shareId: share.id,
    shareToken: share.token!,
    visitor: { username: 'guest', email: 'guest@example.org' },
  })
  const guestToken = (await guest.sharing.identify({ prId })).token!
  // What the comments took when they were written is no part of the growth, and must not hide any.
  await service.kill()
  const token = (await service.start()).options.token!

  const other = `${service.url}/production/${prId}/mo?limit=20`
  await measureOther(other, token, delay(quietMs / 2))
  const alone = await measureOther(other, token, delay(quietMs))
  const before = await readRss(service.pid)
  const clip = `${service.url}/production/${prId}/mo/${moId}`
  const urls = Array.from({ length: requests }, () => [`${clip}/an?q=*:*&rows=10000`, `${clip}/comment/export`]).flat()
  const answered = startGuest(guestToken, urls)
  const memory = watchRss(service.pid)
  const meanwhile = await measureOther(other, token, answered)
  const grown = memory.stop() - before
  context.diagnostic(`grown by ${grown.toFixed()} MiB; p95 of others ${alone.toFixed(1)}, ${meanwhile.toFixed(1)} ms`)
  const least = 2 * requests * comments * textLength
  assert.ok((await answered) > least, `${await answered} bytes are fewer than ${least}`)
  assert.ok(grown < 200, `the memory grew by ${grown} MiB`)
  assert.ok(meanwhile <= 2 * alone, `the p95 of others became ${meanwhile} ms from ${alone} ms`)
})
