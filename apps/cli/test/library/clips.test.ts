import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { createClip } from '../../../server/test/scene/subtitles.ts'
import { cli, hostCommandLine, kit, prId } from '../command-line.ts'

hostCommandLine()

test('a clip is shown, renamed, commented on by timecode, and deleted once that is confirmed', async () => {
  const moId = await createClip(kit, prId, RATE_25)
  const renamed = await cli.run('clip', 'rename', `${moId}`, 'Anna, kitchen')
  assert.equal(renamed.stdout, `Clip ${moId} is called Anna, kitchen\n`)
  const shown = await cli.run('clip', 'show', `${moId}`)
  assert.match(shown.stdout, /^name: Anna, kitchen\ntype: /)
  assert.doesNotMatch(shown.stdout, /^timecode:/m)

  // Without a timecode of its own it counts from the beginning.
  const at = '00:00:00:12'
  const first = await cli.json('comments', 'add', `${moId}`, 'Too dark', '--at', at, '--until', '20')
  assert.deepEqual(first.structuredDescription.range, { start: 12, end: 20 })
  await cli.json('comments', 'add', `${moId}`, 'Agreed', '--reply', `${first.id}`, '--at', '12')
  const { stdout } = await cli.run('comments', 'list', `${moId}`)
  const lines = stdout.split('\n').map(line => line.split('\t'))
  assert.deepEqual(
    lines.slice(0, 2).map(([, position, , reply, text]) => [position, reply, text]),
    [
      [at, '', 'Too dark'],
      [at, `${first.id}`, 'Agreed'],
    ],
  )

  const asked = await cli.run('clip', 'delete', `${moId}`)
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /deletes a clip for good.*\n.*--yes/)
  assert.deepEqual(await cli.json('clip', 'delete', `${moId}`, '--yes'), [{ id: moId, name: 'Anna, kitchen' }])
  assert.equal((await cli.run('clip', 'delete', `${moId}`, '--yes')).code, 5)
})

test('any address is called, with a body from the line, a file or a pipe', async () => {
  const { code, stdout } = await cli.run('api', 'get', '/authentication/user')
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).username, 'admin')
  const path = `/production/${prId}/eo`
  const bodies = ['line', 'file', 'pipe'].map(title => JSON.stringify({ title }))
  await writeFile(join(cli.home, 'body.json'), bodies[1]!)
  await cli.run('api', 'post', path, '--data', bodies[0]!)
  await cli.run('api', 'POST', path, '-d', '@body.json')
  await cli.runWith({ input: bodies[2]! }, 'api', 'post', path, '-d', '-')
  const { items } = await kit.admin.collections.listCollections({ prId })
  assert.deepEqual(items.map(({ title }) => title).toSorted(), ['file', 'line', 'pipe'])
  for (const [args, code, part] of [
    [['get', '/production/999999'], 5, '999999'],
    [['get', 'production'], 2, 'no path'],
    [['fetch', '/production'], 2, 'fetch is none of'],
    [['post', path, '-d', '{'], 2, 'no JSON'],
    [['post', path, '-d', '[]'], 6, ''],
  ] as const) {
    const ended = await cli.run('api', ...args)
    assert.equal(ended.code, code, ended.stderr)
    assert.ok(ended.stderr.includes(part), ended.stderr)
  }
})
