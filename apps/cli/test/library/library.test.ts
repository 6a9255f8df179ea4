import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { downloadOriginal, makeBytes } from '../../../server/test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { toPartName } from '../../src/service/downloads.ts'
import { type CommandLine, openCommandLine } from '../command-line.ts'

let kit: TestService
let cli: CommandLine
let prId: number
let eoId: number
before(async () => {
  kit = await startTestService()
  cli = await openCommandLine({ RUSHES_URL: kit.url, RUSHES_TOKEN: kit.admin.options.token ?? '' })
  prId = (await cli.json('production', 'create', 'Northern lights', '--description', 'snow')).id
  eoId = (await kit.admin.collections.createCollection({ prId, body: { title: 'Day one' } })).id
})
after(async () => {
  await cli.remove()
  await kit.stop()
})
const inProduction = () => ['-p', String(prId)]

/** Writes a file below the person's home. */
async function write(path: string, bytes: Uint8Array): Promise<string> {
  const target = join(cli.home, path)
  await mkdir(join(target, '..'), { recursive: true })
  await writeFile(target, bytes)
  return target
}

describe('productions', () => {
  test('are listed: a line with tabs each where nobody watches, JSON when asked for', async () => {
    const { stdout } = await cli.run('production', 'list')
    assert.match(stdout, new RegExp(`^${prId}\tNorthern lights\t`))
    const [production] = await cli.json('production', 'list')
    assert.deepEqual([production.id, production.description], [prId, 'snow'])
  })

  for (const [name, args, code, part] of [
    ['one that there is not', ['ls', '-p', '999999'], 5, 'There is no production 999999'],
    ['none', ['ls'], 2, 'In which production?'],
    ['an id that no number can be', ['ls', '-p', '99999999999999999999'], 5, 'There is no production'],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      const ended = await cli.run(...args)
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(ended.stderr.includes(part), ended.stderr)
    })
  }

  test('two of one name are distinguished by their ids only', async () => {
    const twins = [await kit.createProduction('Twin'), await kit.createProduction('Twin')]
    const { code, stderr } = await cli.run('ls', '-p', 'Twin')
    assert.equal(code, 6)
    for (const { id } of twins) assert.ok(stderr.includes(String(id)))
  })
})

describe('upload', () => {
  test('files and folders come with their paths, into a collection, several at once', async () => {
    const files = new Map<string, Uint8Array<ArrayBuffer>>()
    for (const [index, path] of ['day1/a/one.txt', 'day1/two.txt', 'day1/Ünï cødé.txt', 'single.txt'].entries()) {
      const bytes = makeBytes(1000 + index, index)
      files.set(path, bytes)
      await write(path, bytes)
    }
    await write('day1/.hidden.txt', makeBytes(1))
    await symlink('..', join(cli.home, 'day1/loop'))
    const sent = await cli.json(
      'upload',
      'day1',
      'single.txt',
      'day1/two.txt',
      '-p',
      'Northern lights',
      '-c',
      `${eoId}`,
    )
    const names = sent.map(({ fileName }: { fileName: string }) => fileName)
    assert.deepEqual(names.sort(), [...files.keys()].sort())
    for (const { mediaObjectId, fileName } of sent) {
      assert.deepEqual(await downloadOriginal(kit.admin, prId, mediaObjectId), new Uint8Array(files.get(fileName)!))
    }
    const { total } = await kit.admin.collections.listCollectionEntries({ prId, id: eoId })
    assert.equal(total, files.size)
    const listed = await cli.run('ls', ...inProduction())
    assert.equal(listed.stdout.trim().split('\n').length, files.size)
  })

  test('an empty file is a file', async () => {
    await write('empty.txt', new Uint8Array())
    const [sent] = await cli.json('upload', 'empty.txt', ...inProduction())
    assert.equal((await downloadOriginal(kit.admin, prId, sent.mediaObjectId)).length, 0)
  })

  test('one bad file among good ones is reported, and the others come', async () => {
    const quota = { maxBytes: 1e9, maxMediaObjects: 1000 }
    await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { ...quota, maxBytes: 20_000 } })
    await write('large.bin', makeBytes(30_000))
    await write('small.bin', makeBytes(10))
    const { code, stdout, stderr } = await cli.run('upload', 'large.bin', 'small.bin', ...inProduction())
    await kit.admin.productions.updateSetting({ prId, key: 'quota', body: quota })
    assert.equal(code, 4, stderr)
    assert.match(stderr, /large\.bin: /)
    assert.match(stderr, /1 of 2 uploads failed/)
    assert.match(stdout, /small\.bin/)
  })

  for (const [name, args, code, part] of [
    ['a file that there is not', ['missing.mov'], 5, 'missing.mov does not exist'],
    ['a folder without files', ['nothing'], 6, 'There are no files in nothing'],
    ['what is neither file nor folder', ['/dev/null'], 6, 'neither a file nor a folder'],
    ['a collection that there is not', ['any.txt', '-c', '999999'], 5, '999999'],
    ['a collection that is no number', ['any.txt', '-c', 'one'], 2, 'is named by its id'],
    ['more jobs than there may be', ['any.txt', '-j', '99'], 2, 'from 1 to 16'],
    ['no file at all', [], 2, "missing required argument 'file'"],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      await write('any.txt', makeBytes(3))
      await mkdir(join(cli.home, 'nothing'), { recursive: true })
      const ended = await cli.run('upload', ...args, ...inProduction())
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(ended.stderr.includes(part), ended.stderr)
    })
  }

  test('no network ends with 7 and names the address', async () => {
    await write('any.txt', makeBytes(3))
    const env = { RUSHES_URL: 'http://127.0.0.1:9' }
    const { code, stderr } = await cli.runWith({ env }, 'upload', 'any.txt', ...inProduction())
    assert.equal(code, 7, stderr)
    assert.match(stderr, /127\.0\.0\.1:9 cannot be reached/)
  })

  test('a right that is missing ends with 4 and is named', async () => {
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await write('any.txt', makeBytes(3))
    const env = { RUSHES_TOKEN: api.options.token ?? '' }
    const { code, stderr } = await cli.runWith({ env }, 'upload', 'any.txt', ...inProduction())
    assert.equal(code, 4)
    assert.match(stderr, /LIBRARY_UPLOAD/)
  })
})

