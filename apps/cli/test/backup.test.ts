import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Client, uploadFile } from '@rushes/client'
import { listCommands } from '../../../scripts/documents/documented-commands.ts'
import { digestFolder, readTables } from '../../server/src/modules/backup/testing/tables.ts'
import { dropDatabase, openTestDatabase, type TestDatabase, withDatabase } from '../../server/test/database.ts'
import { downloadOriginal, makeBytes } from '../../server/test/scene/begin-upload.ts'
import { adminPassword } from '../../server/test/service.ts'
import { findFreePort } from '../../server/test/service-process.ts'
import { until } from '../../server/test/until.ts'
import { type CommandLine, openCommandLine, withServiceOf } from './command-line.ts'

let cli: CommandLine
let database: TestDatabase
let url: string
let port: string
const bytes = makeBytes(3_000_000)
before(async () => {
  port = String(await findFreePort())
  url = `http://127.0.0.1:${port}`
  cli = await openCommandLine({
    NODE_ENV: 'test',
    RUSHES_PORT: port,
    RUSHES_RATE_LIMIT: 'off',
    RUSHES_ADMIN_PASSWORD: adminPassword,
  })
  database = await openTestDatabase()
})
after(async () => {
  await cli.remove()
  await database.close()
})

const folder = () => join(cli.home, 'backups')

const withService = <T>(env: Record<string, string>, work: (api: Client) => Promise<T>) =>
  withServiceOf(cli, url, env, work)

/** An empty database on the server of the tests, beside the embedded ones that services have. */
async function createEmpty(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await database.pool.query(`create database ${name} template template0`)
  return withDatabase(database.url, name)
}

describe('the commands of docs/backup.md', () => {
  const page = readFile(fileURLToPath(new URL('../../../docs/backup.md', import.meta.url)), 'utf8')
  /** Types a line of the page: its variables are places here. */
  async function type(line: string, variables: Record<string, string>) {
    const filled = line.replaceAll(/"\$([A-Z_]+)"/g, (_, name: string) => variables[name]!)
    const words = filled.split(' ')
    const settings = words.filter(word => /^[A-Z_]+=/.test(word)).map(word => word.split(/=(.*)/s).slice(0, 2))
    const args = words.slice(words.indexOf('rushes') + 1)
    return cli.runWith({ env: { RUSHES_DATA: variables.DATA!, ...Object.fromEntries(settings) } }, ...args)
  }

  test('do what it says, from an embedded database to an embedded and to an external one, and back', {
    timeout: 400_000,
  }, async () => {
    const [DATA, BACKUPS, NEW_DATA] = [join(cli.home, 'data'), folder(), join(cli.home, 'new')]
    const NEW_DATABASE = await createEmpty()
    const typed = listCommands(await page)
    const inOrder = [
      'rushes backup "$BACKUPS"',
      'rushes backup "$BACKUPS" --keep 14',
      'rushes backup list "$BACKUPS"',
      'rushes backup verify "$BACKUPS"',
      'rushes restore "$BACKUPS" --data "$NEW_DATA"',
      'rushes start --data "$NEW_DATA"',
      'rushes backup "$BACKUPS"',
      'RUSHES_DATABASE_URL="$NEW_DATABASE" rushes restore "$BACKUPS" --data "$NEW_DATA"',
    ]
    assert.deepEqual(typed, inOrder, 'the page has other commands than this test')

    const { prId, id, seen } = await withService({ RUSHES_DATA: DATA }, async api => {
      const me = await api.authentication.getCurrentUser()
      const accountId = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
      const prId = (await api.productions.createProduction({ body: { accountId, name: 'Moved' } })).id
      const { id } = await uploadFile(api, { prId, fileName: 'a.bin', source: new Blob([bytes]) })
      await api.annotations.createClipAnnotation({
        ...{ prId, moId: id, type: 'comment' },
        body: { start: 0, description: 'Seen' },
      })
      // While it runs, over the socket of its database.
      for (const line of inOrder.slice(0, 4)) {
        const { code, stdout, stderr } = await type(line, { DATA, BACKUPS })
        assert.equal(code, 0, `${line}: ${stderr}`)
        assert.match(stdout, /\d{8}T\d{9}Z/)
      }
      return { prId, id, seen: (await api.annotations.listAnnotations({ prId })).items }
    })
    assert.equal((await readdir(join(BACKUPS, 'snapshots'))).length, 2)

    // While none runs: the backup starts the database, and stops it.
    assert.equal((await type(inOrder[6]!, { DATA, BACKUPS })).code, 0)
    const check = async (env: Record<string, string>) => {
      await withService(env, async api => {
        assert.deepEqual((await api.annotations.listAnnotations({ prId })).items, seen)
        assert.deepEqual(await downloadOriginal(api, prId, id), new Uint8Array(bytes))
      })
    }
    assert.equal((await type(inOrder[4]!, { DATA, BACKUPS, NEW_DATA })).code, 0)
    await check({ RUSHES_DATA: NEW_DATA })

    await rm(NEW_DATA, { recursive: true })
    const moved = await type(inOrder[7]!, { DATA, BACKUPS, NEW_DATA, NEW_DATABASE })
    assert.equal(moved.code, 0, moved.stderr)
    assert.ok(!existsSync(join(NEW_DATA, 'database')), 'it has no embedded database')
    const env = { RUSHES_DATA: NEW_DATA, RUSHES_DATABASE_URL: NEW_DATABASE }
    await check(env)

    // And back: from the external one into an embedded one, which has the same rows.
    const again = join(cli.home, 'again')
    const back = await cli.runWith({ env }, 'backup', join(cli.home, 'external'))
    assert.equal(back.code, 0, back.stderr)
    const rows = await readTables(NEW_DATABASE)
    const restored = await cli.runWith({}, 'restore', join(cli.home, 'external'), '--data', again, '--json')
    assert.equal(restored.code, 0, restored.stderr)
    const { rows: count, tables, lost } = JSON.parse(restored.stdout)
    assert.equal(tables, Object.keys(rows).length)
    assert.equal(
      count,
      Object.values(rows).reduce((sum, list) => sum + list.length, 0),
    )
    assert.deepEqual(lost, [])
    assert.deepEqual(await digestFolder(join(again, 'media/blobs')), await digestFolder(join(NEW_DATA, 'media/blobs')))
    await check({ RUSHES_DATA: again })
    await dropDatabase(NEW_DATABASE)
  })
})

