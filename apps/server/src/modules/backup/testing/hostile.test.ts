import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Copies, openCopies } from './copies.ts'

let copies: Copies
before(async () => {
  copies = await openCopies()
})
beforeEach(() => copies.renew())
after(() => copies.remove())

/** Writes another manifest, with the digest that it should have. */
async function forge(change: (manifest: Manifest) => void): Promise<void> {
  const manifest = JSON.parse(await readFile(copies.within('manifest.json'), 'utf8'))
  change(manifest)
  await sign(JSON.stringify(manifest))
}
async function sign(text: string): Promise<void> {
  await writeFile(copies.within('manifest.json'), text)
  const digest = createHash('sha256').update(text).digest('hex')
  await writeFile(copies.within('manifest.json.sha256'), `${digest}  manifest.json\n`)
}
/** Another list of blobs, named by the manifest. */
async function forgeBlobs(change: (blobs: Record<string, unknown>[]) => unknown[]): Promise<void> {
  const lines = (await readFile(copies.within('blobs.jsonl'), 'utf8')).trim().split('\n')
  const blobs = change(lines.map(line => JSON.parse(line)))
  const text = blobs.map(blob => `${typeof blob === 'string' ? blob : JSON.stringify(blob)}\n`).join('')
  await writeFile(copies.within('blobs.jsonl'), text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  await forge(manifest => {
    manifest.blobs.list = { path: 'blobs.jsonl', size: Buffer.byteLength(text), sha256 }
  })
}

interface Manifest {
  format: number
  logLength: number
  tables: { name: string; columns: string[]; rows: number; file: { path: string; sha256: string } }[]
  sequences: { name: string; last: number }[]
  migrations: { version: number; name: string; checksum: string }[]
  blobs: { count: number; list: object }
}

describe('a manifest that was made to do harm is refused, and nothing is restored', () => {
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    ['without its digest', () => unlink(copies.within('manifest.json.sha256')), /sha256 cannot be read: it is missing/],
    ['changed', () => writeFile(copies.within('manifest.json'), '{}'), /manifest.json is damaged/],
    ['that is no JSON', () => sign('{'), /is not JSON/],
    ['that is a list', () => sign('[]'), /cannot be used/],
    [
      'of a newer release',
      () =>
        forge(manifest => {
          manifest.format = 2
        }),
      /newer release/,
    ],
    [
      'that leads upwards',
      () =>
        forge(({ tables }) => {
          tables[0]!.file.path = '../../../secret'
        }),
      /must match/,
    ],
    [
      'that leads elsewhere',
      () =>
        forge(({ tables }) => {
          tables[0]!.file.path = '/etc/passwd'
        }),
      /must match/,
    ],
    [
      'that names a file twice',
      () =>
        forge(({ tables }) => {
          tables[0]!.file = tables[1]!.file
        }),
      /file twice/,
    ],
    [
      'that names a table twice',
      () =>
        forge(({ tables }) => {
          tables[0]!.name = tables[1]!.name
        }),
      /twice/,
    ],
    [
      'with SQL for a name',
      () =>
        forge(({ tables }) => {
          tables[0]!.name = 'a"; drop table users; --'
        }),
      /must match/,
    ],
    [
      'with SQL for a column',
      () =>
        forge(({ tables }) => {
          tables[0]!.columns[0] = 'id) from program'
        }),
      /must match/,
    ],
    [
      'of other migrations',
      () =>
        forge(({ migrations }) => {
          migrations[0]!.checksum = '0'.repeat(64)
        }),
      /was changed/,
    ],
    [
      'of migrations to come',
      () =>
        forge(
          ({ migrations }) => void migrations.push({ version: 9999, name: '9999_more.sql', checksum: 'a'.repeat(64) }),
        ),
      /newer than this release/,
    ],
    [
      'with a log without end',
      () =>
        forge(manifest => {
          manifest.logLength = 1_000_000
        }),
      /longer log/,
    ],
    ['with members that mean nothing', () => forge(manifest => void Object.assign(manifest, { more: 1 })), /more/],
    [
      'with a key that leads upwards',
      () => forgeBlobs(blobs => [{ ...blobs[0], key: '../../secret' }, ...blobs.slice(1)]),
      /key must match/,
    ],
    ['with a list out of order', () => forgeBlobs(blobs => blobs.toReversed()), /not in its order/],
    ['with a list of other blobs', () => forgeBlobs(blobs => blobs.slice(1)), /not the one that the manifest names/],
    ['with a line that has no end', () => forgeBlobs(() => ['x'.repeat(2_000_000)]), /too long/],
    [
      'with a digest that leads elsewhere',
      () => forgeBlobs(blobs => [{ ...blobs[0], sha256: '../../../../etc/passwd' }, ...blobs.slice(1)]),
      /sha256 must match/,
    ],
  ]
  for (const [name, forging, expected] of cases) {
    test(name, async () => {
      await forging()
      await assert.rejects(copies.restore(), expected)
      await copies.assertNothingRestored()
    })
  }

  /** These are found when rows are loaded: the folder is marked, the database stays empty. */
  const late: [string, () => Promise<unknown>, RegExp][] = [
    [
      'that has no such table',
      () =>
        forge(({ tables }) => {
          tables[0]!.name = 'pg_authid'
        }),
      /not those of its schema/,
    ],
    ['that lacks a table', () => forge(({ tables }) => void tables.pop()), /not those of its schema/],
    ['that lacks a column', () => forge(({ tables }) => void tables[0]!.columns.pop()), /not those of its schema/],
    [
      'with a sequence of others',
      () =>
        forge(({ sequences }) => {
          sequences[0]!.name = 'strange'
        }),
      /not those of its schema/,
    ],
    [
      'with another number of rows',
      () =>
        forge(({ tables }) => {
          tables[0]!.rows += 1
        }),
      /rows instead of/,
    ],
  ]
  for (const [name, forging, expected] of late) {
    test(name, async () => {
      await forging()
      await assert.rejects(copies.restore(), expected)
      await copies.assertEmptyDatabase()
      const { dataDir } = copies.place
      for (const found of await readdir(dataDir)) await rm(join(dataDir, found), { recursive: true })
    })
  }
})
