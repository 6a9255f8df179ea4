/** `rushes sync`: what is there is passed over, the rest is uploaded. */

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { splitPresent } from '../../src/uploads/present.ts'
import { cli, hostCommandLine, kit, prId } from '../command-line.ts'

hostCommandLine()

test('a folder is uploaded once, and later only what has come since', async () => {
  const folder = join(cli.home, 'day1')
  await mkdir(join(folder, 'sound'), { recursive: true })
  await writeFile(join(folder, 'take 1.txt'), 'first take')
  await writeFile(join(folder, 'sound', 'take 1.txt'), 'other take')
  const toNames = (sent: { fileName: string }[]) => sent.map(({ fileName }) => fileName).toSorted()
  assert.deepEqual(toNames(await cli.json('sync', 'day1', '--dry-run')), ['day1/sound/take 1.txt', 'day1/take 1.txt'])
  assert.deepEqual(toNames(await cli.json('sync', 'day1')), ['day1/sound/take 1.txt', 'day1/take 1.txt'])
  const { items } = await kit.admin.media.listMediaObjects({ prId })
  assert.equal(items.length, 2)
  await kit.admin.media.deleteMediaObject({ prId, id: items.find(({ name }) => name === 'day1/take 1.txt')!.id })
  const [left] = (await kit.admin.media.listMediaObjects({ prId })).items
  assert.equal((await cli.run('clip', 'rename', `${left?.id}`, 'Renamed')).code, 0)

  await writeFile(join(folder, 'take 2.txt'), 'second take')
  assert.deepEqual(toNames(await cli.json('sync', 'day1', '--dry-run')), ['day1/take 1.txt', 'day1/take 2.txt'])
  const { stdout, stderr } = await cli.run('sync', 'day1')
  assert.match(stderr, /^1 of 3 files are there already\n/)
  assert.equal(stdout.trim().split('\n').length, 2)
  assert.deepEqual(await cli.json('sync', 'day1'), [])
  assert.equal((await kit.admin.media.listMediaObjects({ prId })).items.length, 3)
  assert.equal((await cli.run('sync', 'nowhere')).code, 5)
})

test('each original stands for one file of its name and size, by its path first', () => {
  const files = ['a/x.mov', 'b/x.mov', 'c/x.mov', 'a/y.mov'].map(fileName => ({ fileName, size: 1 }))
  const original = (clipName: string, size = 1) => ({ clipName, fileName: 'x.mov', size })
  const toMissing = (...originals: ReturnType<typeof original>[]) =>
    splitPresent(files, originals).missing.map(({ fileName }) => fileName)
  assert.deepEqual(toMissing(), ['a/x.mov', 'b/x.mov', 'c/x.mov', 'a/y.mov'])
  assert.deepEqual(toMissing(original('b/x.mov')), ['a/x.mov', 'c/x.mov', 'a/y.mov'])
  assert.deepEqual(toMissing(original('Renamed'), original('a/x.mov')), ['c/x.mov', 'a/y.mov'])
  assert.deepEqual(toMissing(original('a/x.mov', 2)), ['a/x.mov', 'b/x.mov', 'c/x.mov', 'a/y.mov'])
})
