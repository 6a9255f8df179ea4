import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import { silentLog } from '../../../../test/database.ts'
import { until, untilSeen } from '../../../../test/until.ts'
import { StartError } from '../opening/start-error.ts'
import { isServerOf } from './postmaster.ts'
import { chooseRunAs, chooseUnprivileged, type RunAs } from './run-as.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'

const isRoot = process.getuid?.() === 0
const supervisor = new URL('./supervisor.ts', import.meta.url).href

let scratch: string
before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rushes test '))
})
after(() => rm(scratch, { recursive: true, force: true }))

function start(dataDir: string, runAs?: RunAs): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: silentLog, ...(runAs ? { runAs } : {}) })
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>({ text: statement })).rows.map(row => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

/** A service in a process of its own; resolves once its database serves, to that server's pid. */
async function startElsewhere(dataDir: string, runAs?: RunAs): Promise<{ service: ChildProcess; pid: number }> {
  const service = runElsewhere(dataDir, runAs)
  const [line] = await Promise.race([once(service.stdout!, 'data'), once(service, 'exit').then(() => [])])
  assert.ok(line !== undefined, 'the service ended before its database served')
  return { service, pid: Number(line) }
}

function runElsewhere(dataDir: string, runAs?: RunAs, then = 'setInterval(() => {}, 1000)'): ChildProcess {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(supervisor)}
    const log = { info() {}, warn() {}, error() {} }
    const server = await startEmbeddedPostgres({ log, ...${JSON.stringify({ dataDir, runAs })} })
    console.log(server.pid())
    ${then}`
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function killHard(service: ChildProcess): Promise<void> {
  service.kill('SIGKILL')
  await once(service, 'exit')
}

function assertOneLine(error: unknown, ...parts: (string | RegExp)[]): true {
  assert.ok(error instanceof StartError, `${error}`)
  assert.ok(!error.message.includes('\n'), error.message)
  for (const part of parts)
    assert.match(error.message, typeof part === 'string' ? new RegExp(RegExp.escape(part)) : part)
  return true
}

describe('embedded PostgreSQL', () => {
  let dataDir: string
  let cluster: string
  beforeEach(() => {
    dataDir = join(scratch, 'the data')
    cluster = join(dataDir, 'database', 'cluster')
  })

  test('a cold start creates everything, a warm start nothing', async () => {
    const cold = await start(dataDir)
    await ask(cold.url, 'create table kept (a integer)')
    await cold.stop()
    const made = await stat(join(cluster, 'PG_VERSION'))
    const warm = await start(dataDir)
    assert.deepEqual(await ask(warm.url, 'select count(*)::int from kept'), [0])
    assert.equal((await stat(join(cluster, 'PG_VERSION'))).ctimeMs, made.ctimeMs)
    assert.ok(cold.timings.createMs > 50 && warm.timings.createMs < 50)
    assert.ok(!warm.adopted)
    await warm.stop()
    assert.ok(!isServerOf(warm.pid(), cluster))
  })

  test('it listens on a socket alone, checks its pages, folds all letters, and syncs what it commits', async () => {
    const server = await start(dataDir)
    const setting = async (name: string) => (await ask(server.url, `select current_setting('${name}')`))[0]
    assert.equal(await setting('listen_addresses'), '')
    assert.equal(await setting('data_checksums'), 'on')
    assert.equal(await setting('fsync'), 'on')
    assert.equal(await setting('server_encoding'), 'UTF8')
    assert.deepEqual(await ask(server.url, `select lower('É')`), ['é'])
    assert.deepEqual(await ask(server.url, `select datlocale from pg_database where datname = 'postgres'`), ['C.UTF-8'])
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
    assert.equal((await stat(join(dataDir, 'database', 'run'))).mode & 0o077, 0)
    await server.stop()
  })

  test('the library links come from the list of the package, since its install script may not have run', async () => {
    const [copy] = (await readdir(join(dataDir, 'database'))).filter(name => name.startsWith('pg-'))
    const lib = join(dataDir, 'database', copy ?? '', 'lib')
    assert.equal(await readlink(join(lib, 'libicuuc.so.60')), 'libicuuc.so.60.2')
  })

  test('a second start on the same folder is refused and names the process that has it', async () => {
    const server = await start(dataDir)
    await assert.rejects(start(dataDir), error => assertOneLine(error, dataDir, `process ${process.pid}`))
    assert.deepEqual(await ask(server.url, 'select 1'), [1])
    await server.stop()
    const elsewhere = await startElsewhere(dataDir)
    await assert.rejects(start(dataDir), error => assertOneLine(error, `process ${elsewhere.service.pid}`))
    await killHard(elsewhere.service)
  })

  test('a service killed with -9 loses nothing it has committed and leaves no server behind', async () => {
    const { service, pid } = await startElsewhere(dataDir)
    const url = `postgres://rushes@localhost/postgres?host=${encodeURIComponent(join(dataDir, 'database', 'run'))}`
    await ask(url, 'insert into kept values (1)')
    await killHard(service)
    const server = await start(dataDir)
    assert.deepEqual(await ask(server.url, 'select a from kept'), [1])
    await server.stop()
    assert.ok(!isServerOf(pid, cluster) && !isServerOf(server.pid(), cluster))
  })

  test('a server that outlived its service is adopted, and stops with the new one', async () => {
    const unguarded: RunAs = { ...chooseRunAs(), prefix: chooseRunAs().prefix.filter(part => !isGuard(part)) }
    const { service, pid } = await startElsewhere(dataDir, unguarded)
    await killHard(service)
    const server = await start(dataDir)
    assert.ok(server.adopted)
    assert.equal(server.pid(), pid)
    assert.deepEqual(await ask(server.url, 'select a from kept'), [1])
    await server.stop()
    assert.ok(!isServerOf(pid, cluster))
  })

  test('a command that adopts a server and stops it comes to its own end', async () => {
    const unguarded: RunAs = { ...chooseRunAs(), prefix: chooseRunAs().prefix.filter(part => !isGuard(part)) }
    const { service, pid } = await startElsewhere(dataDir, unguarded)
    await killHard(service)
    const command = runElsewhere(dataDir, undefined, 'await server.stop()')
    assert.deepEqual(await once(command, 'exit'), [0, null])
    assert.ok(!isServerOf(pid, cluster))
  })

  test('a server killed with -9 is started again under the running service', async () => {
    const server = await start(dataDir)
    const killed = server.pid()
    await ask(server.url, 'insert into kept values (2)')
    process.kill(killed, 'SIGKILL')
    // A connection that was made before the signal arrived may still be answered by the old server.
    await until('another server runs', () => server.pid() !== killed)
    const count = () => ask(server.url, 'select count(*)::int from kept').catch(() => undefined)
    assert.deepEqual(await untilSeen('it answers', count), [2])
    await server.stop()
  })

  test('a start right after both were killed with -9 recovers', async () => {
    const { service, pid } = await startElsewhere(dataDir)
    process.kill(pid, 'SIGKILL')
    await killHard(service)
    const server = await start(dataDir)
    assert.deepEqual(await ask(server.url, 'select count(*)::int from kept'), [2])
    await server.stop()
  })

  test('a child of a killed server that still runs is waited for, since it may still write', async () => {
    const server = await start(dataDir)
    const client = new Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    const child = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
    const logFile = join(dataDir, 'database', 'server.log')
    const changes = watch(logFile)
    process.kill(child, 'SIGSTOP')
    process.kill(server.pid(), 'SIGKILL')
    for await (const _ of changes) {
      if ((await readFile(logFile, 'utf8')).includes('pre-existing shared memory block')) break
    }
    await assert.rejects(ask(server.url, 'select 1'))
    process.kill(child, 'SIGCONT')
    const waited = async (): Promise<unknown[]> => ask(server.url, 'select 1').catch(waited)
    assert.deepEqual(await waited(), [1])
    await server.stop()
  })

  test('a pid file whose number now belongs to another program is recognised as stale', async () => {
    const pidFile = join(cluster, 'postmaster.pid')
    const run = join(dataDir, 'database', 'run')
    await writeFile(pidFile, `${process.pid}\n${cluster}\n1\n5432\n${run}\n\n\nready\n`)
    await writeFile(join(run, '.s.PGSQL.5432.lock'), `${process.pid}\n`)
    const server = await start(dataDir)
    assert.ok(!server.adopted)
    await server.stop()
  })

  test('a folder of another major version is refused and left as it is', async () => {
    const file = join(cluster, 'PG_VERSION')
    await writeFile(file, '17\n')
    await assert.rejects(start(dataDir), error => assertOneLine(error, cluster, /PostgreSQL 17.*nothing was changed/))
    await writeFile(file, '18\n')
    await (await start(dataDir)).stop()
  })

  test("PostgreSQL's own reason is reported in one line, and the folder is free again", async () => {
    const settings = { shared_buffers: 'nonsense' }
    const failed = startEmbeddedPostgres({ dataDir, log: silentLog, settings })
    await assert.rejects(failed, error => assertOneLine(error, 'shared_buffers'))
    await (await start(dataDir)).stop()
  })
})

