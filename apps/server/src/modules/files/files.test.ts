import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { FileBody, type FileResourceCreation, largestFileBytes } from '@rushes/contract'
import { refusal, refusalAt } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { readFileResource } from './index.ts'

let kit: TestService
let prId: number
let uploader: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  uploader = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })).api
})
after(() => kit.stop())

const srt = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nGoeiedag\n')
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const add = (body: Partial<FileResourceCreation> = {}, api = uploader, production = prId) =>
  api.files.createFile({
    prId: production,
    body: { filename: 'goeiedag.srt', content: srt.toString('base64'), ...body },
  })
const download = (path: string, api = uploader) =>
  fetch(path, { headers: { authorization: `Bearer ${api.options.token}` } })

// files-1, files-2, files-6
test('a file within JSON is kept with what is said of it, and comes back byte for byte', async () => {
  const said = { funnel: 'Subtitle', businessKey: 'S-1', customFields: { reel: 4 }, pattern: '*.srt' }
  const made = await add({ ...said, md5: md5(srt).toUpperCase() })
  const { objectType, productionId, accountId, filename, mimeType, size } = made
  assert.deepEqual([objectType, productionId, accountId], ['FileResource', prId, kit.accountId])
  assert.deepEqual([filename, mimeType, size], ['goeiedag.srt', 'application/x-subrip', srt.length])
  assert.deepEqual([made.md5, made.md5VerificationStatus], [md5(srt), 'VERIFIED'])
  assert.ok(made.md5VerificationCompleted)
  for (const [name, value] of Object.entries(said)) assert.deepEqual(made[name as keyof typeof made], value)
  assert.deepEqual(await uploader.files.getFile({ prId, id: made.id }), made)

  const response = await download(made.location)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), srt)
  assert.equal(response.headers.get('content-type'), 'application/octet-stream')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="goeiedag\.srt"/)
  const own = await readFileResource(
    { db: kit.service.platform.database, actor: { kind: 'service' }, requestId: '', platform: kit.service.platform },
    { productionId: prId, fileResourceId: made.id },
  )
  assert.deepEqual([own.fileName, own.mimeType, Buffer.from(own.bytes)], [filename, mimeType, srt])
})

// files-1
test('a file as the whole of the body has its name in the query', async () => {
  const body = new FileBody('image/png', png)
  const made = await uploader.files.createFile({ prId, query: { filename: 'logo.png', md5: md5(png) }, body })
  assert.deepEqual([made.mimeType, made.size, made.md5VerificationStatus], ['image/png', png.length, 'VERIFIED'])
  assert.equal((await download(made.location)).headers.get('content-type'), 'image/png')
  await assert.rejects(uploader.files.createFile({ prId, body }), refusalAt('BadRequestError', 'filename'))
  const wrong = { prId, query: { filename: 'logo.png', md5: md5(srt) }, body }
  await assert.rejects(uploader.files.createFile(wrong), refusalAt('ValidationError', '/md5', 'another hash'))
})

