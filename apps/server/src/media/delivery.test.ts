import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import { startTestService, type TestService } from '../../test/service.ts'
import { addFile, createClip } from './testing/create-clip.ts'

let kit: TestService
let prId: number
let clipId: number
let api: Client
const bytes = new TextEncoder().encode('0123456789')
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  clipId = (await createClip(kit, prId, 'Interview')).id
  api = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_DOWNLOAD'] })).api
})
after(() => kit.stop())

const refusal = (status: number, right?: string) => (error: unknown) =>
  error instanceof ServiceError && error.status === status && (right === undefined || error.message.includes(right))

async function getLink(given: Parameters<typeof addFile>[4] = {}, content: Uint8Array = bytes): Promise<string> {
  const { id } = await addFile(kit, prId, clipId, content, given)
  return (await api.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
}

async function get(link: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(link, { headers, method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a download link', () => {
  test('is the address of the bytes as plain text, also when the token comes in the query', async () => {
    const { id } = await addFile(kit, prId, clipId, bytes)
    const instance = await api.media.getInstance({ prId, id: clipId, moiId: id })
    const answer = await get(`${instance.hrefs?.downloadLink}?access_token=${api.options.token}`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal((await get(answer.text)).text, '0123456789')
  })

  test('"original needs LIBRARY_DOWNLOAD", proxies need the view alone', async () => {
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const { api: downloader } = await kit.createMember(prId, { rights: ['LIBRARY_DOWNLOAD'] })
    const raw = await addFile(kit, prId, clipId, bytes, { type: 'RAW' })
    const proxy = await addFile(kit, prId, clipId, bytes)
    const ask = (client: Client, moiId: number) => client.media.getDownloadLink({ prId, id: clipId, moiId })
    await assert.rejects(ask(viewer, raw.id), refusal(403, 'LIBRARY_DOWNLOAD'))
    await assert.rejects(ask(kit.client(), proxy.id), refusal(401))
    await ask(viewer, proxy.id)
    await ask(downloader, raw.id)
  })

  test('of an instance of another clip or another production does not exist', async () => {
    const { id } = await addFile(kit, prId, clipId, bytes)
    const other = await createClip(kit, prId, 'Other')
    const elsewhere = (await kit.createProduction()).id
    await assert.rejects(api.media.getDownloadLink({ prId, id: other.id, moiId: id }), refusal(404))
    await assert.rejects(kit.admin.media.getDownloadLink({ prId: elsewhere, id: clipId, moiId: id }), refusal(404))
  })

  test('opens one instance until it expires, and not with another signature', async () => {
    const link = new URL(await getLink())
    const change = (name: string, value: string) => {
      const changed = new URL(link)
      changed.searchParams.set(name, value)
      return changed.href
    }
    assert.equal((await get(change('signature', 'x'))).status, 403)
    assert.equal((await get(change('expires', '99999999999999'))).status, 403)
    assert.equal((await get(link.href.replace(/\/media\/\d+/, '/media/1'))).status, 403)
    assert.equal((await get(link.href.split('?')[0]!)).status, 403)
    kit.clock.advance(5 * 60 * 60 * 1000)
    assert.equal((await get(link.href)).status, 200)
    kit.clock.advance(2 * 60 * 60 * 1000)
    assert.equal((await get(link.href)).status, 403)
    kit.clock.advance(-7 * 60 * 60 * 1000)
  })

  test('opens nothing of a production that was deleted', async () => {
    const { id } = await kit.createProduction()
    const clip = await createClip(kit, id, 'Gone')
    const file = await addFile(kit, id, clip.id, bytes)
    const link = await (await kit.admin.media.getDownloadLink({ prId: id, id: clip.id, moiId: file.id })).text()
    assert.equal((await get(link)).status, 200)
    await kit.admin.productions.deleteProduction({ prId: id })
    assert.equal((await get(link)).status, 404)
  })
})

describe('delivery (RFC 9110)', () => {
  test('a range is 206 with its place, one that lies outside is 416', async () => {
    const link = await getLink()
    const part = await get(link, { range: 'bytes=2-4' })
    assert.deepEqual(
      [part.status, part.text, part.headers.get('content-range'), part.headers.get('content-length')],
      [206, '234', 'bytes 2-4/10', '3'],
    )
    assert.equal((await get(link, { range: 'bytes=-3' })).text, '789')
    const outside = await get(link, { range: 'bytes=10-' })
    assert.deepEqual([outside.status, outside.headers.get('content-range')], [416, 'bytes */10'])
    for (const range of ['bytes=5-1', 'bytes=0-1,3-4']) assert.equal((await get(link, { range })).status, 200)
  })

  test('If-None-Match comes before Range, If-Range compares strongly', async () => {
    const link = await getLink()
    const etag = (await get(link)).headers.get('etag')!
    assert.match(etag, /^"[\w-]+"$/)
    const known = await get(link, { 'if-none-match': `"x", W/${etag}`, range: 'bytes=0-1' })
    assert.deepEqual([known.status, known.text, known.headers.get('etag')], [304, '', etag])
    assert.equal((await get(link, { 'if-range': etag, range: 'bytes=0-1' })).status, 206)
    assert.equal((await get(link, { 'if-range': `W/${etag}`, range: 'bytes=0-1' })).status, 200)
    assert.equal((await get(link, { 'if-range': '"other"', range: 'bytes=0-1' })).text, '0123456789')
  })

  test('HEAD answers what GET answers, without the bytes', async () => {
    const link = await getLink()
    const [head, whole] = [await get(link, {}, 'HEAD'), await get(link)]
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'content-disposition']) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name)
    }
    const part = await get(link, { range: 'bytes=2-4' }, 'HEAD')
    assert.deepEqual([part.status, part.headers.get('content-length')], [206, '3'])
  })

  test('a file without bytes is delivered too', async () => {
    const link = await getLink({}, new Uint8Array())
    const answer = await get(link)
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-length')], [200, '', '0'])
    assert.equal((await get(link, { range: 'bytes=0-' })).status, 416)
  })

  test('a file name can neither add a header nor break out of its quotes', async () => {
    const link = await getLink({ type: 'RAW', fileName: 'a"; x="\r\nset-cookie: a=b\r\n\r\n<b>é.mov' })
    const { status, headers } = await get(link)
    assert.equal(status, 200)
    assert.equal(headers.get('set-cookie'), null)
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="[\w .()+,=@~-]+"; filename\*=UTF-8''[\w.%-]+$/,
    )
  })

  const types: [mimeType: string, type: 'RAW' | 'PROXY' | 'THUMB', disposition: string, contentType: string][] = [
    ['video/mp4', 'PROXY', 'inline', 'video/mp4'],
    ['image/jpeg', 'THUMB', 'inline', 'image/jpeg'],
    ['video/mp4', 'RAW', 'attachment', 'video/mp4'],
    ['image/svg+xml', 'THUMB', 'attachment', 'application/octet-stream'],
    ['text/html', 'RAW', 'attachment', 'application/octet-stream'],
  ]
  for (const [mimeType, type, disposition, contentType] of types) {
    test(`${mimeType} as ${type} goes out as ${disposition} ${contentType}, in a sandbox`, async () => {
      const { headers } = await get(await getLink({ mimeType, type }))
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`^${disposition};`))
      assert.equal(headers.get('content-type'), contentType)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.*sandbox$/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    })
  }
})