function isGuard(part: string): boolean {
  return part === 'setpriv' || part === '--pdeathsig' || part === 'INT'
}

describe('what an interrupted first start leaves', () => {
  test('drafts are thrown away, not trusted', async () => {
    const root = join(scratch, 'drafts', 'database')
    await mkdir(join(root, 'cluster.new-1'), { recursive: true })
    await writeFile(join(root, 'cluster.new-1', 'PG_VERSION'), '18\n')
    await mkdir(join(root, 'pg-18.4.0-beta.17.new-1', 'bin'), { recursive: true })
    const server = await start(join(scratch, 'drafts'))
    await server.stop()
    assert.deepEqual(
      (await readdir(root)).filter(name => name.includes('.new-')),
      [],
    )
  })

  test('a kill -9 while the database is being created is made good by the next start', async () => {
    const dataDir = join(scratch, 'cut')
    const root = join(dataDir, 'database')
    await mkdir(root, { recursive: true })
    const abort = new AbortController()
    const changes = watch(root, { signal: abort.signal })
    const service = runElsewhere(dataDir)
    for await (const { filename } of changes) {
      if (filename?.startsWith('cluster.new-')) break
    }
    await killHard(service)
    assert.ok(!existsSync(join(root, 'cluster')))
    const server = await start(dataDir)
    assert.deepEqual(await ask(server.url, 'select 1'), [1])
    await server.stop()
  })
})

