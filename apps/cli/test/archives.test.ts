import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listCommands } from '../../../scripts/documents/documented-commands.ts'
import { makeBytes } from '../../server/test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { findFreePort } from '../../server/test/service-process.ts'
import { type CommandLine, openCommandLine } from './command-line.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
let kit: TestService
let cli: CommandLine
let prId: number
let archive: string
before(async () => {
  kit = await startTestService()
  cli = await openCommandLine({ RUSHES_URL: kit.url, RUSHES_TOKEN: kit.admin.options.token ?? '' })
  prId = (await kit.createProduction('Northern lights')).id
  const film = join(cli.home, 'film.mov')
  await writeFile(film, makeBytes(3_000_000))
  await cli.json('upload', '-p', String(prId), film)
  archive = join(cli.home, 'lights.tar')
})
after(async () => {
  await cli.remove()
  await kit.stop()
})

describe('rushes production export', () => {
  test('writes a tar that others read, by the id of a production or by its name', async () => {
    const told = await cli.json('production', 'export', 'Northern lights', archive)
    const { size } = await stat(archive)
    assert.deepEqual(told, { productionId: prId, file: archive, size })
    const { stdout } = await promisify(execFile)('tar', ['-tf', archive])
    assert.match(stdout, /^archive\.json\n[\s\S]*\nmedia\/\d+\.mov\nmanifest\.json\n$/)
  })

  test('writes to a pipe, where - is the file', async () => {
    const command = '"$0" "$1" production export "Northern lights" - | tar -t'
    const { stdout, code } = await cli.beginProgram('sh', ['-c', command, process.execPath, main]).ended
    assert.equal(code, 0)
    assert.match(stdout, /^archive\.json\n[\s\S]*\nmanifest\.json\n$/)
    assert.equal((await cli.run('production', 'export', `${prId}`, '-', '--json')).code, 2)
  })

  test('replaces no file unasked (6), and leaves none of a production that is not there (5)', async () => {
    const taken = await cli.run('production', 'export', String(prId), archive)
    assert.deepEqual([taken.code, taken.stdout], [6, ''])
    assert.match(taken.stderr, /is there already/)
    const forced = await cli.run('production', 'export', String(prId), archive, '--force', '--media', 'none')
    assert.equal(forced.code, 0, forced.stderr)
    assert.ok((await stat(archive)).size < 1_000_000)
    assert.equal((await cli.run('production', 'export', String(prId), archive, '--force')).code, 0)
    const nowhere = await cli.run('production', 'export', '999999', join(cli.home, 'none.tar'))
    assert.equal(nowhere.code, 5, nowhere.stderr)
    assert.equal(
      (await readdir(cli.home)).some(name => name.startsWith('none.tar')),
      false,
    )
  })

  test('leaves no file of an archive that breaks off (7)', async () => {
    const bytes = await readFile(archive)
    const server = createServer((request, response) => {
      if (!request.url?.includes('/archive')) return response.end(JSON.stringify({ id: prId, version: 1 }))
      response.writeHead(200, { 'content-type': 'application/x-tar', 'content-length': bytes.length })
      response.write(bytes.subarray(0, 1_000_000), () => response.destroy())
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const target = join(cli.home, 'broken.tar')
    const ended = await cli.runWith({ env: { RUSHES_URL: url } }, 'production', 'export', String(prId), target)
    server.close()
    assert.equal(ended.code, 7, ended.stderr)
    // As far as they came: what was on its way when the line broke is not counted.
    assert.match(ended.stderr, /^The archive broke off after \d+(\.\d+)? [kM]?B of 3\.\d\d MB$/m)
    assert.equal(
      (await readdir(cli.home)).some(name => name.startsWith('broken.tar')),
      false,
    )
  })
})

test('the commands of docs/production-archives.md do what it says', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../docs/production-archives.md', import.meta.url)), 'utf8')
  const typed = listCommands(page)
  assert.deepEqual(
    typed,
    [
      'rushes production export 3 northern-lights.tar',
      'rushes production import northern-lights.tar --account 1',
      'tar -xf northern-lights.tar',
    ],
    'the page has other commands than this test',
  )
  const [exporting, importing, unpacking] = typed.map(line =>
    line.replace('export 3', `export ${prId}`).replace('--account 1', `--account ${kit.accountId}`).split(' '),
  )
  for (const [, ...args] of [exporting!, importing!]) {
    const { code, stderr } = await cli.run(...args)
    assert.equal(code, 0, stderr)
  }
  const [program = '', ...args] = unpacking!
  await promisify(execFile)(program, args, { cwd: cli.home })
  const manifest = JSON.parse(await readFile(join(cli.home, 'manifest.json'), 'utf8'))
  for (const { name, size } of manifest.members) assert.equal((await stat(join(cli.home, name))).size, size, name)
})

describe('rushes production import', () => {
  test('makes a production in the account, and says what it made', async () => {
    const told = await cli.json('production', 'import', archive, '--account', String(kit.accountId), '--name', 'Again')
    assert.equal(told.production.name, 'Again')
    assert.deepEqual([told.counts.clips, told.bytes], [1, 3_000_000])
    const listed = await cli.json('ls', '-p', String(told.production.id))
    assert.equal(listed.length, 1)
    const { stdout } = await cli.run('production', 'import', archive)
    assert.match(stdout, /^\d+\n/)
  })

  test('refuses what is no archive, or a part of one, with what is wrong (6), and what is not there (5)', async () => {
    const film = await cli.run('production', 'import', join(cli.home, 'film.mov'))
    assert.equal(film.code, 6, film.stderr)
    assert.match(film.stderr, /is no tar archive, or damaged/)
    const half = join(cli.home, 'half.tar')
    await writeFile(half, await readFile(archive))
    await truncate(half, 2_000_000)
    const ended = await cli.run('production', 'import', half)
    assert.equal(ended.code, 6, ended.stderr)
    assert.match(ended.stderr, /ends before its end/)
    assert.equal((await cli.run('production', 'import', join(cli.home, 'no.tar'))).code, 5)
    assert.equal((await cli.run('production', 'import', archive, '--account', '999999')).code, 5)
  })

  test('cannot reach a service that is not there (7), and asks for one file, not a folder (6)', async () => {
    const env = { RUSHES_URL: `http://127.0.0.1:${await findFreePort()}` }
    const ended = await cli.runWith({ env }, 'production', 'import', archive, '--account', '1')
    assert.equal(ended.code, 7, ended.stderr)
    assert.match(ended.stderr, /cannot be reached \(ECONNREFUSED\)/)
    assert.equal((await cli.run('production', 'import', cli.home)).code, 6)
  })

  test('hears of a refusal while much of a large file is still to come', async () => {
    const large = join(cli.home, 'large.bin')
    await writeFile(large, Buffer.alloc(1024, 1))
    await truncate(large, 2 ** 30)
    const ended = await cli.run('production', 'import', large)
    assert.equal(ended.code, 6, ended.stderr)
    assert.match(ended.stderr, /is no tar archive, or damaged/)
  })
})
