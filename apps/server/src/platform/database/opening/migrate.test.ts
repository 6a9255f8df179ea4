import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import {
  cloneDatabase,
  createTemplate,
  dropDatabase,
  silentLog,
  startTestPostgres,
  type TestPostgres,
  withDatabase,
} from '../../../../test/database.ts'
import { until } from '../../../../test/until.ts'
import { awaitMigrations, migrate } from '../migrate.ts'

let server: TestPostgres
let folder: string
let url: string
let count = 0
before(async () => {
  server = await startTestPostgres()
})
after(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-migrations-'))
  count += 1
  await query(server.url, `create database case_${count}`)
  url = withDatabase(server.url, `case_${count}`)
  await write('0001_first.sql', 'create table log (text text);')
  await write('0002_second.sql', `insert into log values ('second');`)
})

afterEach(() => rm(folder, { recursive: true }))

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text)
}

async function query(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function readLog(): Promise<unknown[]> {
  return (await query(url, 'select text from log')).map(({ text }) => text)
}

function refuses(message: RegExp): Promise<void> {
  return assert.rejects(migrate(url, silentLog, folder), (error: Error) => {
    assert.equal(error.name, 'StartError')
    assert.match(error.message, message)
    return !error.message.includes('\n')
  })
}

describe('migrations', () => {
  test('each file runs once, in order, and is recorded', async () => {
    await migrate(url, silentLog, folder)
    await migrate(url, silentLog, folder)
    await write('0010_third.sql', `insert into log values ('third');`)
    await migrate(url, silentLog, folder)
    assert.deepEqual(await readLog(), ['second', 'third'])
    const rows = await query(url, 'select version, name from rushes_migration order by version')
    assert.deepEqual(
      rows.map(({ version, name }) => [version, name]),
      [
        [1, '0001_first.sql'],
        [2, '0002_second.sql'],
        [10, '0010_third.sql'],
      ],
    )
  })

  test('of several processes at once one migrates and the others wait', async () => {
    await write('0003_slow.sql', `select pg_sleep(0.2); insert into log values ('slow');`)
    const ran: string[] = []
    const log = { ...silentLog, info: (_: object, message: string) => ran.push(message) }
    await Promise.all(Array.from({ length: 4 }, () => migrate(url, log, folder)))
    assert.deepEqual(await readLog(), ['second', 'slow'])
    assert.equal(ran.filter(message => message === 'migrated the database').length, 3)
  })

  test('a file that fails is undone whole, and the ones before it stay', async () => {
    await write('0003_bad.sql', `insert into log values ('bad'); select 1/0;`)
    await refuses(/^The migration 0003_bad\.sql failed and was undone: division by zero$/)
    assert.deepEqual(await readLog(), ['second'])
    await write('0003_bad.sql', `insert into log values ('good');`)
    await migrate(url, silentLog, folder)
    assert.deepEqual(await readLog(), ['second', 'good'])
  })

  test('a file of code converts rows in its transaction, once', async () => {
    const convert = (text: string) => `export const migrate = async (client, log) => {
      await client.query("insert into log select text || ' converted' from log")
      log.info({}, 'converted')
      ${text}
    }`
    await write('0003_code.ts', convert('throw new Error("no")'))
    await refuses(/^The migration 0003_code\.ts failed and was undone: no$/)
    assert.deepEqual(await readLog(), ['second'])
    await rm(join(folder, '0003_code.ts'))
    await write('0003_other_code.ts', convert(''))
    for (const _round of [1, 2]) await migrate(url, silentLog, folder)
    assert.deepEqual(await readLog(), ['second', 'second converted'])
    await write('0003_other_code.ts', convert('await 1'))
    await refuses(/0003_other_code\.ts was changed/)
  })

  test('a changed file is refused; changed line ends are no change', async () => {
    await write('0003_lines.sql', 'select 1;\nselect 2;\n')
    await migrate(url, silentLog, folder)
    await write('0003_lines.sql', 'select 1;\r\nselect 2;\r\n')
    await migrate(url, silentLog, folder)
    await write('0001_first.sql', 'create table log (text varchar);')
    await refuses(/0001_first\.sql was changed/)
  })

  test('a missing earlier file is refused', async () => {
    await migrate(url, silentLog, folder)
    await rm(join(folder, '0002_second.sql'))
    await write('0003_third.sql', 'select 1')
    await refuses(/0002_second\.sql has run, but its file is missing/)
  })

  test('data of an older schema is refused with the way to move it', async () => {
    await migrate(url, silentLog, folder)
    await rm(join(folder, '0001_first.sql'))
    await refuses(/^The data is of a release with an older schema: export its productions .* and import them/)
  })

  test('a file put before those that ran is refused', async () => {
    await rename(join(folder, '0002_second.sql'), join(folder, '0005_second.sql'))
    await migrate(url, silentLog, folder)
    await write('0003_late.sql', 'select 1')
    await refuses(/0003_late\.sql was added before 0005_second\.sql/)
  })

  test('a process that does not migrate waits until another has, and refuses a newer database', async () => {
    await query(url, 'drop table if exists rushes_migration')
    let isWaiting = false
    const warn = () => {
      isWaiting = true
    }
    const waiting = awaitMigrations(url, { ...silentLog, warn }, folder)
    await until('it waits', () => isWaiting)
    await migrate(url, silentLog, folder)
    await waiting
    await awaitMigrations(url, silentLog, folder)
    await rm(join(folder, '0002_second.sql'))
    await assert.rejects(awaitMigrations(url, silentLog, folder), /newer than this release \(it has 0002_second\.sql\)/)
  })

  test('a database newer than the release is refused', async () => {
    await migrate(url, silentLog, folder)
    await rm(join(folder, '0002_second.sql'))
    await refuses(/newer than this release \(it has 0002_second\.sql\)/)
  })

  test('files of one number, and files named otherwise, are refused', async () => {
    await write('0002_twice.sql', 'select 1')
    await refuses(/Two migrations have the number of 0002_twice\.sql/)
    await rm(join(folder, '0002_twice.sql'))
    await write('3_short.sql', 'select 1')
    await refuses(/3_short\.sql is not named like/)
  })

  test('ids start at 1 and end where a JSON number ends', async () => {
    await rm(join(folder, '0001_first.sql'))
    await rm(join(folder, '0002_second.sql'))
    await copyFile(join(import.meta.dirname, '../migrations', '0200_platform.sql'), join(folder, '0200_platform.sql'))
    await migrate(url, silentLog, folder)
    const [sequence] = await query(
      url,
      `select start_value, max_value, cycle from pg_sequences where sequencename = 'rushes_id'`,
    )
    assert.deepEqual(sequence, { start_value: '1', max_value: '9007199254740991', cycle: false })
  })
})

test('a clone of the template has the schema and nothing of another clone', async () => {
  await createTemplate(server.url)
  const [one, two] = await Promise.all([cloneDatabase(server.url), cloneDatabase(server.url)])
  await query(one, 'create table mine ()')
  assert.deepEqual(await query(two, `select to_regclass('mine') as mine, to_regclass('rushes_id')::text as ids`), [
    { mine: null, ids: 'rushes_id' },
  ])
  await Promise.all([dropDatabase(one), dropDatabase(two)])
  await assert.rejects(query(one, 'select 1'), /does not exist/)
})