describe('folders', () => {
  test('a path too long for a socket gets its socket elsewhere, in a folder of its own', async () => {
    const dataDir = join(scratch, 'long '.repeat(20).trim(), 'ü'.repeat(40))
    const server = await start(dataDir)
    assert.deepEqual(await ask(server.url, 'select 1'), [1])
    const folder = new URL(server.url).searchParams.get('host') ?? ''
    assert.ok(folder.startsWith(tmpdir()))
    assert.equal((await stat(folder)).mode & 0o077, 0)
    await server.stop()
    await rm(folder, { recursive: true })
    await rm(dataDir, { recursive: true })
  })

  test('a data folder that cannot be written is one clear line', async () => {
    const file = join(scratch, 'a file')
    await writeFile(file, '')
    await assert.rejects(start(join(file, 'data')), error => assertOneLine(error, file))
    await assert.rejects(start(file), error => assertOneLine(error, file))
    await assert.rejects(start('/proc/rushes'), error => assertOneLine(error, '/proc/rushes'))
  })

  test('programs that cannot start here are one clear line that names the way out', async () => {
    const prefix = [join(scratch, 'no such program')]
    const failed = start(join(scratch, 'unusable'), { prefix, owner: undefined, spawnAs: undefined })
    await assert.rejects(failed, error => assertOneLine(error, 'cannot run on this system', 'RUSHES_DATABASE_URL'))
  })

  test('a folder that is no database is not overwritten', async () => {
    const cluster = join(scratch, 'foreign', 'database', 'cluster')
    await mkdir(cluster, { recursive: true })
    await writeFile(join(cluster, 'letter.txt'), 'dear')
    await assert.rejects(start(join(scratch, 'foreign')), error => assertOneLine(error, cluster))
    assert.equal(await readFile(join(cluster, 'letter.txt'), 'utf8'), 'dear')
  })
})

describe('a service that runs as root', { skip: isRoot ? false : 'these tests need root' }, () => {
  const guard = ['setpriv', '--pdeathsig', 'INT']

  test('without user namespaces it uses another user, below /var/lib when the folder is closed to that user', async () => {
    const dataDir = join(scratch, 'closed')
    const runAs = chooseUnprivileged(guard)
    const server = await start(dataDir, runAs)
    assert.deepEqual(await ask(server.url, 'select 1'), [1])
    const target = await readlink(join(dataDir, 'database'))
    assert.ok(target.startsWith('/var/lib/rushes/'))
    await assert.rejects(start(dataDir, runAs), error => assertOneLine(error, `process ${process.pid}`))
    await server.stop()
    const again = await start(dataDir, runAs)
    await again.stop()
    await rm(target, { recursive: true })
  })

  test('without setpriv too', async () => {
    const dataDir = join(scratch, 'closed without setpriv')
    const server = await start(dataDir, chooseUnprivileged([]))
    assert.deepEqual(await ask(server.url, 'select 1'), [1])
    const target = await readlink(join(dataDir, 'database'))
    await server.stop()
    await rm(target, { recursive: true })
  })

  test('one data folder may be started on either road, in any order', async () => {
    const open = await mkdtemp('/var/tmp/rushes-test-')
    try {
      for (const runAs of [chooseRunAs(), chooseUnprivileged(guard), chooseRunAs()]) {
        const server = await start(open, runAs)
        await ask(server.url, 'create table if not exists kept (a integer); insert into kept values (1)').catch(
          () => {},
        )
        await server.stop()
      }
      const server = await start(open)
      assert.deepEqual(await ask(server.url, 'select 1'), [1])
      await server.stop()
    } finally {
      await rm(open, { recursive: true, force: true })
    }
  })

  test('an existing database that the other user cannot reach is a clear error, not a new empty one', async () => {
    const dataDir = join(scratch, 'first by namespace')
    await mkdir(join(dataDir, 'database'), { recursive: true })
    await assert.rejects(start(dataDir, chooseUnprivileged(guard)), error =>
      assertOneLine(error, 'cannot enter', scratch),
    )
  })
})
