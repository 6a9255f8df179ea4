import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { type Fault, ServiceError } from '@rushes/contract'
import { leftToAll } from '../../../../test/extent.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { createRichProduction, type RichProduction } from '../testing/rich-production.ts'
import { fetchArchive, linesOf, type Members, pack, sendArchive, unpack } from '../testing/tar-file.ts'

let kit: TestService
let rich: RichProduction
let archive: Buffer
let members: Members
before(async () => {
  kit = await startTestService()
  rich = await createRichProduction(kit)
  archive = await fetchArchive(kit.admin, rich.prId)
  members = await unpack(archive)
})
after(() => kit.stop())

const send = (bytes: Buffer) => sendArchive(kit.admin, kit.accountId, bytes)

/** Whether an error is a 422 about this path, which says this. */
const refused = (path: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.deepEqual([error.status, (error.data as Fault[])[0]?.path], [422, path], error.message)
  assert.match(error.message, message)
  return true
}

/** The archive with a manifest of what is in it now. */
async function packTruly(changed: Members): Promise<Buffer> {
  const head = JSON.parse(changed.get('archive.json')!.toString())
  const listed = [...changed]
    .filter(([name]) => name !== 'manifest.json')
    .map(([name, bytes]) => ({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }))
  const whole = new Map(changed)
  whole.set('manifest.json', Buffer.from(JSON.stringify({ ...head, members: listed, unwritten: [] })))
  return pack(whole)
}

/** The archive with other lines in a part, counted and digested as if it had been made so. */
function withLines(part: string, change: (lines: Record<string, unknown>[]) => unknown[]): Promise<Buffer> {
  const lines = change(linesOf(members, part))
  const changed = new Map(members)
  changed.set(`${part}.jsonl`, Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join('')))
  return packTruly(withHead(changed, head => ({ ...head, counts: { ...head.counts, [part]: lines.length } })))
}

type Head = { counts: Record<string, number> } & Record<string, unknown>

function withHead(changed: Members, change: (head: Head) => object): Members {
  const head = JSON.parse(members.get('archive.json')!.toString())
  return new Map(changed).set('archive.json', Buffer.from(JSON.stringify(change(head))))
}

const withLine = (part: string, index: number, change: object) =>
  withLines(part, lines => lines.map((line, at) => (at === index ? { ...line, ...change } : line)))

