/** The suites of queries that pass on the database, once more on Solr. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type SolrPeer, sharedSolr, startSolr, whyNoSolr } from '../../../../../test/peers/solr.ts'

/** Those that take their time say little more than searches by chance. */
const long = process.env.RUSHES_LONG === '1' ? ['query/meaning.test.ts', 'answer/large-lists.test.ts'] : []
const suites = [
  ...long,
  'search.test.ts',
  'query/scope.test.ts',
  'answer/highlight.test.ts',
  'engines/postgresql/counts/facets.test.ts',
  'engines/postgresql/counts/groups.test.ts',
  'engines/postgresql/counts/ranges.test.ts',
  'engines/postgresql/query/cursor.test.ts',
]

describe('on Solr passes', { skip: whyNoSolr() }, () => {
  let solr: SolrPeer
  before(async () => {
    solr = await startSolr()
  })
  after(() => solr.stop())

  for (const suite of suites) {
    test(suite, { timeout: 300_000 }, async () => {
      const path = fileURLToPath(new URL(`../../${suite}`, import.meta.url))
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      const child = spawn(process.execPath, ['--test-reporter=spec', path], {
        env: { ...env, RUSHES_TEST_SEARCH: 'solr', [sharedSolr]: solr.nodes[0] },
      })
      const ended = once(child, 'close')
      const written = await text(child.stdout)
      const [code] = await ended
      assert.equal(code, 0, written)
    })
  }
})
