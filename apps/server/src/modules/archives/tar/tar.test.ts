import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { makeBytes } from '../../../../test/scene/begin-upload.ts'
import { pack, unpack } from '../testing/tar-file.ts'
import { blockBytes, readHeader, TarFault, writeHeader } from './header.ts'
import { readTar } from './read.ts'
import { measureTar, writeTar } from './write.ts'

const run = promisify(execFile)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-tar-'))
})
after(() => rm(folder, { recursive: true }))

describe('a tar', () => {
  test('is read by others, and what others write is read', async () => {
    const members = [0, 1, 511, 512, 513, 100_000].map(
      size => [`media/${size}.mov`, Buffer.from(makeBytes(size, size))] as const,
    )
    const path = join(folder, 'ours.tar')
    await writeFile(path, await pack(members))
    const { stdout } = await run('tar', ['-tf', path])
    assert.deepEqual(
      stdout.trim().split('\n'),
      members.map(([name]) => name),
    )
    await run('tar', ['-xf', path, '-C', folder])
    for (const [name, bytes] of members) assert.ok((await readFile(join(folder, name))).equals(bytes), name)
    const theirs = join(folder, 'theirs.tar')
    await run('tar', ['-cf', theirs, '--format=ustar', '-C', folder, ...members.map(([name]) => name)])
    const read = await unpack(await readFile(theirs))
    for (const [name, bytes] of members) assert.ok(read.get(name)?.equals(bytes), name)
  })

  test('is read alike in whatever pieces it comes', async () => {
    const archive = await pack([
      ['a', Buffer.from('one')],
      ['b', Buffer.from(makeBytes(1500))],
    ])
    for (const size of [1, 7, 512, 1000]) {
      async function* pieces() {
        for (let at = 0; at < archive.length; at += size) yield archive.subarray(at, at + size)
      }
      const found: [string, number][] = []
      for await (const { name, bytes } of readTar(pieces())) {
        found.push([name, Buffer.concat(await Array.fromAsync(bytes)).length])
      }
      assert.deepEqual(found, [
        ['a', 3],
        ['b', 1500],
      ])
    }
  })

  test('holds files of more than 8 GiB, whose size others read as well', async () => {
    const size = 20 * 2 ** 30
    const header = writeHeader({ name: 'media/1.mxf', size }, 0)
    assert.deepEqual(readHeader(header), { name: 'media/1.mxf', size })
    const path = join(folder, 'large.tar')
    await writeFile(path, header)
    const { stdout } = await run('tar', ['-tvf', path]).catch(error => error as { stdout: string })
    assert.match(stdout, /21474836480/)
    assert.equal(measureTar([size, 1]), 512 + size + 512 + 512 + 1024)
  })

  test('is refused for what we do not write: a damaged header, a folder, a name in two halves', () => {
    const header = writeHeader({ name: 'a', size: 1 }, 0)
    const changed = (at: number, text: string) => {
      const other = Buffer.from(header)
      other.write(text, at, 'latin1')
      other.fill(' ', 148, 156)
      const sum = other.reduce((total, byte) => total + byte, 0)
      other.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      return other
    }
    assert.throws(() => readHeader(Buffer.from(header).fill(1, 0, 1)), TarFault)
    for (const type of ['1', '2', '5', 'x', 'L']) assert.throws(() => readHeader(changed(156, type)), TarFault)
    assert.throws(() => readHeader(changed(345, 'half')), TarFault)
    assert.throws(() => readHeader(changed(124, '-1')), TarFault)
    assert.equal(readHeader(Buffer.alloc(blockBytes)), undefined)
  })

  test('is not written with a member that is longer or shorter than it says', async () => {
    for (const bytes of [1, 3]) {
      const member = { name: 'a', size: 2, read: () => [Buffer.alloc(bytes)] }
      await assert.rejects(Array.fromAsync(writeTar([member], 0)), /instead of 2/)
    }
  })
})