describe('an archive is refused', () => {
  // archives-7
  test('when it is none: other bytes, nothing at all, another tar', async () => {
    await assert.rejects(send(Buffer.alloc(2000, 'x')), refused('/', /no tar archive, or damaged/))
    await assert.rejects(send(Buffer.alloc(0)), refused('/', /ends before its end/))
    const foreign = await pack([['media/1', Buffer.from('x')]])
    await assert.rejects(send(foreign), refused('/', /does not begin with one archive.json/))
    const other = await pack([['archive.json', Buffer.from('{"format":"another"}')]])
    await assert.rejects(send(other), refused('/archive.json', /must have required property|must be/))
    await assert.rejects(send(await pack([['archive.json', Buffer.from('{')]])), refused('/archive.json', /no JSON/))
  })

  test('when it was made by a service whose format this one does not know', async () => {
    const later = await packTruly(withHead(members, head => ({ ...head, formatVersion: 2 })))
    await assert.rejects(
      send(later),
      refused('/archive.json/formatVersion', /is 2: this version of the service reads 1/),
    )
  })

  test('when its head holds more than belongs there: it is passed on, to webhooks, too', async () => {
    const cases: [change: (head: Head) => object, path: string, message: RegExp][] = [
      [head => ({ ...head, note: 'x' }), '/archive.json/note', /not a known member/],
      [
        head => ({ ...head, counts: { ...head.counts, secrets: 1 } }),
        '/archive.json/counts',
        /names secrets, which is/,
      ],
      [head => ({ ...head, production: { id: rich.prId, name: '\0' } }), '/archive.json', /no JSON that can be kept/],
      [head => ({ ...head, made: 'x'.repeat(70_000) }), '/archive.json', /has more than 65536 bytes/],
    ]
    for (const [change, path, message] of cases) {
      await assert.rejects(send(await packTruly(withHead(members, change))), refused(path, message), String(message))
    }
    const other = new Map(members)
    const manifest = JSON.parse(members.get('manifest.json')!.toString())
    other.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, made: '2000-01-01T00:00:00.000Z' })))
    await assert.rejects(
      send(await pack(other)),
      refused('/manifest.json', /does not say again what archive.json says/),
    )
  })

  test('when it would fill the memory: a manifest, or a line, of ever more values', { skip: leftToAll }, async () => {
    const bomb = Buffer.from(`{"members":[${'[],'.repeat(1_000_000)}[]]}`)
    const manifest = new Map(members).set('manifest.json', bomb)
    await assert.rejects(send(await pack(manifest)), refused('/manifest.json', /holds too many values/))
    const line = Buffer.from(`{"permissions":[${'[],'.repeat(4_000_000)}[]]}\n`)
    const lines = withHead(new Map(members).set('roles.jsonl', line), head => ({
      ...head,
      counts: { ...head.counts, roles: 1 },
    }))
    await assert.rejects(send(await packTruly(lines)), refused('/roles.jsonl/1', /holds too many values/))
  })

  test('when it has no end', async () => {
    const filled = Buffer.concat([archive, Buffer.alloc(9 * 1024)])
    assert.ok((await sendArchive(kit.admin, kit.accountId, filled, { name: 'Filled up' })).production.id)
    await assert.rejects(send(Buffer.concat([archive, Buffer.alloc(1024), Buffer.from('x')])), refused('/', /goes on/))
    const endless = Buffer.concat([archive, Buffer.alloc(2 * 1024 * 1024)])
    await assert.rejects(send(endless), refused('/', /goes on behind its end/))
  })

  // archives-7
  test('when it was cut off anywhere', { skip: leftToAll }, async () => {
    for (const share of [0.001, 0.3, 0.9, 0.999]) {
      const cut = archive.subarray(0, Math.floor(archive.length * share))
      await assert.rejects(send(cut), refused('/', /ends before its end/), `${share}`)
    }
    const whole = new Map(members)
    whole.delete('manifest.json')
    await assert.rejects(send(await pack(whole)), refused('/', /no manifest.json at its end/))
  })

  // archives-7
  test('when a byte of it is another one, with the member that it is in', async () => {
    const [name] = [...members.keys()].filter(member => member.startsWith('media/'))
    const changed = new Map(members)
    const bytes = Buffer.from(members.get(name!)!)
    bytes[1000]! ^= 1
    await assert.rejects(send(await pack(changed.set(name!, bytes))), refused(`/${name}`, /another digest/))
    const shorter = new Map(members).set(name!, bytes.subarray(1))
    await assert.rejects(send(await pack(shorter)), refused(`/${name}`, /has 299999 bytes, not 300000/))
    const lacking = new Map(members)
    lacking.delete(name!)
    await assert.rejects(send(await pack(lacking)), refused(`/${name}`, /is missing/))
    const header = Buffer.from(archive)
    header[3] = 0x41
    await assert.rejects(send(header), refused('/', /damaged/))
  })

  // archives-7
  test('when it has members that belong into none: paths out of it, absolute ones, two of a name', async () => {
    const hostile = [
      '../../etc/passwd',
      '/etc/passwd',
      'media/../../x',
      'media/1/2',
      'files/x',
      'archive.json/x',
      'a.exe',
    ]
    for (const name of hostile) {
      const bytes = Buffer.from('x')
      const extended = [...members].slice(0, -1).concat([[name, bytes]], [...members].slice(-1))
      await assert.rejects(send(await pack(extended)), refused('/', /belongs into none/), name)
    }
    const twice = [...members].slice(0, -1).concat([...members].slice(1, 2), [...members].slice(-1))
    await assert.rejects(send(await pack(twice)), refused('/people.jsonl', /is there twice/))
    const unknown = new Map([...members].slice(0, -1)).set('secrets.jsonl', Buffer.from('{}\n'))
    await assert.rejects(send(await pack(unknown)), refused('/secrets.jsonl', /not known to this version/))
    const unnamed = [...members].slice(0, -1).concat([['media/77', Buffer.from('x')]], [...members].slice(-1))
    await assert.rejects(send(await pack(unnamed)), refused('/media/77', /not named by the manifest/))
    const behind = [...members, ['media/77', Buffer.from('x')] as const]
    await assert.rejects(send(await pack(behind)), refused('/media/77', /comes behind manifest.json/))
  })

  test('when a member is a link, or claims a size that nobody has', async () => {
    const link = Buffer.from(archive)
    link.write('2', 156)
    const refreshed = (header: Buffer) => {
      header.fill(' ', 148, 156)
      const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0)
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      return header
    }
    await assert.rejects(send(refreshed(link)), refused('/', /as something else than a file/))
    const huge = await pack([...members].slice(0, 1).concat([['people.jsonl', Buffer.from('x')]]))
    const second = huge.indexOf('people.jsonl')
    huge.writeUInt32BE(0x80000000, second + 124)
    huge.writeBigUInt64BE(2n ** 50n, second + 128)
    refreshed(huge.subarray(second))
    await assert.rejects(send(huge), refusal(507))
  })

  // archives-7
  test('when a line is not of the shape of its part, with the line', async () => {
    const cases: [part: string, index: number, change: object, path: string, message: RegExp][] = [
      ['annotations', 1, { start: 'ten' }, '/annotations.jsonl/2/start', /must be integer/],
      ['annotations', 0, { modifiedBy: 'me' }, '/annotations.jsonl/1/modifiedBy', /not a known member/],
      ['annotations', 0, { start: 9, end: 3 }, '/annotations.jsonl/1/start', /must not exceed the end/],
      ['clips', 0, { workflowId: 'x' }, '/clips.jsonl/1/workflowId', /not a known member/],
      ['clips', 0, { name: ' ' }, '/clips.jsonl/1/name', /must not be empty/],
      ['instances', 0, { blobKey: '1/2/3' }, '/instances.jsonl/1/blobKey', /not a known member/],
      ['instances', 0, { mimeType: 'text/html\r\nx: y' }, '/instances.jsonl/1/mimeType', /no media type/],
      ['shares', 0, { passwordHash: '' }, '/shares.jsonl/1/passwordHash', /not a known member/],
      ['roles', 0, { permissions: ['SUPPORT'] }, '/roles.jsonl/1/permissions/0', /must be one of/],
      ['roles', 0, { name: '日'.repeat(201) }, '/roles.jsonl/1/name', /more than 200 characters/],
      ['roles', 0, { name: ' ' }, '/roles.jsonl/1/name', /must not be empty/],
      ['participants', 0, { email: '日'.repeat(321) }, '/participants.jsonl/1/email', /more than 320 characters/],
      ['thesauri', 0, { secondaryId: '日'.repeat(201) }, '/thesauri.jsonl/1/secondaryId', /more than 200 characters/],
      ['thesaurus-entries', 0, { value: '日'.repeat(501) }, entryPath('value'), /more than 500 characters/],
      ['thesaurus-entries', 0, { value: ' ' }, entryPath('value'), /is needed/],
      ['thesaurus-entries', 0, { label: '日'.repeat(1001) }, entryPath('label'), /more than 1000 characters/],
      ['production', 0, { settings: { quota: 5 } }, '/production.jsonl/1/settings/quota', /must be an object/],
      ['saved-searches', 0, { parameters: { q: 'a AND (' } }, '/saved-searches.jsonl/1/parameters/q', /position/],
      ['collections', 0, { objectType: 'Draft' }, '/collections.jsonl/1/parentId', /must be the child/],
      ['custom-field-descriptions', 0, { fields: { a: { validation: '(' } } }, descriptionPath, /validation/],
    ]
    for (const [part, index, change, path, message] of cases) {
      await assert.rejects(send(await withLine(part, index, change)), refused(path, message), path)
    }
  })

  test('when a line is no JSON, or none that can be kept', async () => {
    const texts = ['{', '[', '"\\u0000"', '{"a":"\\ud800"}', '{"__proto__":1}', `${'['.repeat(200)}${']'.repeat(200)}`]
    for (const text of texts) {
      const changed = new Map(members).set('roles.jsonl', Buffer.from(`${text}\n`))
      const counted = withHead(changed, head => ({ ...head, counts: { ...head.counts, roles: 1 } }))
      await assert.rejects(send(await packTruly(counted)), refused('/roles.jsonl/1', /no JSON that can be kept/), text)
    }
    const bytes = Buffer.concat([members.get('roles.jsonl')!, Buffer.from([0xff, 0x0a])])
    await assert.rejects(send(await packTruly(new Map(members).set('roles.jsonl', bytes))), /no JSON that can be kept/)
    const open = members.get('roles.jsonl')!.subarray(0, -1)
    await assert.rejects(
      send(await packTruly(new Map(members).set('roles.jsonl', open))),
      /does not end with a line end/,
    )
  })

  test('when there are more or fewer lines than it says', async () => {
    const head = withHead(members, head => ({ ...head, counts: { ...head.counts, clips: 4 } }))
    await assert.rejects(send(await packTruly(head)), refused('/clips.jsonl', /has 3 lines, not 4/))
  })

  // archives-7
  test('when something names what is not in it, or what comes later', { skip: leftToAll }, async () => {
    const collections = linesOf(members, 'collections')
    const inner = collections.find(({ title }) => title === 'Inner')!
    const outer = collections.findIndex(({ title }) => title === 'Outer')
    const cases: [part: string, index: number, change: object, path: string, message: RegExp][] = [
      ['collections', outer, { parentId: inner.id }, `/collections.jsonl/${outer + 1}/parentId`, /is part of a circle/],
      ['collections', 0, { categoryId: 1 }, '/collections.jsonl/1/categoryId', /not among the categories/],
      ['annotations', 0, { mediaObjectId: rich.collections[0]!.id }, clipPath, /not among the clips/],
      ['annotations', 0, { relatedToId: 999_999 }, '/annotations.jsonl/1/relatedToId', /not among the annotations/],
      ['entries', 0, { annotationId: 999_999 }, '/entries.jsonl/1/annotationId', /not among the annotations/],
      ['participants', 0, { roleIds: [999_999] }, '/participants.jsonl/1/roleIds/0', /not among the roles/],
      ['instances', 0, { file: 'media/999' }, '/instances.jsonl/1/file', /is no file of the archive/],
      ['instances', 0, { file: 'people.jsonl' }, '/instances.jsonl/1/file', /is no file of the archive/],
      ['instances', 0, { size: 5 }, '/instances.jsonl/1/size', /is not the 300000 bytes/],
    ]
    for (const [part, index, change, path, message] of cases) {
      await assert.rejects(send(await withLine(part, index, change)), refused(path, message), path)
    }
    const doubled = await withLines('roles', lines => [...lines, lines[0]])
    await assert.rejects(send(doubled), refused('/roles.jsonl', /two things with the id/))
    const twins = await withLines('roles', lines => [...lines, { ...lines[0], id: 999_999 }])
    await assert.rejects(send(twins), refused('/roles.jsonl/1', /production_role_production_id_name_key/))
  })

  test('when a clip lacks its annotation, or a reply answers a reply', { skip: leftToAll }, async () => {
    const own = linesOf(members, 'annotations').findIndex(({ objectType }) => objectType === 'MediaObjectAnnotation')
    const bare = await withLine('annotations', own, { objectType: 'ClipAnnotation', funnel: 'ClipAnnotation' })
    await assert.rejects(send(bare), refused('/annotations.jsonl', /lacks the annotation of the clip A clip/))
    const { mediaObjectId } = linesOf(members, 'annotations')[own]!
    const other = linesOf(members, 'annotations').findIndex(
      line => line.objectType === 'MediaObjectAnnotation' && line.mediaObjectId !== mediaObjectId,
    )
    const doubled = await withLine('annotations', other, { mediaObjectId: mediaObjectId })
    await assert.rejects(send(doubled), refused('/annotations.jsonl/1', /annotation_of_clip/))
    const lines = linesOf(members, 'annotations')
    const replies = lines.flatMap((line, index) => (line.relatedToId === undefined ? [] : [{ ...line, index }]))
    const [first, second] = replies
    const nested = await withLine('annotations', second!.index, { relatedToId: (first as { id?: number }).id })
    await assert.rejects(send(nested), refused('/annotations.jsonl', /to what is a reply itself/))
  })

  // archives-8
  test('when it is more than its quota, or that of the account, allows', async () => {
    const settings = linesOf(members, 'production')[0]!.settings as object
    const small = { ...settings, quota: { maxBytes: 299_999 } }
    await assert.rejects(send(await withLine('production', 0, { settings: small })), refusal(402))
    const lying = await withLine('production', 0, { settings: { ...settings, quota: { maxBytes: 250_000 } } })
    await assert.rejects(send(lying), refusal(402))
    const key = 'productionSettingsTemplates'
    const body = [{ name: 'Small', isDefault: true, settings: { quota: { maxMediaObjects: 2 } } }]
    await kit.admin.accounts.updateAccountSetting({ id: kit.accountId, key, body })
    const { quota: _none, ...others } = settings as { quota?: object }
    const unbounded = await withLine('production', 0, { settings: others })
    await assert.rejects(send(unbounded), refusal(402))
    await kit.admin.accounts.updateAccountSetting({ id: kit.accountId, key, body: [] })
    assert.ok((await send(unbounded)).production.id)
  })

  // archives-1
  test('by those who may not: make productions in the account, take everything along, add to its thesauri', async () => {
    const { user, api } = await kit.createUser()
    await assert.rejects(sendArchive(api, kit.accountId, archive), refusal(403, 'ACCOUNT_CREATE_PRODUCTION'))
    await assert.rejects(sendArchive(kit.client(), kit.accountId, archive), refusal(401))
    await kit.admin.productions.addParticipant({
      prId: rich.prId,
      body: { userId: user.id, rights: ['PRODUCTION_VIEW', 'LIBRARY_DOWNLOAD'] },
    })
    await assert.rejects(fetchArchive(api, rich.prId), refusal(403, 'PRODUCTION_MANAGE'))
    await kit.admin.productions.updateParticipant({
      prId: rich.prId,
      userId: user.id,
      body: { rights: ['PRODUCTION_VIEW', 'PRODUCTION_MANAGE'] },
    })
    await assert.rejects(fetchArchive(api, rich.prId), refusal(403, 'LIBRARY_DOWNLOAD'))
    assert.ok((await fetchArchive(api, rich.prId, { media: 'none' })).length > 0)
    const body = { humanName: 'Elsewhere', name: 'elsewhere', ownerId: (await kit.createUser()).user.id }
    const other = await kit.admin.accounts.createAccount({ body })
    const rights = ['ACCOUNT_VIEW' as const, 'ACCOUNT_CREATE_PRODUCTION' as const]
    await kit.admin.accounts.addAccountParticipant({ id: other.id, body: { userId: user.id, rights } })
    await assert.rejects(sendArchive(api, other.id, archive), refusal(403, 'ACCOUNT_MANAGE'))
  })
})

