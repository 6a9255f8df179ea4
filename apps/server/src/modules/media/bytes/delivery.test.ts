import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { MediaObjectInstance } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

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

async function getLink(given: Parameters<typeof addFile>[4] = {}, content: Uint8Array = bytes): Promise<string> {
  const { id } = await addFile(kit, prId, clipId, content, given)
  return (await api.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
}

async function get(link: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(link, { headers, method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a download link', () => {
  // media-12
  test('is the address of the bytes as plain text, also when the token is in the query', async () => {
    const { id } = await addFile(kit, prId, clipId, bytes)
    const instance = await api.media.getInstance({ prId, id: clipId, moiId: id })
    const answer = await get(`${instance.hrefs?.downloadLink}?access_token=${api.options.token}`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal((await get(answer.text)).text, '0123456789')
  })

  // media-13
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

  // media-11
  test('of the first film in the list is given to everyone: originals come last for those who may not have them', async () => {
    const clip = await createClip(kit, prId, 'Proxied')
    const raw = await addFile(kit, prId, clip.id, bytes, { type: 'RAW' })
    const proxy = await addFile(kit, prId, clip.id, bytes)
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    for (const [client, expected] of [
      [api, raw.id],
      [viewer, proxy.id],
    ] as const) {
      const response = await fetch(
        `${kit.url}/production/${prId}/mo/${clip.id}/moi?access_token=${client.options.token}`,
      )
      const files = (await response.json()) as MediaObjectInstance[]
      const film = files.find(({ mimeType }) => mimeType?.startsWith('video'))
      assert.equal(film?.id, expected)
      assert.equal((await fetch(`${film?.hrefs?.downloadLink}?access_token=${client.options.token}`)).status, 200)
    }
  })

  // media-10
  test('of an instance of another clip or another production does not exist', async () => {
    const { id } = await addFile(kit, prId, clipId, bytes)
    const other = await createClip(kit, prId, 'Other')
    const elsewhere = (await kit.createProduction()).id
    await assert.rejects(api.media.getDownloadLink({ prId, id: other.id, moiId: id }), refusal(404))
    await assert.rejects(kit.admin.media.getDownloadLink({ prId: elsewhere, id: clipId, moiId: id }), refusal(404))
  })

  // media-14, media-17
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

  // media-15
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

describe('a link is valid for its maker, and no longer than their session', () => {
  // media-15
  test('a logout ends its links, another session of the same user does not matter', async () => {
    const { user, api: first, password } = await kit.createUser()
    await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['PRODUCTION_VIEW'] } })
    const login = await kit.client().authentication.login({ body: { username: user.username, password } })
    const second = kit.client(login.token)
    const { id } = await addFile(kit, prId, clipId, bytes)
    const ask = async (client: Client) => (await client.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
    const [link, other] = [await ask(first), await ask(second)]
    await first.authentication.logout()
    assert.equal((await get(link)).status, 403)
    assert.equal((await get(other)).text, '0123456789')
    // Once the login would have run out, too.
    kit.clock.advance(2 * 60 * 60 * 1000)
    assert.equal((await get(link)).status, 403)
    kit.clock.advance(-2 * 60 * 60 * 1000)
  })

  // limits-15, media-16
  test('a login that merely runs out leaves a link its own end', async () => {
    const { user, api: client } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const { id } = await addFile(kit, prId, clipId, bytes)
    const link = await (await client.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
    kit.clock.advance(2 * 60 * 60 * 1000)
    await assert.rejects(client.media.getMediaObject({ prId, id: clipId }), refusal(401))
    assert.equal((await get(link)).status, 200)
    kit.clock.advance(-2 * 60 * 60 * 1000)
    await kit.admin.productions.removeParticipant({ prId, userId: user.id })
    assert.equal((await get(link)).status, 403)
  })

  // media-15
  test('who is locked has no links', async () => {
    const { user, api: client } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const { id } = await addFile(kit, prId, clipId, bytes)
    const link = await (await client.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: true } })
    assert.equal((await get(link)).status, 403)
  })

  // media-13, media-15
  test('"original needs LIBRARY_DOWNLOAD": without it by now, the link to one is closed, that to a proxy is not', async () => {
    const { user, api: client } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_DOWNLOAD'] })
    const ask = async (type: 'RAW' | 'PROXY') => {
      const { id } = await addFile(kit, prId, clipId, bytes, { type })
      return (await client.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
    }
    const [original, proxy] = [await ask('RAW'), await ask('PROXY')]
    const body = { rights: ['PRODUCTION_VIEW' as const] }
    await kit.admin.productions.updateParticipant({ prId, userId: user.id, body })
    assert.equal((await get(original)).status, 403)
    assert.equal((await get(proxy)).status, 200)
  })

  for (const headers of [{}, { range: 'bytes=0-1, 5-' }] as Record<string, string>[]) {
    // media-15
    test(`bytes that are on their way stop (${headers.range ?? 'the whole'})`, async () => {
      const { api: client } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
      const { id } = await addFile(kit, prId, clipId, new Uint8Array(64 * 1024 * 1024))
      const link = await (await client.media.getDownloadLink({ prId, id: clipId, moiId: id })).text()
      // From an address of an object store they would come for a minute.
      const reader = (await fetch(`${link}&redirect=false`, { headers })).body!.getReader()
      await reader.read()
      await client.authentication.logout()
      const readRest = async () => {
        while (!(await reader.read()).done);
      }
      await assert.rejects(readRest())
    })
  }
})

describe('delivery (RFC 9110)', () => {
  // errors-17, media-18
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
    for (const range of ['bytes=5-1', 'bytes=0-,0-']) assert.equal((await get(link, { range })).status, 200)
  })

  // media-18
  test('several ranges are parts, each with its place, of exactly the length that was told', async () => {
    const link = await getLink()
    const answer = await get(link, { range: 'bytes=0-1, 4-4, -3' })
    assert.equal(answer.status, 206)
    assert.equal(answer.headers.get('content-range'), null)
    assert.equal(Number(answer.headers.get('content-length')), answer.text.length)
    const [, boundary] = /^multipart\/byteranges; boundary=(\S+)$/.exec(answer.headers.get('content-type') ?? '') ?? []
    const parts = answer.text.split(`\r\n--${boundary}`)
    assert.equal(parts.shift(), '')
    assert.equal(parts.pop(), '--\r\n')
    assert.deepEqual(
      parts.map(part => [/content-range: (.*)\r\n/.exec(part)?.[1], part.split('\r\n\r\n')[1]]),
      [
        ['bytes 0-1/10', '01'],
        ['bytes 4-4/10', '4'],
        ['bytes 7-9/10', '789'],
      ],
    )
    // One that is left over is no list.
    const one = await get(link, { range: 'bytes=3-4, 99-' })
    assert.deepEqual([one.status, one.text, one.headers.get('content-range')], [206, '34', 'bytes 3-4/10'])
  })

  // media-19
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

  // media-17, getBytes, headBytes
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

  // media-20
  test('a file without bytes is delivered too', async () => {
    const link = await getLink({}, new Uint8Array())
    const answer = await get(link)
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-length')], [200, '', '0'])
    assert.equal((await get(link, { range: 'bytes=0-' })).status, 416)
  })

  // media-21
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
    // media-22
    test(`${mimeType} as ${type} is sent as ${disposition} ${contentType}, in a sandbox`, async () => {
      const { headers } = await get(await getLink({ mimeType, type }))
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`^${disposition};`))
      assert.equal(headers.get('content-type'), contentType)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.*sandbox$/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    })
  }
})

// media-9
test('the poster of a clip is its picture, for everyone who may see the clip; browsers may cache it', async () => {
  const { id: moId } = await createClip(kit, prId, 'With a picture')
  const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  await assert.rejects(viewer.media.getPoster({ prId, id: moId }), refusal(404))
  const given = { type: 'THUMB', mimeType: 'image/jpeg', fileName: 'poster.jpg' } as const
  await addFile(kit, prId, moId, bytes, given)
  const poster = await viewer.media.getPoster({ prId, id: moId })
  assert.equal(poster.headers.get('content-type'), 'image/jpeg')
  assert.equal(await poster.text(), '0123456789')
  const headers = { 'if-none-match': poster.headers.get('etag') ?? '' }
  assert.equal((await viewer.media.getPoster({ prId, id: moId, headers })).status, 304)
  const elsewhere = (await kit.createProduction()).id
  await assert.rejects(kit.admin.media.getPoster({ prId: elsewhere, id: moId }), refusal(404))
  await assert.rejects(kit.client().media.getPoster({ prId, id: moId }), refusal(401))
})
