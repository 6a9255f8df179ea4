import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { createWorkerPlatform } from '../../modules/workflows/testing/platform.ts'
import { createServiceContext, inTransaction } from '../context.ts'
import { startFollower } from './follower.ts'
import { toEventAppend } from './log.ts'

test('a follower stops also when its position cannot be stored', async () => {
  const database = await openTestDatabase()
  const { platform, stop } = await createWorkerPlatform(database.db, database.pool)
  const seen: unknown[] = []
  const stopFollowing = await startFollower(platform, {
    name: 'test',
    wants: event => {
      seen.push(event.name)
      return false
    },
    follow: async () => assert.fail('it wants no event'),
  })
  await inTransaction(createServiceContext(platform, 'test'), async ctx => {
    ctx.publish({ type: 'Activity', name: 'unwanted' })
  })
  await until('the event is seen', () => seen.includes('unwanted'))
  await platform.eventFeed.stop()
  await stop()
  const end = database.pool.end()
  await stopFollowing()
  await end
})

test('an event of another node is read within a second where its hint was lost', async () => {
  const database = await openTestDatabase()
  const { platform, stop } = await createWorkerPlatform(database.db, database.pool)
  const entry = await platform.eventFeed.enter()
  const seen: unknown[] = []
  entry.listen(({ events }) => seen.push(...events.map(({ name }) => name)))
  const ctx = { actor: { kind: 'service' }, requestId: 'test', platform } as const
  // Those after the first are written just after the feed has read, and wait for the whole of its pause.
  for (const name of ['first', 'second', 'third']) {
    await toEventAppend(ctx, [{ type: 'Activity', name }]).execute(database.db)
    await until(`${name} is read`, () => seen.includes(name), 2_000)
  }
  entry.leave()
  await platform.eventFeed.stop()
  await stop()
  await database.close()
})
