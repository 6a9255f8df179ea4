import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { visitShare } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import { createClip } from '../../server/test/scene/subtitles.ts'
import { until } from '../../server/test/until.ts'
import { cli, hostCommandLine, kit, prId } from './command-line.ts'

hostCommandLine()
let moId: number
let eoId: number
before(async () => {
  moId = await createClip(kit, prId, RATE_25)
  eoId = (await kit.admin.collections.createCollection({ prId, body: { title: 'To see' } })).id
  await kit.admin.collections.attachEntries({ prId, id: eoId, body: [{ mediaObjectId: moId }] })
})
const write = (path: string, content: string) => writeFile(join(cli.home, path), content)
const srt = '1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n'

describe('subtitle put, get and export', () => {
  test('what was put comes back in every format', async () => {
    await write('en.srt', srt)
    const { code, stdout, stderr } = await cli.run('subtitle', 'put', `${moId}`, 'en', 'en.srt')
    assert.equal(code, 0, stderr)
    assert.equal(stdout, `1 subtitles in en of clip ${moId}\n`)
    const got = await cli.run('subtitle', 'get', `${moId}`, 'en')
    assert.match(got.stdout, /00:00:01,000 --> 00:00:03,000\r?\nGood evening\./)
    for (const format of ['webvtt', 'ebustl', 'ebuttd', 'ebutt', 'json']) {
      const { output } = await cli.json('subtitle', 'get', `${moId}`, 'en', '--format', format, '-o', `en.${format}`)
      assert.match((await readFile(join(cli.home, output))).toString('latin1'), /Good evening/, format)
    }
  })

  test('the service makes a file and it is fetched', async () => {
    await write('fr.srt', srt)
    await cli.run('subtitle', 'put', `${moId}`, 'fr', 'fr.srt')
    const { output } = await cli.json('subtitle', 'export', `${moId}`, 'fr', '-o', 'fr.stl')
    assert.match((await readFile(join(cli.home, output))).toString('latin1'), /^850STL25\.01/)
  })

  for (const [name, args, code, part] of [
    ['a file that is broken', ['put', 'ID', 'en', 'broken.srt'], 6, 'has no subtitles'],
    ['a file that there is not', ['put', 'ID', 'en', 'missing.srt'], 5, 'does not exist'],
    ['a language that is none', ['put', 'ID', '!!', 'en.srt'], 6, ''],
    ['a clip that there is not', ['get', '999999', 'en'], 5, '999999'],
    ['a clip that is no number', ['get', 'one', 'en'], 2, 'named by its id'],
    ['a preset that there is not', ['get', 'ID', 'en', '--preset', 'none'], 6, 'none'],
    ['bytes and JSON for one output', ['get', 'ID', 'en', '--json'], 2, 'the file or the JSON'],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      await write('en.srt', srt)
      await write('broken.srt', '1\nnever\n')
      const ended = await cli.run('subtitle', ...args.map(word => (word === 'ID' ? `${moId}` : word)))
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(ended.stderr.includes(part), ended.stderr)
    })
  }
})

describe('share', () => {
  test('one that was created is listed, opens with its password, and ends when it is revoked', async () => {
    const share = JSON.parse(
      (
        await cli.runWith(
          { input: 'snowflake\n' },
          ...['share', 'create', `${eoId}`, '--label', 'Day one', '--permission', 'annotate'],
          ...['--expires', '7d', '--password', '--json'],
        )
      ).stdout,
    )
    assert.deepEqual([...share.permissions].sort(), ['ANNOTATE', 'VIEW'])
    assert.ok(share.expires > Date.now() && share.link.endsWith(`#token=${encodeURIComponent(share.token)}`))
    const visit = (password: string) =>
      visitShare({ baseUrl: kit.url, prId, shareId: share.id, shareToken: share.token, password })
    await assert.rejects(visit('wrong'))
    await visit('snowflake')
    const { stdout } = await cli.run('share', 'list')
    assert.match(stdout, new RegExp(`^${share.id}\t${eoId}\tDay one\t`))
    assert.equal((await cli.run('share', 'revoke', `${share.id}`)).code, 0)
    await assert.rejects(visit('snowflake'))
    assert.equal((await cli.run('share', 'revoke', `${share.id}`)).code, 5)
  })

  test('recipients get links of their own, each of which is listed and ended alone', async () => {
    const to = ['--recipient', 'Otto', '--recipient', 'Marit <marit@example.org>']
    const share = await cli.json('share', 'create', `${eoId}`, '--identify', '--no-email', ...to)
    assert.deepEqual(share.clientProperties, { identifyUser: true, askEmail: false })
    const [otto, marit] = share.recipients
    assert.deepEqual(
      [otto.name, otto.email, marit.name, marit.email],
      ['Otto', undefined, 'Marit', 'marit@example.org'],
    )
    assert.ok(marit.link.endsWith(`/app/share/${prId}/${share.id}#token=${encodeURIComponent(marit.token)}`))
    const added = await cli.run('share', 'add-recipient', `${share.id}`, 'eva@example.org')
    assert.match(added.stdout, /^eva@example\.org {2}http\S+#token=/)
    const ended = await cli.run('share', 'end-recipient', `${share.id}`, `${otto.id}`)
    assert.deepEqual([ended.code, ended.stdout.trim()], [0, 'The link of Otto has ended'])
    const { stdout } = await cli.run('share', 'recipients', `${share.id}`)
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map(line => line.split('\t').slice(1, 3)),
      [
        ['Otto', ''],
        ['Marit', 'marit@example.org'],
        ['eva@example.org', 'eva@example.org'],
      ],
    )
    const visit = (shareToken: string) => visitShare({ baseUrl: kit.url, prId, shareId: share.id, shareToken })
    await assert.rejects(visit(otto.token))
    await visit(marit.token)
    const unsent = await cli.run('share', 'add-recipient', `${share.id}`, 'Eva <eva@example.org>', '--mail')
    assert.equal(unsent.code, 6, 'this service sends no mail')
    assert.equal((await cli.run('share', 'end-recipient', `${share.id}`, `${otto.id}`)).code, 5)
  })

  for (const [name, args, code] of [
    ['a recipient whom no mail can reach', ['--recipient', 'Otto', '--mail'], 2],
    ['a recipient without a name', ['--recipient', ' '], 2],
    ['a permission that there is not', ['--permission', 'FLY'], 6],
    ['a time that is over', ['--expires', '2001-01-01'], 2],
    ['a time that is none', ['--expires', 'soon'], 2],
    ['a password that nobody gave', ['--password'], 2],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      const ended = await cli.run('share', 'create', `${eoId}`, ...args)
      assert.equal(ended.code, code, ended.stderr)
    })
  }
})

