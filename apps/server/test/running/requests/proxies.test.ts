/** A service behind the proxies of deploy/, with TLS, as docs/guides/install.md sets them up. */

import assert from 'node:assert/strict'
import { request } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEventStream } from '../../events/event-stream.ts'
import { startBalancer, trustCertificate, whyNoBalancer } from '../../peers/balancer.ts'
import { startNginx, whyNoNginx } from '../../peers/nginx.ts'
import { storeVariable } from '../../peers/object-store.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk } from '../../scene/begin-upload.ts'
import { adminPassword, startTestService, type TestService } from '../../service.ts'
import { findFreePort } from '../../service-process.ts'
import { until } from '../../until.ts'

interface Ports {
  readonly http: number
  readonly https: number
}

/** In a run with an object store, that has the media. */
const onDisk = process.env[storeVariable] === undefined
/** More than the body that nginx takes unless told otherwise, and than what it passes on in one piece. */
const fileBytes = 3_000_000

for (const [name, whyNot, start] of [
  [
    'nginx',
    whyNoNginx(),
    async (ports: Ports, target: string, mediaFolder: string) => {
      const nginx = await startNginx(ports, target, mediaFolder)
      trustCertificate(nginx.certificate)
      await until('nginx listens', () =>
        fetch(`https://localhost:${ports.https}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      return nginx
    },
  ],
  [
    'Caddy',
    whyNoBalancer(),
    ({ http, https }: Ports, target: string) => startBalancer(`https://localhost:${https}`, [target], http),
  ],
] as const) {
  test(`behind ${name} with TLS everything works, and callers are known by their address`, {
    skip: whyNot,
  }, async t => {
    const ports = { http: await findFreePort(), https: await findFreePort() }
    const url = `https://localhost:${ports.https}`
    const port = await findFreePort()
    const kit = await startTestService({
      RUSHES_PUBLIC_URL: url,
      RUSHES_PORT: String(port),
      RUSHES_TRUSTED_PROXIES: '127.0.0.1',
      ...(onDisk ? { RUSHES_SENDFILE: '/stored-media/' } : {}),
    })
    t.after(() => kit.stop())
    const { dataDir } = kit.service.platform.config
    const proxy = await start(ports, `http://127.0.0.1:${port}`, join(dataDir, 'media'))
    t.after(() => proxy.stop())

    const plain = await fetch(`http://localhost:${ports.http}/docs?x=1`, { redirect: 'manual' })
    assert.ok([301, 308].includes(plain.status), String(plain.status))
    assert.equal(plain.headers.get('location'), `${url}/docs?x=1`)

    const { id: prId } = await kit.createProduction()
    const stream = await openEventStream(kit.client(kit.admin.options.token), prId)
    const bytes = makeBytes(fileBytes)
    const { id, location } = await beginUpload(kit.admin, prId, bytes.length)
    assert.ok(location.startsWith(url), location)
    await stream.find(({ type }) => type.startsWith('Media.'))
    stream.leave()
    assert.equal((await putChunk(location, 0, bytes)).status, 204)
    await kit.admin.uploads.closeUpload({ prId, id, body: {} })
    assert.deepEqual(Buffer.from(await downloadOriginal(kit.admin, prId, id)), Buffer.from(bytes))

    const link = await getLink(kit, prId, id)
    if (name === 'nginx' && onDisk) await assertHandedOver(link, bytes, port)

    const { status, cookies } = await signInFrom('127.0.0.2', ports.https)
    assert.equal(status, 200)
    for (const cookie of cookies) assert.match(cookie, /; Secure/)
    const { items } = await kit.admin.authentication.readAudit({ query: { action: 'login', rows: 1 } })
    assert.equal(items[0]?.address, '127.0.0.2', 'neither the address of the proxy nor that of the header')
  })
}

async function getLink(kit: TestService, prId: number, id: number): Promise<string> {
  const { items } = await kit.admin.media.listInstances({ prId, id })
  const original = items.find(({ type }) => type === 'RAW')!
  return (await kit.admin.media.getDownloadLink({ prId, id, moiId: original.id })).text()
}

/** nginx sends the file of a link: whole, by ranges and conditions, with what the service says of it; to nobody else. */
async function assertHandedOver(link: string, bytes: Uint8Array, port: number): Promise<void> {
  const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(link, { headers, method })
  const whole = await get()
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), Buffer.from(bytes))
  const etag = whole.headers.get('etag')!
  assert.ok(whole.headers.has('last-modified') && etag, 'the service itself sends no such date')
  assert.match(whole.headers.get('content-disposition') ?? '', /^attachment;/)
  assert.equal(whole.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.match(whole.headers.get('cache-control') ?? '', /^private, max-age=\d+$/)
  assert.equal(whole.headers.get('x-accel-redirect'), null)
  const part = await get({ range: 'bytes=1000-1009', 'if-range': etag })
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 1000-1009/${bytes.length}`])
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(bytes.subarray(1000, 1010)))
  assert.equal((await get({ range: 'bytes=1000-1009', 'if-range': '"another"' })).status, 200)
  assert.equal((await get({ 'if-none-match': etag })).status, 304)
  assert.equal((await get({ range: `bytes=${bytes.length}-` })).status, 416)
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.headers.get('content-length'), head.headers.get('etag')], [`${bytes.length}`, etag])
  const address = new URL(link)
  assert.equal((await fetch(`${address.origin}/stored-media/`)).status, 404)
  const forged = new URL(link)
  forged.searchParams.set('signature', 'x')
  assert.equal((await fetch(forged)).status, 403)
  const direct = await fetch(`http://127.0.0.1:${port}${address.pathname}${address.search}`)
  assert.equal(
    (await direct.arrayBuffer()).byteLength,
    bytes.length,
    'who asks the service itself gets the bytes from it',
  )
}

/** Signs in from another address of this machine, with a header that names a third one. */
function signInFrom(localAddress: string, port: number): Promise<{ status: number; cookies: readonly string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; cookies: readonly string[] }>()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  const options = { host: 'localhost', family: 4, port, path: '/authentication/login', method: 'POST', headers }
  request({ ...options, localAddress }, answer => {
    answer
      .resume()
      .on('end', () => resolve({ status: answer.statusCode!, cookies: answer.headers['set-cookie'] ?? [] }))
  })
    .on('error', reject)
    .end(JSON.stringify({ username: 'admin', password: adminPassword }))
  return promise
}
