import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { PictureBytes } from '@rushes/contract'
import { createMediaEngine } from '@rushes/media-engine'
import { refusal } from '../../../../test/refusal.ts'
import { createClips } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { addInstance, findInstance, type MediaFacts, updateMediaObjectFacts } from '../../media/index.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A clip of which ingest has found out this. */
async function createClip(name: string, facts: MediaFacts = {}) {
  const [clip] = await createClips(api, prId, { name })
  const ctx = createServiceContext(kit.service.platform, 'test')
  return inTransaction(ctx, ctx => updateMediaObjectFacts(ctx, clip!.id, facts))
}

/** A JPEG of one colour. */
async function drawJpeg(): Promise<Buffer> {
  const engine = createMediaEngine()
  const folder = await mkdtemp(join(tmpdir(), 'rushes-picture-'))
  try {
    const input = join(folder, 'picture.png')
    await writeFile(input, png)
    return (await engine.grabFrame({ input, frame: 0, maxWidth: 16 })).bytes
  } finally {
    await engine.close()
    await rm(folder, { recursive: true })
  }
}

/** A picture such as ingest makes. */
function addPoster(mediaObjectId: number) {
  const blobKey = `${prId}/${mediaObjectId}/poster`
  const poster = { mediaObjectId, type: 'THUMB' as const, mimeType: 'image/jpeg', blobKey, size: 1 }
  return inTransaction(createServiceContext(kit.service.platform, 'test'), ctx => addInstance(ctx, prId, poster))
}

describe('PATCH of a clip', () => {
  // media-5
  test('changes its name, raises the version and emits the event', async () => {
    const { id, version } = await createClip('Before')
    const patched = await api.media.patchMediaObject({
      prId,
      id,
      body: [
        { op: 'test', path: '/name', value: 'Before' },
        { op: 'replace', path: '/name', value: 'After' },
        { op: 'add', path: '/keyFrame', value: 3 },
      ],
    })
    assert.deepEqual([patched.name, patched.keyFrame, patched.version], ['After', 3, version + 1])
    const found = await api.annotations.listAnnotations({ prId, query: { fq: ['mediaObjectName:After'] } })
    assert.equal(found.numFound, 1)
  })

  const cases: [name: string, path: string, value: unknown, status: number][] = [
    ['what ingest finds out', '/duration', 3, 422],
    ['the production', '/productionId', 3, 422],
    ['the version', '/version', 3, 422],
    ['an empty name', '/name', '', 422],
    ['a name that is no text', '/name', { a: 1 }, 422],
    ['a key frame past the end', '/keyFrame', 100, 422],
    ['a key frame that is no frame', '/keyFrame', 1.5, 422],
  ]
  for (const [name, path, value, status] of cases) {
    // media-5
    test(`refuses ${name} with ${status}`, async () => {
      const { id } = await createClip('Patched', { frameCount: 100 })
      await assert.rejects(
        api.media.patchMediaObject({ prId, id, body: [{ op: 'add', path, value }] }),
        refusal(status),
      )
    })
  }

  // media-5
  test('a failed test is a conflict, and without LIBRARY_UPDATE_METADATA nothing is changed', async () => {
    const { id } = await createClip('Kept')
    const body = [{ op: 'test' as const, path: '/name', value: 'Other' }]
    await assert.rejects(api.media.patchMediaObject({ prId, id, body }), refusal(409))
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(viewer.media.patchMediaObject({ prId, id, body }), refusal(403, 'LIBRARY_UPDATE_METADATA'))
  })
})

