import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { dropDatabase, openTestDatabase, type TestDatabase } from '../../../server/test/database.ts'
import { startMailReceiver } from '../../../server/test/peers/mail-receiver.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { findFreePort } from '../../../server/test/service-process.ts'
import { until } from '../../../server/test/until.ts'
import { listOptions } from '../../src/command-options.ts'
import { table } from '../../src/commands/table.ts'
import { exitCodes } from '../../src/errors/errors.ts'
import { type CommandLine, openCommandLine } from '../command-line.ts'

let cli: CommandLine
let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  cli = await openCommandLine({ RUSHES_DATABASE_URL: database.url })
})
after(async () => {
  await cli.remove()
  await database.close()
})

interface Finding {
  part: string
  status: string
  message: string
  advice?: string
}
/** What doctor finds, by part. */
async function examine(env: Record<string, string>): Promise<{ code: number | null; parts: Map<string, Finding> }> {
  const { code, stdout } = await cli.runWith({ env }, 'doctor', '--json')
  return { code, parts: new Map((JSON.parse(stdout) as Finding[]).map(finding => [finding.part, finding])) }
}

describe('doctor', () => {
  test('of a service that does not run yet: what can be told is good, and the rest says what to do', async () => {
    const env = { RUSHES_DATA: join(cli.home, 'data'), RUSHES_PORT: String(await findFreePort()) }
    const { code, parts } = await examine(env)
    assert.equal(code, 0)
    const stati = [...parts].map(([part, { status }]) => `${part} ${status}`)
    for (const expected of [
      'configuration good',
      'runtime good',
      'database good',
      'service skipped',
      'search skipped',
    ]) {
      assert.ok(stati.includes(expected), stati.join(', '))
    }
    assert.match(parts.get('service')?.advice ?? '', /rushes start/)
    await assert.rejects(readFile(join(cli.home, 'data')), { code: 'ENOENT' }, 'it changes nothing')
  })

  for (const [name, env, part, status, message] of [
    ['a setting that cannot be used', { RUSHES_PORT: 'eighty' }, 'configuration', 'failed', /RUSHES_PORT/],
    ['a setting that means nothing', { RUSHES_PROT: '1' }, 'configuration', 'warning', /RUSHES_PROT means nothing/],
    [
      'a database that does not answer',
      { RUSHES_DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      'database',
      'failed',
      /no server/,
    ],
    [
      'a mail server that does not answer',
      { RUSHES_SMTP_URL: 'smtp://127.0.0.1:9', RUSHES_MAIL_FROM: 'a@example.org' },
      'mail',
      'failed',
      /ECONNREFUSED/,
    ],
    [
      'an identity provider that does not answer',
      { RUSHES_OIDC_ISSUER: 'http://127.0.0.1:9', RUSHES_OIDC_CLIENT_ID: 'rushes' },
      'sign-on',
      'failed',
      /127\.0\.0\.1:9/,
    ],
    ['an address that is not of this machine', { RUSHES_HOST: '192.0.2.1' }, 'service', 'failed', /cannot listen/],
  ] as const) {
    test(`${name} is found`, async () => {
      const { code, parts } = await examine({ RUSHES_PORT: '0', ...env })
      assert.equal(code, status === 'failed' ? 1 : 0)
      assert.equal(parts.get(part)?.status, status)
      assert.match(parts.get(part)?.message ?? '', message)
      assert.ok(parts.get(part)?.advice, 'it says what to do')
    })
  }

  test('a mail server and an identity provider that answer are good, and no mail is sent', async () => {
    const receiver = await startMailReceiver()
    const provider = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`
      const metadata = { issuer, authorization_endpoint: issuer, token_endpoint: issuer, jwks_uri: issuer }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    try {
      const { parts } = await examine({
        RUSHES_PORT: '0',
        RUSHES_SMTP_URL: `smtp://127.0.0.1:${receiver.port}`,
        RUSHES_MAIL_FROM: 'a@example.org',
        RUSHES_OIDC_ISSUER: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        RUSHES_OIDC_CLIENT_ID: 'rushes',
      })
      assert.deepEqual([parts.get('mail')?.status, parts.get('sign-on')?.status], ['good', 'good'])
      assert.equal(receiver.mails.length, 0)
    } finally {
      provider.closeAllConnections()
      provider.close()
      await receiver.stop()
    }
  })

  test('credentials that others can read are found', async () => {
    const folder = join(cli.home, 'loose', 'rushes')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'credentials.json'), '{}')
    await chmod(join(folder, 'credentials.json'), 0o644)
    const { code, parts } = await examine({ XDG_CONFIG_HOME: join(cli.home, 'loose') })
    assert.deepEqual([code, parts.get('credentials')?.status], [1, 'failed'])
  })
})