// files-3
describe('what a file is, is read from its bytes; of texts the name tells more', () => {
  const stl = Buffer.concat([Buffer.from('850STL25.01'), Buffer.alloc(1024 - 11, 0x20)])
  const kinds: [string, Buffer, string][] = [
    ['logo.txt', png, 'image/png'],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['a.vtt', Buffer.from('WEBVTT\n'), 'text/vtt'],
    ['unnamed', Buffer.from('\uFEFFWEBVTT\n'), 'text/vtt'],
    ['a.xml', Buffer.from('<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"/>'), 'application/ttml+xml'],
    ['a.stl', stl, 'application/x-ebu-stl'],
    ['words.csv', Buffer.from('a,b\n'), 'text/csv'],
    ['notes', Buffer.from('words'), 'text/plain'],
    ['noise.png', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['page.srt', Buffer.from('<html><script>alert(1)</script>'), 'text/html'],
  ]
  for (const [filename, bytes, mimeType] of kinds) {
    // files-3
    test(`${filename} is ${mimeType}`, async () => {
      const made = await add({ filename, content: bytes.toString('base64') })
      assert.equal(made.mimeType, mimeType)
      const response = await download(made.location)
      assert.ok(!/svg|html|xml/.test(response.headers.get('content-type')!), 'nothing that a browser would run')
      assert.match(response.headers.get('content-security-policy')!, /sandbox/)
      await response.arrayBuffer()
    })
  }
})

// files-4
test('a name is never a path', async () => {
  for (const filename of ['../../etc/passwd', 'C:\\secret\\passwd', '/etc/passwd\r\nx: y/passwd']) {
    assert.equal((await add({ filename })).filename, 'passwd')
  }
  assert.equal((await add({ filename: '..' })).filename, 'unnamed')
})

// files-5
test('what cannot be kept is refused, and nothing of it is kept', async () => {
  const { total } = await uploader.files.listFiles({ prId })
  await assert.rejects(add({ content: 'no base64!' }), refusalAt('BadRequestError', '/content'))
  await assert.rejects(add({ content: '' }), refusalAt('ValidationError', '/content'))
  await assert.rejects(add({ md5: md5(png) }), refusalAt('ValidationError', '/md5'))
  await assert.rejects(add({ md5: 'abc' }), refusalAt('BadRequestError', '/md5'))
  await assert.rejects(add({ editorialObjectId: 1 }), refusalAt('ValidationError', '/editorialObjectId'))
  await assert.rejects(add({ customFields: { x: 'y'.repeat(70_000) } }), refusalAt('ValidationError', '/customFields'))
  await assert.rejects(add({ colour: 'red' } as never), { name: 'BadRequestError' })
  const large = Buffer.alloc(largestFileBytes + 1)
  const body = new FileBody('application/octet-stream', large)
  await assert.rejects(uploader.files.createFile({ prId, query: { filename: 'large' }, body }), refusal(413))
  assert.equal((await uploader.files.listFiles({ prId })).total, total)
})

// files-5
test('a file of the largest size is kept', async () => {
  const body = new FileBody('application/octet-stream', Buffer.alloc(largestFileBytes, 7))
  const { location, size, id } = await uploader.files.createFile({ prId, query: { filename: 'large' }, body })
  assert.equal(size, largestFileBytes)
  assert.equal(md5(Buffer.from(await (await download(location)).arrayBuffer())), md5(body.bytes))
  await uploader.files.deleteFile({ prId, id })
})

// files-6
test('lists are filtered by `fq` and paged', async () => {
  const production = (await kit.createProduction()).id
  const place = (await kit.admin.collections.createCollection({ prId: production, body: { objectType: 'Notebook' } }))
    .id
  await add({ funnel: 'TempFile', editorialObjectId: place }, kit.admin, production)
  await add({ filename: 'logo.png', content: png.toString('base64') }, kit.admin, production)
  await add({ filename: 'other.srt' }, kit.admin, production)
  const list = async (query: object) =>
    (await kit.admin.files.listFiles({ prId: production, query })).items.map(({ filename }) => filename)
  assert.deepEqual(await list({ fq: ['funnel:TempFile'] }), ['goeiedag.srt'])
  assert.deepEqual(await list({ fq: ['mimeType:(image/png video/mp4)'] }), ['logo.png'])
  assert.deepEqual(await list({ fq: [`editorialObjectId:${place}`] }), ['goeiedag.srt'])
  assert.deepEqual(await list({ sort: 'filename desc', limit: 2 }), ['other.srt', 'logo.png'])
  await kit.admin.collections.deleteCollection({ prId: production, id: place })
  assert.deepEqual(await list({ fq: [`editorialObjectId:${place}`] }), [], 'the file outlives its collection')
  assert.equal((await list({})).length, 3)
})

describe('who may', () => {
  // files-7
  test('a right is needed to add a file, and to delete one of somebody else', async () => {
    const viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
    await assert.rejects(add({}, viewer), refusal(403, 'LIBRARY_UPLOAD'))
    const other = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })).api
    const { id } = await add()
    await assert.rejects(other.files.deleteFile({ prId, id }), refusal(403, 'LIBRARY_DELETE'))
    assert.equal((await uploader.files.deleteFile({ prId, id })).deleted, true)
    await assert.rejects(uploader.files.getFile({ prId, id }), refusal(404))
    await assert.rejects(uploader.files.deleteFile({ prId, id }), refusal(404))
  })

  // files-8
  test('`adminOnly` is seen with PRODUCTION_MANAGE alone, and `requiredRights` are needed to read the bytes', async () => {
    await assert.rejects(add({ adminOnly: true }), refusal(403, 'PRODUCTION_MANAGE'))
    await assert.rejects(add({ removeFromQuota: true }), refusal(403, 'PRODUCTION_MANAGE'))
    const hidden = await add({ adminOnly: true, filename: 'secret.srt' }, kit.admin)
    await assert.rejects(uploader.files.getFile({ prId, id: hidden.id }), refusal(404))
    await assert.rejects(uploader.files.deleteFile({ prId, id: hidden.id }), refusal(404))
    assert.equal((await download(hidden.location)).status, 404)
    const { items } = await uploader.files.listFiles({ prId, query: { limit: 1000 } })
    assert.ok(!items.some(({ id }) => id === hidden.id))
    const events = await uploader.events.listProductionEvents({ prId, query: { limit: 1000 } })
    assert.ok(!JSON.stringify(events).includes('secret.srt'), 'nor is its name told')

    const guarded = await add({ requiredRights: ['LIBRARY_DOWNLOAD'] })
    assert.equal((await uploader.files.getFile({ prId, id: guarded.id })).id, guarded.id)
    assert.equal((await download(guarded.location)).status, 403)
    assert.equal((await download(guarded.location, kit.admin)).status, 200)
  })

  // files-9
  test('a file of another production is none of this one', async () => {
    const elsewhere = (await kit.createProduction()).id
    const { id } = await add()
    await assert.rejects(kit.admin.files.getFile({ prId: elsewhere, id }), refusal(404))
    await assert.rejects(kit.admin.files.getAccountFile({ id: kit.accountId, fileId: id }), refusal(404))
  })

  // files-2, files-6, files-7, files-9
  test('a file of an account is used in all of its productions', async () => {
    const id = kit.accountId
    const body = { filename: 'house.png', content: png.toString('base64') }
    const made = await kit.admin.files.createAccountFile({ id, body })
    assert.equal(made.productionId, undefined)
    assert.deepEqual((await kit.admin.files.listAccountFiles({ id })).items, [made])
    const content = await kit.admin.files.readAccountFile({ id, fileId: made.id })
    assert.ok(png.equals(Buffer.from(await content.arrayBuffer())))
    await assert.rejects(uploader.files.listAccountFiles({ id }), refusal(403, 'ACCOUNT_VIEW'))
    await assert.rejects(uploader.files.getFile({ prId, id: made.id }), refusal(404))
    const { platform } = kit.service
    const ctx = { db: platform.database, actor: { kind: 'service' }, requestId: '', platform } as const
    const { fileName } = await readFileResource(ctx, { productionId: prId, fileResourceId: made.id })
    assert.equal(fileName, 'house.png')
    await kit.admin.files.deleteAccountFile({ id, fileId: made.id })
    await assert.rejects(readFileResource(ctx, { productionId: prId, fileResourceId: made.id }), refusal(404))
  })
})