describe('download', () => {
  test('originals come into a folder; what is there stays unless it is forced away', async () => {
    const bytes = makeBytes(70_000, 9)
    await write('up/take.bin', bytes)
    const [{ mediaObjectId }] = await cli.json('upload', 'up/take.bin', ...inProduction())
    const args = ['download', String(mediaObjectId), ...inProduction(), '--to', 'down']
    const [{ path }] = await cli.json(...args)
    assert.equal(path, 'down/take.bin')
    assert.deepEqual(new Uint8Array(await readFile(join(cli.home, path))), new Uint8Array(bytes))
    await write('down/take.bin', makeBytes(5))
    const { code, stderr } = await cli.run(...args)
    assert.deepEqual([code, stderr.includes('is there already')], [6, true])
    assert.equal((await readFile(join(cli.home, path))).length, 5)
    assert.equal((await cli.run(...args, '--force')).code, 0)
    assert.equal((await readFile(join(cli.home, path))).length, bytes.length)
    assert.deepEqual(await readdir(join(cli.home, 'down')), ['take.bin'])
  })

  test('goes on with the part that is there', async () => {
    const bytes = makeBytes(50_000, 11)
    await write('up/part.bin', bytes)
    const [{ mediaObjectId: id }] = await cli.json('upload', 'up/part.bin', ...inProduction())
    const { items } = await kit.admin.media.listInstances({ prId, id })
    const raw = items.find(({ type }) => type === 'RAW')!
    const begun = bytes.slice(0, 20_000)
    // What came is not fetched again: a byte that was changed here stays.
    begun[0] = bytes[0]! ^ 1
    await write(`rest/${toPartName({ service: kit.url, instanceId: raw.id })}`, begun)
    const ofAnother = toPartName({ service: 'http://other.test', instanceId: raw.id })
    await write(`rest/${ofAnother}`, makeBytes(20_000, 12))
    await cli.json('download', String(id), ...inProduction(), '--to', 'rest')
    const whole = new Uint8Array(await readFile(join(cli.home, 'rest/part.bin')))
    assert.equal(whole[0], begun[0])
    assert.deepEqual(whole.subarray(1), new Uint8Array(bytes.subarray(1)))
    assert.deepEqual((await readdir(join(cli.home, 'rest'))).sort(), [ofAnother, 'part.bin'])
  })

  test('all clips of a collection; two files of one name both come', async () => {
    const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Same names' } })
    for (const folder of ['x', 'y']) await write(`same/${folder}/take.bin`, makeBytes(10, folder.charCodeAt(0)))
    await cli.json('upload', 'same', ...inProduction(), '-c', String(id))
    const got = await cli.json('download', '-c', String(id), ...inProduction(), '--to', 'both')
    assert.equal(got.length, 2)
    assert.equal((await readdir(join(cli.home, 'both'))).length, 2)
  })

  for (const [name, args, code] of [
    ['no clip', [], 2],
    ['a clip that there is not', ['999999'], 5],
    ['a clip that is no number', ['one'], 2],
    ['a kind that there is not', ['1', '--kind', 'tape'], 2],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      const { code: ended, stderr } = await cli.run('download', ...args, ...inProduction())
      assert.equal(ended, code, stderr)
    })
  }
})

describe('search and ls', () => {
  test('finds clips by words, filters and all of them', async () => {
    for (const name of ['aurora one', 'aurora two', 'dusk']) {
      await kit.admin.uploads.createMediaObjects({ prId, body: { name } })
    }
    const found = await cli.json('search', 'aurora', ...inProduction(), '--sort', 'mediaObjectName asc')
    assert.deepEqual(
      found.map(({ mediaObjectName }: { mediaObjectName: string }) => mediaObjectName),
      ['aurora one', 'aurora two'],
    )
    const { stdout } = await cli.run('search', '*', ...inProduction(), '--filter', 'mediaObjectName:dusk', '--all')
    assert.match(stdout, /^\d+\t\d+\tMediaObjectAnnotation\tdusk\t\n$/)
    const few = await cli.run('search', '*', ...inProduction(), '--rows', '1')
    assert.match(few.stderr, /and \d+ more/)
  })

  test('collections are listed and found', async () => {
    const listed = await cli.json('ls', '--collections', ...inProduction())
    assert.ok(listed.some(({ id }: { id: number }) => id === eoId))
    const found = await cli.json('search', '"Day one"', '--in', 'collections', ...inProduction())
    assert.equal(Number(found[0].id), eoId)
  })

  test('a query that is none ends with 6', async () => {
    const { code, stderr } = await cli.run('search', 'name:(', ...inProduction())
    assert.equal(code, 6, stderr)
  })

  test('what others call their clips does not steer the terminal', async () => {
    await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'red\u001b[31m' } })
    const { stdout } = await cli.run('ls', ...inProduction())
    assert.equal(stdout.includes('\u001b'), false)
  })

  test('a reader that has seen enough is no error', async () => {
    const { child, ended } = cli.begin(['ls', ...inProduction()])
    child.stdout?.destroy()
    assert.equal((await ended).code, 0)
  })
})
