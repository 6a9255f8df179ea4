import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { applyRetention } from '../../../platform/background/retention/retention.ts'
import { waitForIndex } from '../../search/index.ts'
import { retainedTimings } from './timing-store.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const dayMs = 24 * 60 * 60_000

/** Lets a minute pass, and finds the timings. */
async function find(q: string, more: Record<string, string> = {}) {
  kit.clock.advance(60_000)
  return kit.admin.system.searchTimings({ query: { q, rows: 1000, ...more } })
}

// system-6
test('needs DEVOPS', async () => {
  const { api: outsider } = await kit.createUser()
  await assert.rejects(outsider.system.searchTimings({}), { name: 'ForbiddenError', data: { right: 'DEVOPS' } })
})

// system-6
test('GET /admin/performance/search finds how often each endpoint was called in a minute, and how long it took', async () => {
  await find('*')
  // All in one minute.
  const goOn = kit.clock.freeze()
  for (let count = 0; count < 20; count++) await kit.admin.authentication.getCurrentUser()
  await assert.rejects(kit.admin.productions.getProduction({ prId: 999_999_999 }), { name: 'NotFoundError' })
  goOn()
  const { results } = await find('name:getCurrentUser AND requests:20')
  assert.equal(results.length, 1)
  const { created, p50, p99, longest, mean, ...rest } = results[0]! as Record<string, number>
  assert.equal(created! % 60_000, 0)
  assert.ok(p50! > 0 && p50! <= p99! && p99! <= longest! && mean! > 0 && longest! < 10_000)
  assert.equal(rest.objectType, 'RequestTiming')
  assert.equal(rest.path, '/authentication/user')
  assert.equal(rest.failed, 0)
  const refused = await find('refused:[1 TO *] AND type:productions', { sort: 'p99 desc' })
  assert.deepEqual(
    refused.results.map(({ name, refused: count, requests }) => [name, count, requests]),
    [['getProduction', 1, 1]],
  )
})

// system-6
test('shows nothing but timings, and those of the last three days', async () => {
  const list = await find('*:* OR objectType:*', { sort: 'created asc' })
  assert.ok(list.results.every(({ objectType }) => objectType === 'RequestTiming'))
  const early = list.results.length
  assert.ok(early > 2)
  kit.clock.advance(4 * dayMs)
  // The session ended with the days that went by.
  const { token } = await kit
    .client()
    .authentication.login({ body: { username: 'admin', password: 'correct horse battery staple' } })
  const api = kit.client(token)
  await kit.service.platform.services.timings.flush()
  await applyRetention(kit.service.platform, [retainedTimings])
  await waitForIndex(kit.service.platform, 60_000)
  kit.clock.advance(60_000)
  const late = await api.system.searchTimings({ query: { rows: 1000, sort: 'created asc' } })
  assert.ok(late.results.every(({ created }) => Number(created) > kit.clock.now() - 3 * dayMs))
  const { length } = await kit.service.platform.database.selectFrom('request_timing').selectAll().execute()
  assert.equal(length, late.numFound)
})