describe('the screenshot of a clip', () => {
  const update = (id: number, screenshot: PictureBytes, screenshotType?: string) =>
    api.media.updateScreenshot({ prId, id, body: { screenshot, ...(screenshotType ? { screenshotType } : {}) } })

  // media-7
  test('comes as signed or unsigned bytes or as base64, and is what its content says', async () => {
    const forms: PictureBytes[] = [
      [...png],
      [...Int8Array.from(png)],
      png.toString('base64'),
      `data:image/png;base64,${png.toString('base64')}`,
    ]
    for (const form of forms) {
      const { id } = await createClip('Pictured')
      const clip = await update(id, form, 'image/png')
      const thumbs = clip.mediaObjectInstances?.filter(instance => instance.type === 'THUMB') ?? []
      assert.deepEqual(
        thumbs.map(thumb => [thumb.mimeType, thumb.size]),
        [['image/png', png.length]],
      )
      const annotation = await api.annotations.getMediaObjectAnnotation({ prId, moId: id })
      assert.deepEqual([annotation.hasScreenshot, annotation.screenshotMimeType], [true, 'image/png'])
      const link = await api.media.getDownloadLink({ prId, id, moiId: thumbs[0]!.id })
      const response = await fetch(await link.text())
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), png)
    }
  })

  // media-7
  test('takes the place of the one before, whose file goes; a picture of ingest stays', async () => {
    const { id } = await createClip('Pictured twice')
    const poster = await addPoster(id)
    const first = await update(id, [...png])
    const earlier = first.mediaObjectInstances?.find(instance => instance.id !== poster.id)
    const second = await update(id, [...png])
    const ids = second.mediaObjectInstances?.map(instance => instance.id) ?? []
    assert.equal(ids.length, 2)
    assert.ok(ids.includes(poster.id) && !ids.includes(earlier!.id))
  })

  // media-8
  test('is refused when it is no raster picture, empty, too large, or from someone without the right', async () => {
    const { id } = await createClip('Not pictured')
    const text = (content: string) => [...Buffer.from(content)]
    await assert.rejects(update(id, text('<svg onload="alert(1)"/>')), refusal(422))
    await assert.rejects(update(id, text('<html>')), refusal(422))
    await assert.rejects(update(id, []), refusal(422))
    await assert.rejects(update(id, 'not base64!'), refusal(422))
    await assert.rejects(update(id, [256]), refusal(400))
    await assert.rejects(update(id, Buffer.alloc(5 * 1024 * 1024 + 3).toString('base64')), refusal(413))
    await assert.rejects(update(999_999, [...png]), refusal(404))
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const body = { screenshot: [...png] }
    await assert.rejects(viewer.media.updateScreenshot({ prId, id, body }), refusal(403, 'LIBRARY_UPDATE_METADATA'))
  })

  // media-8
  test('must decode and be complete, of the type that is declared: 422 otherwise, and the earlier one stays', async () => {
    const { id } = await createClip('Well pictured')
    await update(id, [...png])
    const jpeg = await drawJpeg()
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')
    const damaged = Buffer.from(png)
    damaged.fill(0x55, 45, 52)
    const wrong: [picture: Buffer, type?: string][] = [
      [Buffer.of(0xff, 0xd8, 0xff), 'image/jpeg'],
      [Buffer.of(0xff, 0xd8, 0xff, 0xd9), 'image/jpeg'],
      [damaged],
      ...[jpeg, png, gif, webp].map((whole): [Buffer] => [whole.subarray(0, Math.floor(whole.length * 0.8))]),
      ...[jpeg, png, gif].map((whole): [Buffer] => [whole.subarray(0, -1)]),
      [jpeg, 'image/png'],
      [png, 'image/svg+xml'],
    ]
    for (const [picture, type] of wrong) {
      await assert.rejects(update(id, [...picture], type), refusal(422), picture.toString('base64'))
    }
    const request = { name: 'Wrongly pictured', screenshot: [...damaged] }
    await assert.rejects(createClips(api, prId, request), /screenshot/)
    const created = await api.uploads.createMediaObjects({
      prId,
      body: [{ ...request, screenshotMimeType: 'image/gif' }],
    })
    assert.ok(Array.isArray(created))
    assert.match(created[0]?.error?.message ?? '', /^\/0\/screenshotMimeType:/)
    const { items } = await api.media.listInstances({ prId, id })
    assert.deepEqual(
      items.map(({ type, mimeType, size }) => [type, mimeType, size]),
      [['THUMB', 'image/png', png.length]],
    )
    for (const [picture, type] of [[jpeg, 'image/jpg'], [gif], [webp, 'IMAGE/WEBP']] as const) {
      await update(id, [...picture], type)
    }
  })

  test('a file leaves the disk after the commit that removed its row', async () => {
    const { id } = await createClip('Cleaned')
    await update(id, [...png])
    const { platform } = kit.service
    const row = await findInstance(platform.database, id, 'THUMB')
    assert.ok(row && (await platform.blobs.findFacts(row.blob_key)))
    await update(id, [...png])
    await until('the file is gone', async () => (await platform.blobs.findFacts(row.blob_key)) === undefined)
  })
})
