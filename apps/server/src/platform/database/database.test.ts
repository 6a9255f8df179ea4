import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Generated, sql } from 'kysely'
import type { Pool } from 'pg'
import { silentLog, startTestPostgres, type TestPostgres } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { DatabaseUnavailableError } from './availability/outage.ts'
import { createDatabase, type Database } from './database.ts'
import { createPool, parseInt8 } from './pool.ts'
import { createStatementNames } from './statement-names.ts'

interface SampleTable {
  id: Generated<number>
  label: string
  document: unknown
}

declare module './tables.ts' {
  interface Tables {
    sample: SampleTable
  }
}

let server: TestPostgres
let pool: Pool
let db: Database

before(async () => {
  server = await startTestPostgres()
  pool = createPool(server.url, silentLog)
  db = createDatabase(pool, silentLog)
  await pool.query('create table sample (id bigint generated always as identity, label text not null, document jsonb)')
})
after(async () => {
  await pool.end()
  await server.stop()
})

describe('a plan', () => {
  test('that is made while a table is empty finds rows by their index, and still does when it is full', async () => {
    await sql`create table growing (id bigint primary key)`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from growing where id = any('{1,2,3}'::bigint[])`.execute(db)
    assert.doesNotMatch(rows.map(row => row['QUERY PLAN']).join('\n'), /Seq Scan/)
  })
})

describe('query builder', () => {
  test('a row comes back with its id as a number and its document as it was stored', async () => {
    const documents = [[1, 'two'], 'bare', { a: [null] }, [], 0, null]
    for (const document of documents) {
      const row = await db
        .insertInto('sample')
        .values({ label: 'x', document: JSON.stringify(document) })
        .returningAll()
        .executeTakeFirstOrThrow()
      assert.equal(typeof row.id, 'number')
      assert.deepEqual(row.document, document)
    }
  })

  test('letters beyond ASCII fold their case', async () => {
    const { rows } = await sql`select lower('ÉÀŻ') as lower, 'É' ilike 'é' as matches`.execute(db)
    assert.deepEqual(rows, [{ lower: 'éàż', matches: true }])
  })

  test('a failed transaction leaves nothing', async () => {
    const failed = db.transaction().execute(async tx => {
      await tx.insertInto('sample').values({ label: 'lost', document: null }).execute()
      throw new Error('no')
    })
    await assert.rejects(failed, /no/)
    const rows = await db.selectFrom('sample').selectAll().where('label', '=', 'lost').execute()
    assert.deepEqual(rows, [])
  })

  test('a bigint that a JSON number cannot carry is refused, alone and in a list', async () => {
    await assert.rejects(sql`select 9007199254740993::bigint`.execute(db), RangeError)
    await assert.rejects(sql`select array[9007199254740993::bigint]`.execute(db), RangeError)
    const { rows } = await sql`select array[1::bigint, null] as ids, count(*) as n`.execute(db)
    assert.deepEqual(rows, [{ ids: [1, null], n: 1 }])
    assert.equal(parseInt8('-9007199254740991'), Number.MIN_SAFE_INTEGER)
  })

  test('a repeated statement is prepared once, an unrepeated one never', async () => {
    await db.connection().execute(async one => {
      const read = (label: string) => one.selectFrom('sample').select('id').where('label', '=', label).execute()
      const listNames = async () =>
        (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one)).rows
      await read('a')
      const before = await listNames()
      assert.ok(!before.some(({ statement }) => statement.includes('"label" = $1')))
      await read('b')
      await read('c')
      const after = await listNames()
      assert.equal(after.filter(({ statement }) => statement.includes('"label" = $1')).length, 1)
    })
  })

  test('a table that changes under a prepared statement costs no query, and a transaction one attempt', async () => {
    const readAll = (one = db) => one.selectFrom('sample').selectAll().limit(1).execute()
    const prepare = async () => {
      for (let round = 0; round < 3; round += 1) await readAll()
    }
    await prepare()
    await pool.query('alter table sample add column added integer')
    assert.ok('added' in (await readAll())[0]!)
    await prepare()
    await pool.query('alter table sample drop column added')
    const readInTransaction = () => db.transaction().execute(readAll)
    await assert.rejects(readInTransaction(), DatabaseUnavailableError)
    assert.equal('added' in (await readInTransaction())[0]!, false)
  })

  test('an error of a statement has a stack that leads to the caller', async () => {
    const failing = async () => void (await sql`select 1 / 0`.execute(db))
    await assert.rejects(failing, ({ stack }: Error) => /at async failing/.test(stack ?? ''))
  })

  test('statements and idle transactions have a time limit', async () => {
    const { rows } = await pool.query<{ statement: string; idle: string }>(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    assert.deepEqual(rows, [{ statement: '30s', idle: '1min' }])
  })
})

describe('lost connections', () => {
  test('a killed connection rejects the query that used it, and the pool serves on', async () => {
    const slow = sql`select pg_sleep(60)`.execute(db)
    const rejected = assert.rejects(slow)
    const kill = `select count(pg_terminate_backend(pid)) as n from pg_stat_activity where query like 'select pg_sleep%'`
    await until('it is killed', async () => Number((await pool.query<{ n: number }>(kill)).rows[0]?.n) > 0)
    await rejected
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  })

  test('a killed transaction rejects, also for what follows in it', async () => {
    const failed = db.transaction().execute(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(tx)
    })
    await assert.rejects(failed)
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
  })

  test('idle connections that are killed go unnoticed', async () => {
    await Promise.all(Array.from({ length: 5 }, () => pool.query('select pg_sleep(0.01)')))
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')))
    assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
  })
})

test('a connection that goes while the pool is ended is no news; one that goes before is', async () => {
  const told: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => void told.push(message) }
  for (const isEnded of [false, true]) {
    const own = createPool(server.url, log)
    const client = await own.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise(resolve => client.once('end', resolve))
    const ended = isEnded ? own.end() : undefined
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await lost
    client.release()
    await (ended ?? own.end())
    assert.deepEqual([...new Set(told.splice(0))], isEnded ? [] : ['a database connection was lost'])
  }
})

describe('statement names', () => {
  test('a text is named at its second use, always the same until names are renewed', () => {
    const names = createStatementNames()
    assert.equal(names.find('select 1'), undefined)
    const name = names.find('select 1')
    assert.match(name ?? '', /^rushes_0_[0-9a-f]{32}$/)
    assert.equal(names.find('select 1'), name)
    names.renew()
    const later = names.find('select 1') ?? names.find('select 1')
    assert.match(later ?? '', /^rushes_1_[0-9a-f]{32}$/)
  })

  test('no more than the allowed number of texts get a name', () => {
    const { find } = createStatementNames(3)
    const texts = Array.from({ length: 10_000 }, (_, index) => `select ${index}`)
    const named = texts.filter(text => [find(text), find(text)].some(name => name !== undefined))
    assert.equal(named.length, 3)
  })

  test('transaction control, definitions and very long texts are sent as they are', () => {
    const { find } = createStatementNames()
    for (const text of ['begin', 'commit', 'create table x ()', `select '${'x'.repeat(8_000)}'`]) {
      assert.equal(find(text) ?? find(text), undefined)
    }
  })
})
