import assert from 'node:assert/strict'
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Client, createClient } from '@rushes/client'
import type { Health } from '@rushes/contract'
import { silentLog } from '../../../../test/database.ts'
import { downloadOriginal } from '../../../../test/scene/begin-upload.ts'
import { adminPassword } from '../../../../test/service.ts'
import { endProcess, type KillableService, openKillable, startProcess } from '../../../../test/service-process.ts'
import { until, untilSeen } from '../../../../test/until.ts'
import { backUpService, checkSnapshot, leftOutTables, openSnapshot, restoreService } from '../../../backup.ts'
import { createPlace, type Place } from './places.ts'
import { furnish, readThrough, type Scene } from './scene.ts'
import { ask, digestFolder, readSequences, readTables } from './tables.ts'

const run = promisify(execFile)

let source: KillableService
let scene: Scene
let folder: string
let seen: object
let place: Place
const settings = () => ({ RUSHES_DATA: source.dataDir, RUSHES_DATABASE_URL: source.database.url })
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-backup-'))
  source = await openKillable({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  const admin = await source.start()
  scene = await furnish(source.url, admin)
  seen = await readThrough(admin, scene)
  await source.kill()
  place = await createPlace(source.database.url)
})
after(async () => {
  await place.remove()
  await source.stop()
  await rm(folder, { recursive: true })
})

test('a snapshot is made, and is found to be whole', async () => {
  const report = await backUpService(settings(), silentLog, { folder })
  assert.deepEqual(report.lost, [])
  assert.equal(report.copiedBlobs, report.blobs)
  assert.ok(report.blobs >= scene.clips.length)
  const checked = await checkSnapshot({ folder })
  assert.deepEqual([checked.snapshot, checked.faults], [report.snapshot, []])
  assert.equal(checked.files, 2 + report.tables + (await listBlobs()).length)
})

async function listBlobs(): Promise<string[]> {
  return Object.keys(await digestFolder(join(folder, 'blobs')))
}

