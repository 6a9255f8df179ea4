import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hostClip, kit, moId, prId } from '../testing/host.ts'

hostClip()

async function comment(query: string): Promise<number> {
  const response = await fetch(`${kit.url}/production/${prId}/mo/${moId}/clip${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ funnel: 'ReviewComment', description: 'now' }),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as { id: number }).id
}

/** Whether the index has a document of it, without a search that would wait for one. */
async function isIndexed(id: number): Promise<boolean> {
  const { rows } = await sql`select from search_document where id = ${id}`.execute(kit.service.platform.database)
  return rows.length > 0
}

// http-45
test('a change with `waitForIndex=true` is answered once searches find what it left', async () => {
  assert.equal(await isIndexed(await comment('?waitForIndex=true')), true)
  assert.equal(await isIndexed(await comment('')), false, 'others are answered before')
})
