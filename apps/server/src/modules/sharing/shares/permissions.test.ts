/** Each permission of a share opens exactly its calls: the list stands here, and the contract is held to it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, type Endpoint, type SharePermission, sharePermissions } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

/** What each permission opens beside what VIEW does. */
const opened: Readonly<Record<SharePermission, readonly string[]>> = {
  VIEW: [
    'compareSubtitles',
    'exportComments',
    'exportCommentsOfCollection',
    'getAnnotation',
    'getCollection',
    'getDownloadLink',
    'getFrameTimes',
    'getInstance',
    'getMediaObject',
    'getMediaObjectAnnotation',
    'getPoster',
    'getSpriteIndex',
    'getSubtitle',
    'getSubtitleOfLanguage',
    'getTranscript',
    'grabFrame',
    'listAnnotations',
    'listAnnotationsAsFile',
    'listAnnotationsOfClip',
    'listAnnotationsOfClipAsFile',
    'listCollectionEntries',
    'listInstances',
    'listMediaObjects',
    'listReviewStatuses',
    'searchAnnotations',
    'searchAnnotationsOfClip',
    'searchAttachedAnnotations',
    'searchAttachedAnnotationsAsFile',
    'searchCreatedAnnotations',
    'searchCreatedAnnotationsAsFile',
    'searchShareAnnotations',
    'searchShareAnnotationsAsFile',
    'streamShareEvents',
  ],
  ANNOTATE: ['createClipAnnotation', 'deleteAnnotation', 'deleteAnnotations', 'patchAnnotation'],
  REVIEW: ['createClipAnnotation', 'deleteAnnotation', 'deleteAnnotations', 'patchAnnotation'],
  REVIEW_STATUS_EDIT: ['patchAnnotation', 'patchMediaObjectAnnotation'],
  UPLOAD: ['cancelUpload', 'closeUpload', 'createMediaObjects', 'followWorkflow', 'getUpload'],
  // The kind of a file decides whether a link may be made for it.
  DOWNLOAD: [],
  DOWNLOAD_PROXY: [],
}

let kit: TestService
let scene: Scene
let inside: { collection: number; clip: number; moa: number }
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  const { id: collection } = await scene.createCollection()
  const { moId: clip, moaId: moa } = await scene.createClip(collection)
  inside = { collection, clip, moa }
})
after(() => kit.stop())

const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
const shared = endpoints.filter(({ access }) => access.who === 'production' && access.share)

/** The status of a call without a body, and the right that is missing. */
async function call(endpoint: Endpoint, token: string, shareId: number) {
  const { access, path } = endpoint
  const scope = access.who === 'production' ? access.share?.scope : undefined
  const id = {
    clip: inside.clip,
    collection: inside.collection,
    annotation: inside.moa,
    share: shareId,
    list: inside.clip,
  }
  const ids: Record<string, number> = {
    prId: scene.prId,
    id: id[scope ?? 'list'],
    moId: inside.clip,
    anId: inside.moa,
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = (endpoint.params[name] as { enum?: string[] }).enum
    return String(ids[name] ?? words?.[0] ?? 1)
  })
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(kit.url + address, {
    method: endpoint.method,
    headers,
    signal: AbortSignal.timeout(20_000),
  })
  const isRefused = response.status === 403
  const right = isRefused ? ((await response.json()) as { data?: { right?: string } }).data?.right : undefined
  // A stream has no end.
  if (!isRefused) await response.body?.cancel()
  return { status: response.status, right }
}

describe('a share with', () => {
  for (const permission of sharePermissions) {
    // media-13, sharing-17
    test(`${permission} opens ${opened[permission].join(', ') || 'nothing that VIEW does not'}`, async () => {
      const share = await scene.createShare(inside.collection, { permissions: [permission] })
      const token = (await scene.visitAs(share, permission.toLowerCase())).options.token!
      const passed: string[] = []
      for (const endpoint of shared) {
        const needed = endpoint.access.who === 'production' ? (endpoint.access.share?.anyOf.join(' or ') ?? '') : ''
        const { status, right } = await call(endpoint, token, share.id)
        if (status !== 403 || right !== needed) passed.push(endpoint.id)
      }
      const wanted = new Set([...opened.VIEW, ...opened[permission]])
      assert.deepEqual(passed.sort(), [...wanted].sort())
    })
  }
})

// sharing-18
test('a permission that is taken away closes its calls from the next request, for a session that is open', async () => {
  const share = await scene.createShare(inside.collection, { permissions: [...sharePermissions] })
  const token = (await scene.visitAs(share, 'fallen')).options.token!
  const { prId, owner } = scene
  await owner.sharing.updateShare({ prId, id: share.id, body: { ...share, permissions: [] } })
  for (const endpoint of shared.filter(({ id }) => !opened.VIEW.includes(id))) {
    assert.equal((await call(endpoint, token, share.id)).status, 403, endpoint.id)
  }
})
