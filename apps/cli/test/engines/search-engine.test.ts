/** The commands for the engine of the search, as processes. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type SolrPeer, startSolr, whyNoSolr } from '../../../server/test/peers/solr.ts'
import { type CommandLine, openCommandLine } from '../command-line.ts'

interface Status {
  readonly collection?: { readonly name: string }
  readonly engine: string
  readonly writtenBy: string
  readonly waiting: unknown
  readonly kinds: readonly { readonly kind: string; readonly documents: number }[]
}

let cli: CommandLine
before(async () => {
  cli = await openCommandLine()
})
after(() => cli.remove())

test('search setup without an address, and of a Solr that does not answer, says so in a line', async () => {
  const missing = await cli.runWith({ env: {} }, 'search', 'setup')
  assert.deepEqual([missing.code, /^RUSHES_SEARCH_URL is not set/.test(missing.stderr)], [2, true])
  const away = await cli.runWith({ env: { RUSHES_SEARCH_URL: 'solr+http://127.0.0.1:1/solr/x' } }, 'search', 'setup')
  assert.equal(away.code, 6)
  assert.match(away.stderr, /^RUSHES_SEARCH_URL: 127\.0\.0\.1:1 does not answer/)
})

describe('on Solr', { skip: whyNoSolr() }, () => {
  let solr: SolrPeer
  before(async () => {
    solr = await startSolr()
  })
  after(() => solr.stop())

  test('search setup makes the collection once, and search rebuild fills it, as search status tells', async () => {
    const collection = `made_${randomUUID()}`
    const database = { RUSHES_DATA: join(cli.home, 'data') }
    const env = { ...database, RUSHES_SEARCH_URL: `solr+${solr.nodes[0]}/${collection}` }
    const status = async () => {
      const { code, stdout, stderr } = await cli.runWith({ env }, 'search', 'status', '--json')
      assert.notEqual(stdout, '', stderr)
      return { code, ...(JSON.parse(stdout) as Status) }
    }
    const made = await cli.runWith({ env }, 'search', 'setup', '--shards', '2', '--json')
    const { isNew, collection: first } = JSON.parse(made.stdout)
    assert.deepEqual([made.code, isNew, first.shards, first.name.startsWith(`${collection}.`)], [0, true, 2, true])
    const again = await cli.runWith({ env }, 'search', 'setup', '--json')
    assert.deepEqual(JSON.parse(again.stdout), { isNew: false, collection: first })
    const other = await cli.runWith({ env }, 'search', 'setup', '--shards', '3')
    assert.deepEqual([other.code, /2 shards of 1 replicas/.test(other.stderr)], [6, true])
    const inTables = await cli.runWith({ env: database }, 'search', 'rebuild')
    assert.equal(inTables.code, 0, inTables.stderr)
    const empty = await status()
    assert.deepEqual([empty.code, empty.writtenBy], [6, 'postgresql'])
    const rebuilt = await cli.runWith({ env }, 'search', 'rebuild')
    assert.equal(rebuilt.code, 0, rebuilt.stderr)
    const whole = await status()
    assert.deepEqual([whole.code, whole.writtenBy], [0, whole.engine])
    const { name, ...shape } = whole.collection!
    assert.deepEqual(whole.waiting, { changes: 0, ofBulks: 0, failed: 0 })
    assert.deepEqual([shape, name === first.name], [{ shards: 2, replicas: 1, lostShards: [] }, false])
    const rows = (await status()).kinds.map(({ kind, documents }) => [kind, documents] as const)
    const drawn = ['search', 'compare', '--searches', '40', '--seed', '5', '--json'] as const
    const compared = await cli.runWith({ env }, ...drawn)
    assert.equal(compared.code, 0, compared.stderr)
    const { searches, seed, found, weights, kinds, differences } = JSON.parse(compared.stdout)
    assert.deepEqual([searches, seed, differences, weights.scope.production], [40, 5, [], 4])
    assert.ok(found >= 20 && kinds['scope: production'].drawn > 0)
    assert.deepEqual(
      (await status()).kinds.map(({ kind, documents }) => [kind, documents]),
      rows,
      'what the service holds is not touched',
    )
    const none = await cli.runWith({ env: database }, 'search', 'compare')
    assert.deepEqual([none.code, /^RUSHES_SEARCH_URL is not set/.test(none.stderr)], [2, true])
  })
})