// errors-5, files-10
test('the bytes of files count in the quota, also when many come at once, unless they are taken out of it', async () => {
  const production = (await kit.createProduction()).id
  const value = { maxBytes: srt.length * 3 }
  await kit.admin.productions.updateSetting({ prId: production, key: 'quota', body: value })
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => add({}, kit.admin, production)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  assert.deepEqual(
    refused.map(({ reason }) => reason.name),
    Array.from({ length: 3 }, () => 'QuotaExceededError'),
  )
  const clip = { name: 'A clip', fileName: 'a.mov', size: 1 }
  await assert.rejects(kit.admin.uploads.createMediaObjects({ prId: production, body: clip }), refusal(402))
  await add({ removeFromQuota: true }, kit.admin, production)
  const [first] = (await kit.admin.files.listFiles({ prId: production })).items
  await kit.admin.files.deleteFile({ prId: production, id: first!.id })
  await add({}, kit.admin, production)
})

// files-11
test('a file that is there is reported by `FileResource.material`, and its deletion as an activity', async () => {
  const { id } = await add()
  await uploader.files.deleteFile({ prId, id })
  const events = await uploader.events.listProductionEvents({ prId, query: { limit: 1000 } })
  const told = events.filter(({ object }) => object?.id === id)
  assert.deepEqual(
    told.map(({ type, verb, object }) => [type, verb, object?.objectType]),
    [
      ['FileResource.material', undefined, 'FileResource'],
      ['Activity', 'FileResource.delete', 'FileResource'],
    ],
  )
})