test('a restore into an embedded database that is killed: nothing starts on it, and the same command ends it', {
  timeout: 120_000,
}, async () => {
  const data = join(cli.home, 'killed')
  const running = cli.begin(['restore', folder(), '--data', data])
  await until('it makes the database', () => existsSync(join(data, 'database', 'cluster')))
  running.child.kill('SIGKILL')
  await running.ended
  const start = await cli.run('start', '--data', data)
  assert.deepEqual([start.code, /was broken off/.test(start.stderr)], [1, true], start.stderr)
  assert.equal((await cli.run('backup', join(cli.home, 'of the torn one'), '--data', data)).code, 6)
  const again = await cli.run('restore', folder(), '--data', data)
  assert.equal(again.code, 0, again.stderr)
  await withService({ RUSHES_DATA: data }, async api => {
    assert.equal((await api.productions.listProductions()).items.length, 1)
  })
})

describe('what is reported', () => {
  test('as JSON: what was made, what there is, whether it is whole', async () => {
    const env = { RUSHES_DATA: join(cli.home, 'data') }
    const ask = async (...args: string[]) => {
      const { code, stdout, stderr } = await cli.runWith({ env }, ...args, '--json')
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    const made = await ask('backup', folder(), '--keep', '1')
    assert.deepEqual([made.copiedBlobs, made.lost, made.removed.length], [0, [], 3])
    const [listed, ...others] = await ask('backup', 'list', folder())
    assert.deepEqual([listed.snapshot, listed.rows, others], [made.snapshot, made.rows, []])
    const [checked] = await ask('backup', 'verify', folder(), '--all')
    assert.deepEqual([checked.snapshot, checked.faults], [made.snapshot, []])
    const findings = JSON.parse((await cli.runWith({ env }, 'doctor', '--json')).stdout)
    const { status, message } = findings.find(({ part }: { part: string }) => part === 'backup')
    assert.deepEqual([status, message.includes(folder())], ['good', true])
  })

  test('what is damaged is named, and ends with 6', async () => {
    const [snapshot] = await readdir(join(folder(), 'snapshots'))
    await writeFile(join(folder(), 'snapshots', snapshot!, 'tables', 'users.copy.zst'), '')
    const commands = [
      ['backup', 'verify', folder()],
      ['backup', 'verify', folder(), '--all'],
      ['restore', folder(), '--data', join(cli.home, 'none')],
    ]
    for (const command of commands) {
      const { code, stdout, stderr } = await cli.run(...command)
      assert.equal(code, 6, stderr)
      assert.match(stdout + stderr, /tables\/users\.copy\.zst: it has 0 bytes instead of/)
    }
    const manifest = join(folder(), 'snapshots', snapshot!, 'manifest.json')
    const text = await readFile(manifest)
    await writeFile(manifest, '{}')
    assert.match((await cli.run('backup', 'list', folder())).stdout, /manifest\.json is damaged/)
    const { code, stdout } = await cli.run('backup', 'verify', folder(), '--all')
    assert.deepEqual([code, /manifest\.json is damaged/.test(stdout)], [6, true])
    await writeFile(manifest, text)
    assert.ok(!existsSync(join(cli.home, 'none')))
  })

  test('a snapshot that stands, while older ones cannot be removed, ends with 1', async () => {
    const env = { RUSHES_DATA: join(cli.home, 'data') }
    const backUp = (...options: string[]) => cli.runWith({ env }, 'backup', folder(), ...options, '--json')
    const damaged = JSON.parse((await backUp()).stdout).snapshot
    await writeFile(join(folder(), 'snapshots', damaged, 'manifest.json'), '{}')
    const { code, stdout, stderr } = await backUp('--keep', '2')
    assert.equal(code, 1, stderr)
    const { snapshot, removed, unpruned } = JSON.parse(stdout)
    assert.ok((await readdir(join(folder(), 'snapshots'))).includes(snapshot))
    assert.deepEqual([removed, unpruned.startsWith(`${damaged} cannot be read`)], [[], true])
    assert.match(stderr, /not removed: .*manifest\.json is damaged/)
    assert.match(stderr, /Older snapshots or their media could not be removed/)
    const findings = JSON.parse((await cli.runWith({ env }, 'doctor', '--json')).stdout)
    assert.equal(findings.find(({ part }: { part: string }) => part === 'backup').status, 'good')
  })

  for (const [name, args, code, part] of [
    ['a folder that there is not', ['restore', 'nowhere'], 5, 'does not exist'],
    ['a folder that there is not, to list', ['backup', 'list', 'nowhere'], 5, 'does not exist'],
    ['a folder without snapshots, to verify', ['backup', 'verify', 'used', '--all'], 6, 'There is no snapshot'],
    ['no folder', ['backup'], 2, 'folder'],
    ['a number that is none', ['backup', 'x', '--keep', 'some'], 2, '--keep'],
    ['two ways to choose', ['backup', 'verify', 'x', '--all', '--snapshot', 'y'], 2, '--snapshot'],
    ['a data folder without a service', ['backup', 'x', '--data', 'empty'], 6, 'There is no database'],
    ['a target that is in use', ['restore', 'BACKUPS', '--data', 'used'], 6, 'is not empty'],
    ['a setting that cannot be used', ['backup', 'x', '--data', ''], 2, 'RUSHES_PORT'],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      await mkdir(join(cli.home, 'used'), { recursive: true })
      await writeFile(join(cli.home, 'used', 'letter.txt'), 'dear')
      const env = code === 2 && part === 'RUSHES_PORT' ? { RUSHES_PORT: 'eighty' } : {}
      const ended = await cli.runWith({ env }, ...args.map(word => (word === 'BACKUPS' ? folder() : word)))
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(ended.stderr.includes(part), ended.stderr)
    })
  }

  test('doctor warns where the last backup is more than a week old', async () => {
    const data = join(cli.home, 'old')
    await mkdir(data)
    for (const [days, expected] of [
      [6, 'good'],
      [8, 'warning'],
    ] as const) {
      const made = Date.now() - days * 24 * 3_600_000
      await writeFile(join(data, 'last-backup.json'), JSON.stringify({ folder: '/backups', snapshot: 'x', made }))
      const findings = JSON.parse((await cli.run('doctor', '--data', data, '--json')).stdout)
      assert.equal(findings.find(({ part }: { part: string }) => part === 'backup').status, expected, `${days} days`)
    }
  })

  test('a restore that was broken off is reported by doctor', async () => {
    const data = join(cli.home, 'torn')
    await mkdir(data)
    await writeFile(join(data, 'restoring'), '{"id":"x","snapshot":"20000101T000000000Z"}')
    const { code, stdout } = await cli.run('doctor', '--data', data)
    assert.equal(code, 1)
    assert.match(stdout, /backup .* was broken off: call `rushes restore` again/)
    const start = await cli.run('start', '--data', data)
    assert.equal(start.code, 1)
    assert.match(start.stderr, /was broken off/)
  })
})