test('start, doctor beside it, reindex beside it, Ctrl-C', async () => {
  const port = String(await findFreePort())
  const env = { RUSHES_DATA: join(cli.home, 'served'), RUSHES_PORT: port, RUSHES_ADMIN_PASSWORD: adminPassword }
  const service = cli.begin(['start', '--port', port], { env: { ...env, RUSHES_PORT: '1', NODE_ENV: 'test' } })
  await until('the service runs', () => service.written().includes(`Rushes is at http://127.0.0.1:${port}`))
  try {
    await until('it is ready', async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok)
    const { code, parts } = await examine(env)
    assert.equal(code, 0, JSON.stringify([...parts.values()]))
    for (const part of ['service', 'database', 'search', 'storage']) assert.equal(parts.get(part)?.status, 'good', part)
    for (const part of ['nodes', 'key', 'address', 'files']) assert.equal(parts.get(part)?.status, 'good', part)
    await database.pool.query(`update service_node set role = 'api', seen = seen - 600000`)
    await database.pool.query(`insert into service_node select 'other', 'worker', seen + 600000 from service_node`)
    const nodes = (await examine(env)).parts.get('nodes')
    assert.equal(nodes?.status, 'warning')
    assert.equal(nodes?.message, 'none of role api or background was seen for a minute')
    // The data folder alone says where the service is.
    const elsewhere = { RUSHES_DATA: env.RUSHES_DATA, RUSHES_PORT: '1', RUSHES_SECRET: 'quite another secret' }
    const found = await examine({ ...elsewhere, RUSHES_PUBLIC_URL: 'http://127.0.0.1:9' })
    assert.equal(found.code, 1)
    const stati = ['service', 'search', 'key', 'address'].map(part => found.parts.get(part)?.status)
    assert.deepEqual(stati, ['good', 'good', 'failed', 'failed'])
    const leftOver = join(env.RUSHES_DATA, 'media/blobs/1/2/left-over')
    await mkdir(dirname(leftOver), { recursive: true })
    await writeFile(leftOver, 'bytes')
    const clock = join(cli.home, 'clock')
    await writeFile(clock, String(25 * 3_600_000))
    const files = (await examine({ ...env, NODE_ENV: 'test', RUSHES_TEST_CLOCK: clock })).parts.get('files')
    assert.equal(files?.status, 'warning')
    assert.match(files?.message ?? '', /^1 file of 5 B/)
    const rebuilt = await cli.runWith({ env }, 'reindex')
    assert.equal(rebuilt.code, 0, rebuilt.stderr)
    assert.match(rebuilt.stdout, /The search index of \d+ documents was rebuilt/)
  } finally {
    service.child.kill('SIGINT')
  }
  assert.equal((await service.ended).code, 0)
})

test('migrate brings a new database up to date, for which a node waits that does not do so itself', async () => {
  const address = new URL(database.url)
  await database.pool.query(`create database ${address.pathname.slice(1)}_new template template0`)
  address.pathname += '_new'
  const env = {
    ...{ NODE_ENV: 'test', RUSHES_DATA: join(cli.home, 'migrated'), RUSHES_DATABASE_URL: address.href },
    ...{ RUSHES_PORT: String(await findFreePort()), RUSHES_LOG: 'json', RUSHES_MIGRATE: 'no' },
  }
  const node = cli.begin(['start'], { env })
  try {
    await until('it looked', async () => {
      const sessions = 'select sessions from pg_stat_database where datname = $1'
      const { rows } = await database.pool.query(sessions, [address.pathname.slice(1)])
      return rows[0].sessions > 1
    })
    assert.equal(node.written(), '')
    const { code, stdout, stderr } = await cli.runWith({ env }, 'migrate')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^migrated: 0200_platform\.sql\n/)
    await until('it runs', () => node.written().includes('Rushes is at'))
    assert.equal((await cli.runWith({ env }, 'migrate')).stdout, 'The database is up to date\n')
  } finally {
    node.child.kill('SIGTERM')
  }
  assert.equal((await node.ended).code, 0)
  await dropDatabase(address.href)
})