// archives-3
test('rights are looked at before the first byte of an archive', async () => {
  const { api } = await kit.createUser()
  const { stagingDir } = kit.service.platform
  const work = () => readdir(stagingDir)
  const before = await work()
  for (const [token, status] of [
    [undefined, 401],
    ['rh_made-up', 401],
    [api.options.token, 403],
  ] as const) {
    let asked = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        // The first piece is sent with the head of the request; nobody waits for the pieces that never follow.
        if (asked++ === 0) controller.enqueue(new Uint8Array(512))
      },
    })
    const response = await fetch(`${kit.url}/account/${kit.accountId}/production/archive`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body,
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, status)
    await response.body?.cancel()
    assert.deepEqual(await work(), before)
  }
})

const descriptionPath = '/custom-field-descriptions.jsonl/1/fields/a/validation'
const entryPath = (member: string) => `/thesaurus-entries.jsonl/1/${member}`
const clipPath = '/annotations.jsonl/1/mediaObjectId'

test('an archive whose sender goes away in the middle leaves nothing', async () => {
  const sender = new AbortController()
  const { stagingDir } = kit.service.platform
  const listWork = async () => (await readdir(stagingDir)).filter(name => name.startsWith('archive-'))
  const body = new ReadableStream({
    start: controller => controller.enqueue(new Uint8Array(archive.subarray(0, archive.length / 2))),
  })
  const sending = fetch(`${kit.url}/account/${kit.accountId}/production/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${kit.admin.options.token}` },
    body,
    signal: sender.signal,
    duplex: 'half',
  } as RequestInit)
  await until('the import has begun', async () => (await listWork()).length > 0)
  sender.abort()
  await assert.rejects(sending)
  await until('nothing is left', async () => (await listWork()).length === 0)
})

// archives-7
test('of what is refused nothing is left: no production, no file', async () => {
  const { items } = await kit.admin.productions.listProductions({ query: { limit: 1000 } })
  // The one that was made, and the two that were let in.
  assert.equal(items.length, 3)
  const { stagingDir } = kit.service.platform
  const left = (await readdir(stagingDir)).filter(name => name.startsWith('archive-'))
  assert.deepEqual(left, [])
  const owners = new Set<number>()
  for await (const keys of kit.service.platform.blobs.listKeys()) {
    for (const key of keys) owners.add(Number(key.split('/')[0]))
  }
  assert.deepEqual(owners, new Set(items.map(({ id }) => id)))
})
