import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type SearchKit, startSearch } from '../testing/kit.ts'
import { lockForChanges, lockForPart } from './writing-lock.ts'

let kit: SearchKit
before(async () => {
  kit = await startSearch()
})
after(() => kit.stop())

for (const lock of [lockForChanges, lockForPart]) {
  test(`${lock.name} waits longer than a statement is given, and bounds those after it as before`, async () => {
    const { db } = kit.ctx
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async tx => {
      await lockForChanges(tx)
      held.resolve()
      await release.promise
    })
    await held.promise
    const limit = db.transaction().execute(async tx => {
      await sql`set local statement_timeout = 50`.execute(tx)
      await lock(tx)
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx)
      return rows[0]?.limit
    })
    assert.equal(await Promise.race([limit, delay(300, 'waiting')]), 'waiting')
    release.resolve()
    await holder
    assert.equal(await limit, '50ms')
  })
}