describe('comments', () => {
  test('come out as a file and go into another clip', async () => {
    const body = { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description: 'Too dark', start: 50, end: 51 }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    const exported = await cli.run('comments', 'export', `${moId}`, '-o', 'comments.csv')
    assert.equal(exported.code, 0, exported.stderr)
    assert.match(await readFile(join(cli.home, 'comments.csv'), 'utf8'), /Too dark/)
    const other = await createClip(kit, prId, RATE_25)
    assert.equal((await cli.json('comments', 'import', `${other}`, 'comments.csv')).created, 1)
    assert.equal((await cli.json('comments', 'import', `${other}`, 'comments.csv')).unchanged, 1)
    const ofCollection = await cli.run('comments', 'export', '-c', `${eoId}`, '--format', 'edl')
    assert.match(ofCollection.stdout, /Too dark/i)
  })

  // review-43
  test('for the team only are in a file where that is asked for', async () => {
    const body = { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description: 'For us', start: 60, end: 61 }
    const internal = { ...body, securityClasses: ['INTERNAL'] }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: internal })
    for (const source of [[`${moId}`], ['-c', `${eoId}`]]) {
      const { stdout } = await cli.run('comments', 'export', ...source)
      assert.doesNotMatch(stdout, /For us/)
      const whole = await cli.run('comments', 'export', ...source, '--internal')
      assert.match(whole.stdout, /For us/, whole.stderr)
    }
  })

  for (const [name, args, code] of [
    ['neither clip nor collection', ['export'], 2],
    ['both', ['export', '1', '-c', '1'], 2],
    ['a format that there is not', ['export', '1', '--format', 'doc'], 2],
    ['a file of another kind', ['import', '1', 'comments.doc'], 6],
    ['a file that there is not', ['import', '1', 'missing.csv'], 5],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      const ended = await cli.run('comments', ...args)
      assert.equal(ended.code, code, ended.stderr)
    })
  }
})

describe('workflow watch and events tail', () => {
  test('a workflow is reported until it ends', async () => {
    await write('note.txt', 'nothing to see')
    const [{ workflowId, ingest }] = await cli.json('upload', 'note.txt', '--wait')
    assert.equal(ingest, 'Completed')
    const { code, stdout } = await cli.run('workflow', 'watch', workflowId)
    assert.deepEqual([code, stdout], [0, 'ingest Completed\n'])
    assert.equal((await cli.run('workflow', 'watch', 'no-such-workflow')).code, 5)
  })

  test('`upload --wait` says how the ingest ended, and ends with 1 when it failed', async () => {
    const beginning = '\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\x0f\x68moov'
    await write('broken.mp4', beginning.padEnd(4096, '\0'))
    const { code, stdout, stderr } = await cli.run('upload', 'broken.mp4', '--wait', '--json')
    assert.equal(code, 1, stderr)
    const [{ ingest, reason }] = JSON.parse(stdout)
    assert.equal(ingest, 'Error')
    assert.ok(stderr.includes(reason), stderr)
  })

  test('events are reported as they happen, by type, from a known one on, until Ctrl-C', async () => {
    const [first] = await kit.admin.events.listProductionEvents({ prId, query: { limit: 1 } })
    const tail = cli.begin(['events', 'tail', '--after', `${first?.id}`, '--type', 'Media.create', '--json'])
    await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'Just now' } })
    await until('the event is reported', () => tail.written().includes('Just now'))
    tail.child.kill('SIGINT')
    const { code, stdout } = await tail.ended
    assert.equal(code, 0)
    for (const line of stdout.trim().split('\n')) assert.equal(JSON.parse(line).type, 'Media.create')
  })
})