test('every table of the schema is in it with every column, except those that are rebuilt', async () => {
  const { manifest } = await openSnapshot(folder)
  // Whatever holds rows, of whichever kind; indexes, sequences and the like hold none. What is generated is not read.
  const there = await ask<{ name: string; columns: string[] }>(
    source.database.url,
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I', 'S', 't', 'c')
     group by c.relname order by c.relname::text collate "C"`,
  )
  // The migrations are in the manifest itself.
  const leftOut = [...leftOutTables, 'rushes_migration'].toSorted()
  const saved = manifest.tables.map(({ name, columns }) => ({ name, columns }))
  assert.deepEqual(
    there.filter(({ name }) => !leftOut.includes(name)),
    saved,
  )
  assert.deepEqual(
    there.map(({ name }) => name).filter(name => leftOut.includes(name)),
    leftOut,
  )
})

test('others can check its manifest', async () => {
  const [snapshot] = await readdir(join(folder, 'snapshots'))
  const { stdout } = await run('sha256sum', ['-c', 'manifest.json.sha256'], {
    cwd: join(folder, 'snapshots', snapshot!),
  })
  assert.match(stdout, /^manifest\.json: OK$/m)
})

test('it is its owner’s alone', async () => {
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(found.parentPath, found.name))
    if (!found.name.startsWith('lock')) assert.equal(mode & 0o077, 0, `${found.parentPath}/${found.name}`)
  }
})

test('a second one copies nothing that is there', async () => {
  const [first] = await readdir(join(folder, 'snapshots'))
  const report = await backUpService(settings(), silentLog, { folder })
  assert.deepEqual([report.copiedBlobs, report.copiedBytes], [0, 0])
  assert.deepEqual(await readdir(join(folder, 'snapshots')), [first, report.snapshot])
  assert.deepEqual(await readdir(folder).then(names => names.filter(name => name === 'drafts')), [])
})

describe('what is restored', () => {
  before(() => restoreService(place.env, silentLog, { folder }).then(() => {}))

  test('has every row of every table', async () => {
    const [was, is] = [await readTables(source.database.url), await readTables(place.databaseUrl)]
    assert.deepEqual(Object.keys(is), Object.keys(was))
    for (const [name, rows] of Object.entries(was)) assert.deepEqual(is[name], rows, name)
    const filled = Object.keys(was).filter(name => was[name]!.length > 0)
    for (const name of [
      'annotation',
      'audit',
      'event',
      'file_content',
      'media_instance',
      'session',
      'share_shared_user',
    ]) {
      assert.ok(filled.includes(name), name)
    }
    assert.deepEqual(await readSequences(place.databaseUrl), await readSequences(source.database.url))
  })

  test('has the same schema, with its keys and triggers at work', async () => {
    const schema = `
      select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) as definition, '' as at
      from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text
      from pg_trigger where not tgisinternal
      union all select tablename::text, indexname::text, indexdef, '' from pg_indexes where schemaname = 'public'
      order by 1, 2, 3`
    assert.deepEqual(await ask(place.databaseUrl, schema), await ask(source.database.url, schema))
  })

  test('has every blob', async () => {
    const blobsOf = (dataDir: string) => digestFolder(join(dataDir, 'media', 'blobs'))
    assert.deepEqual(await blobsOf(place.dataDir), await blobsOf(source.dataDir))
  })

  describe('as a service', () => {
    let service: ChildProcess
    let admin: Client
    const come = (token?: string) => createClient({ baseUrl: source.url, ...(token === undefined ? {} : { token }) })
    before(async () => {
      const port = new URL(source.url).port
      service = await startProcess({ ...place.env, RUSHES_PORT: port, RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
      admin = come(scene.tokens.session)
    })
    after(() => endProcess(service, 'SIGTERM'))

    test('lets sessions, API tokens and visits go on', async () => {
      assert.equal((await admin.authentication.getCurrentUser()).username, 'admin')
      assert.equal((await come(scene.tokens.api).authentication.getCurrentUser()).username, 'admin')
      const { prId, share } = scene
      assert.equal((await come(scene.tokens.visit).sharing.getCurrentShare({ prId })).id, share.id)
    })

    test('finds what it has, once the index has been rebuilt automatically', async () => {
      const { prId } = scene
      const search = async () => {
        return (await admin.annotations.searchAnnotations({ prId, query: { q: 'donker' } })).numFound
      }
      await until('the comment is found', async () => (await search()) === 1)
      const isReady = async () => {
        const { parts } = (await (await fetch(`${source.url}/health/ready`)).json()) as Health
        return parts.search?.message === 'ready'
      }
      await until('the index is ready', isReady)
    })

    test('shows the same through the client', async () => {
      assert.deepEqual(await readThrough(admin, scene), seen)
      for (const { id, bytes } of scene.clips) {
        assert.deepEqual(await downloadOriginal(admin, scene.prId, id), new Uint8Array(bytes))
      }
    })

    test('opens with the same passwords, codes and shares', async () => {
      const login = (username: string, password: string) =>
        come().authentication.login({ body: { username, password } })
      assert.ok((await login('admin', adminPassword)).token)
      const { username, password, nextCode } = scene.guarded
      const { token } = await login(username, password)
      const whole = await come(token).authentication.validateSecondFactor({ body: { token: nextCode() } })
      assert.equal((await come(whole.token).authentication.getCurrentUser()).username, username)
      const { prId, share } = scene
      const visit = (body: object) => come(share.token).sharing.loginToShare({ prId, id: share.id, body })
      await assert.rejects(visit({ password: 'close sesame' }))
      assert.ok((await visit({ password: share.password })).token)
    })

    test('goes on with its log: what happens next comes behind what was there', async () => {
      const { prId, clips } = scene
      const last = (await admin.events.listProductionEvents({ prId, query: { limit: 1000 } })).at(-1)!
      const body = { start: 1, description: 'After' }
      const { id } = await admin.annotations.createClipAnnotation({ prId, moId: clips[0]!.id, type: 'comment', body })
      // It can be read once every older transaction has ended; the index is being made at the same time.
      const list = () => admin.events.listProductionEvents({ prId, query: { since: last.id } })
      const next = await untilSeen('it is listed', list, events => events.length > 0)
      assert.deepEqual(
        next.map(({ object }) => object?.id),
        [id],
      )
    })
  })
})