test('reindex without a usable setting ends with 2', async () => {
  const { code, stderr } = await cli.runWith({ env: { RUSHES_PORT: 'eighty' } }, 'reindex')
  assert.equal(code, 2)
  assert.match(stderr, /RUSHES_PORT/)
})

describe('the page docs/command-line.md', () => {
  const page = readFile(fileURLToPath(new URL('../../../../docs/command-line.md', import.meta.url)), 'utf8')

  test('describes every command and every option', async () => {
    for (const description of table.commands) {
      assert.ok((await page).includes(`\`rushes ${description.words}`), description.words)
      for (const { flags } of listOptions(description)) {
        const [long = ''] = /--[\w-]+/.exec(flags) ?? []
        assert.ok((await page).includes(long), `${long} of ${description.words}`)
      }
    }
  })

  test('describes no option that a command does not have', async () => {
    const rows = (await page).matchAll(/^\| `rushes ([a-z]+(?: [a-z-]+)?)[^`]*` \| (.*) \|$/gm)
    let told = 0
    for (const [, typed = '', text = ''] of rows) {
      const description = table.commands.find(({ words }) => words === typed) ?? findFirst(typed)
      const known = listOptions(description).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0])
      for (const [option] of text.matchAll(/--[a-z][a-z-]*/g)) assert.ok(known.includes(option), `${typed} ${option}`)
      told += 1
    }
    assert.equal(told, table.commands.length)
  })

  test('describes every exit code', async () => {
    for (const { code, meaning } of Object.values(exitCodes)) {
      assert.ok((await page).includes(`| ${code} | ${meaning} |`), String(code))
    }
  })
})

/** `upload <file>` is found by its first word. */
function findFirst(typed: string) {
  const found = table.commands.find(({ words }) => words === typed.split(' ')[0])
  if (!found) throw new Error(`there is no command ${typed}`)
  return found
}

test('every command is there, and tells how it is typed', async () => {
  for (const { words, load } of table.commands) assert.equal(typeof (await load()).run, 'function', words)
  const { code, stdout } = await cli.run('subtitle', 'convert', '--help')
  assert.equal(code, 0)
  assert.match(stdout, /Examples:\n {2}rushes subtitle convert/)
})

test('the launcher of the checkout runs it from any folder', async () => {
  const launcher = fileURLToPath(new URL('../../bin/rushes.mjs', import.meta.url))
  await writeFile(join(cli.home, 'one.srt'), '1\n00:00:01,000 --> 00:00:03,000\nOne.\n')
  const ended = spawnSync(process.execPath, [launcher, 'subtitle', 'convert', 'one.srt', 'one.vtt'], {
    cwd: cli.home,
    encoding: 'utf8',
  })
  assert.equal(ended.status, 0, ended.stderr)
  assert.match(await readFile(join(cli.home, 'one.vtt'), 'utf8'), /^WEBVTT/)
  assert.equal(spawnSync(process.execPath, [launcher, 'fly'], { cwd: cli.home }).status, 2)
})

test('retention preview shows what settings would delete, and refuses settings that are none', async () => {
  const audit = { action: 'login' as const, succeeded: true, request_id: 'r', actor: '{}', detail: '{}' }
  await database.db
    .insertInto('audit')
    .values({ ...audit, created: Date.now() - 50 * 86_400_000 })
    .execute()
  const env = { RUSHES_DATA: join(cli.home, 'data') }
  const preview = (setting: string, ...options: string[]) =>
    cli.runWith({ env: { ...env, RUSHES_RETENTION: setting } }, 'retention', 'preview', ...options)
  const { stdout } = await preview('audit=45', '--json')
  const found = (JSON.parse(stdout) as Record<string, unknown>[]).find(({ records }) => records === 'audit')!
  assert.deepEqual([found.days, found.due, found.dueInAWeek], [45, 1, 1])
  assert.match((await preview('')).stdout, /^audit\tfor good\t\d+\t0\t0\trecords of the audit$/m)
  const bad = await preview('films=3')
  assert.match(bad.stderr, /RUSHES_RETENTION names films; it can name events, audit/)
  assert.notEqual(bad.code, 0)
})
