import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ClipAnnotationCreation, JsonPatch } from '@rushes/contract'
import { sql } from 'kysely'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let moId: number
let guest: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
  const body = { title: 'Selection', funnel: 'SelectionShare' }
  const { id } = await kit.admin.collections.createCollection({ prId, body })
  await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
  const fields = { mood: { type: 'TEXT' as const, label: 'Mood' } }
  const description = { fields, allowUndefinedFields: true }
  await kit.admin.customFields.updateAnnotationFields({ prId, body: { ...description, version: 0 } })
  const share = await kit.admin.sharing.createShare({ prId, id, body: { permissions: ['VIEW', 'ANNOTATE'] } })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const who = { username: 'guest', email: 'guest@example.org' }
  guest = kit.client((await kit.client(token).sharing.identify({ prId, body: who })).token)
})
after(() => kit.stop())

const say = (api: Client, body: ClipAnnotationCreation = {}) =>
  api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
const patch = (api: Client, anId: number, ...body: JsonPatch) => api.annotations.patchAnnotation({ prId, anId, body })
const add = (path: string, value: unknown) => ({ op: 'add' as const, path, value })

describe('a visitor', () => {
  // review-13
  test('writes the members of comments that are theirs; others of a new one are ignored', async () => {
    const root = await say(kit.admin)
    const strokes = [{ color: 'red', width: 2, points: [1, 2, 3, 4] }]
    const own = {
      description: 'look',
      start: 3,
      tags: ['light'],
      mentionIds: [7],
      spatial: 'xywh=percent:1,2,3,4',
      uiLocation: 'top',
      relatedToId: root.id,
    }
    const made = await say(guest, {
      ...own,
      end: 9,
      name: 'a name',
      label: 'a label',
      language: 'nl',
      type: 'GENERIC',
      rating: 5,
      systemFields: { a: 1 },
      clipMetadata: { a: 1 },
      securityClasses: ['secret'],
      customFields: { mood: 'good', invented: 'x' },
      structuredDescription: { range: { start: 3, end: 9 }, strokes, more: 'x' },
    })
    const read = await kit.admin.annotations.getAnnotation({ prId, anId: made.id })
    for (const [name, value] of Object.entries(own)) assert.deepEqual(read[name as keyof typeof read], value, name)
    assert.equal(read.end, 4)
    assert.deepEqual(Object.keys(read.customFields ?? {}), ['mood'])
    assert.deepEqual(read.structuredDescription, { range: { start: 3, end: 9 }, strokes })
    for (const name of ['name', 'label', 'language', 'type', 'rating'] as const)
      assert.equal(read[name], undefined, name)
    assert.deepEqual([read.systemFields, read.clipMetadata, read.securityClasses], [{}, {}, []])
  })

  // review-13
  test('changes these members by a patch, and is refused the others', async () => {
    const { id } = await say(guest)
    const changed = await patch(
      guest,
      id,
      add('/description', 'look again'),
      add('/start', 5),
      add('/tags', ['resolved']),
      add('/mentionIds', [8]),
      add('/spatial', 'xywh=percent:5,6,7,8'),
      add('/uiLocation', 'below'),
      add('/customFields/mood', 'bad'),
      add('/structuredDescription/range', { start: 5, end: 6 }),
      add('/structuredDescription/strokes', [{ color: 'red', width: 1.5, points: [[0, 0, 0.5]] }]),
    )
    assert.deepEqual([changed.start, changed.end, changed.tags], [5, 6, ['resolved']])
    for (const path of [
      '/name',
      '/label',
      '/language',
      '/type',
      '/rating',
      '/systemFields',
      '/clipMetadata/a',
      '/securityClasses',
      '/ignoreTimecode',
      '/relatedToId',
      '/authorName',
    ]) {
      await assert.rejects(
        patch(guest, id, add(path, 'x')),
        refusalAt('ValidationError', path.split('/').slice(0, 2).join('/')),
      )
    }
    for (const path of ['/structuredDescription/more', '/customFields/invented'] as const) {
      await assert.rejects(patch(guest, id, add(path, 'x')), refusalAt('ValidationError', path))
    }
    await assert.rejects(patch(guest, id, add('/structuredDescription', { subtitles: [] })), refusal(422))
    assert.deepEqual(await guest.annotations.getAnnotation({ prId, anId: id }), changed)
  })

  // review-14
  test('leaves what a member of the team has added', async () => {
    const { id } = await say(guest)
    await patch(kit.admin, id, add('/structuredDescription/more', 'x'), add('/customFields/invented', 'x'))
    const changed = await patch(guest, id, add('/structuredDescription/range', { start: 0, end: 1 }))
    assert.deepEqual(changed.structuredDescription, { range: { start: 0, end: 1 }, more: 'x' })
    assert.ok('invented' in changed.customFields!)
    await assert.rejects(patch(guest, id, { op: 'remove', path: '/customFields/invented' }), refusal(422))
  })
})

describe('the range and the strokes of a comment', () => {
  const stroke = { color: '#ff0000', width: 2, points: [[1, 2]] }
  const attachment = { mediaObjectId: 7, name: 'Reference.pdf' }
  const points = (count: number) => Array.from({ length: count }, () => [1, 2])
  const pairs = Array.from({ length: 64 }, () => ({ ...stroke, points: points(31) }))
  const refused: [path: string, content: Record<string, unknown>][] = [
    ['range', { range: 'all' }],
    ['range', { range: null }],
    ['range', { range: { start: 1 } }],
    ['range/start', { range: { start: -1, end: 4 } }],
    ['range/end', { range: { start: 1, end: 2.5 } }],
    ['range/end', { range: { start: 4, end: 4 } }],
    ['range/more', { range: { start: 1, end: 4, more: 'x' } }],
    ['strokes', { strokes: { color: 'red' } }],
    ['strokes', { strokes: [...pairs, stroke] }],
    ['strokes', { strokes: [stroke, { ...stroke, points: points(2000) }] }],
    ['strokes', { strokes: [{ ...stroke, points: Array.from({ length: 4002 }, () => 1) }] }],
    ['strokes', { strokes: [{ ...stroke, points: Array.from({ length: 2000 }, () => [0.123456789012, 1]) }] }],
    ['strokes/0', { strokes: ['x'] }],
    ['strokes/0', { strokes: [{ color: 'red', points: [] }] }],
    ['strokes/0/color', { strokes: [{ ...stroke, color: 7 }] }],
    ['strokes/1/width', { strokes: [stroke, { ...stroke, width: 0 }] }],
    ['strokes/0/points', { strokes: [{ ...stroke, points: 'x' }] }],
    ['strokes/0/points/0', { strokes: [{ ...stroke, points: [[1]] }] }],
    [
      'strokes/0/points/1/0',
      {
        strokes: [
          {
            ...stroke,
            points: [
              [1, 2],
              ['x', 2],
            ],
          },
        ],
      },
    ],
    ['strokes/0/more', { strokes: [{ ...stroke, more: 'x' }] }],
    ['strokes/0/kind', { strokes: [{ ...stroke, kind: 'circle' }] }],
    ['strokes/0/text', { strokes: [{ ...stroke, kind: 'text' }] }],
    ['strokes/0/text', { strokes: [{ ...stroke, kind: 'text', text: '' }] }],
    ['strokes/0/text', { strokes: [{ ...stroke, kind: 'text', text: 'x'.repeat(501) }] }],
    ['strokes/0/text', { strokes: [{ ...stroke, kind: 'arrow', text: 'x' }] }],
  ]
  const refusedAttachments: typeof refused = [
    ['attachments', { attachments: 'a.pdf' }],
    ['attachments', { attachments: Array.from({ length: 21 }, () => attachment) }],
    ['attachments/0/name', { attachments: [{ ...attachment, name: '' }] }],
    ['attachments/0/mediaObjectId', { attachments: [{ ...attachment, mediaObjectId: 0 }] }],
    ['attachments/0/url', { attachments: [{ ...attachment, url: 'https://example.org' }] }],
  ]
  for (const [who, getApi] of [['a visitor', () => guest] as const, ['a member', () => kit.admin] as const]) {
    // review-15, review-16, review-38
    test(`of ${who} have the described shape, in a POST and in a PATCH`, async () => {
      const api = getApi()
      const good = { range: { start: 3, end: 4 }, strokes: pairs }
      const { id } = await say(api, { structuredDescription: good })
      for (const [path, content] of refused) {
        const refusal = refusalAt('ValidationError', `/structuredDescription/${path}`)
        await assert.rejects(say(api, { structuredDescription: content }), refusal, path)
        const changes = Object.entries(content).map(([name, value]) => add(`/structuredDescription/${name}`, value))
        await assert.rejects(patch(api, id, ...changes), refusal, path)
      }
      const read = await api.annotations.getAnnotation({ prId, anId: id })
      assert.deepEqual([read.version, read.structuredDescription], [1, good])
    })
  }

  // review-13, review-41
  test('attachments have the described shape, and are not for visitors', async () => {
    const { id } = await say(kit.admin, { structuredDescription: { attachments: [attachment] } })
    for (const [path, content] of refusedAttachments) {
      const refusal = refusalAt('ValidationError', `/structuredDescription/${path}`)
      await assert.rejects(say(kit.admin, { structuredDescription: content }), refusal, path)
    }
    const read = await kit.admin.annotations.getAnnotation({ prId, anId: id })
    assert.deepEqual(read.structuredDescription, { attachments: [attachment] })
    const own = await say(guest, { structuredDescription: { attachments: [attachment] } })
    assert.deepEqual(own.structuredDescription, {})
    await assert.rejects(patch(guest, own.id, add('/structuredDescription/attachments', [attachment])), refusal(422))
  })

  // review-38, review-39, review-41
  test('are listed, of every kind, to the team and to a visitor, without what else is there', async () => {
    const kinds = ['pen', 'arrow', 'line', 'box'].map(kind => ({ ...stroke, kind }))
    const strokes = [stroke, ...kinds, { ...stroke, kind: 'text', text: 'Here' }]
    const content = { range: { start: 3, end: 9 }, strokes, attachments: [attachment] }
    const { id } = await say(guest, { structuredDescription: content })
    await patch(
      kit.admin,
      id,
      add('/structuredDescription/more', 'of the team'),
      add('/structuredDescription/attachments', [attachment]),
    )
    const plain = await say(kit.admin)
    for (const api of [guest, kit.admin]) {
      const find = async (anId: number) => {
        const query = { fq: [`id:${anId}`] }
        const { results } = await api.annotations.listAnnotationsOfClip({ prId, moId, query })
        return results[0]
      }
      assert.deepEqual((await find(id))?.structuredDescription, content)
      assert.equal((await find(plain.id))?.structuredDescription, undefined)
    }
    await kit.admin.annotations.deleteAnnotation({ prId, anId: id })
  })

  // review-17
  test('stay as they are stored until they are changed', async () => {
    const { id } = await say(kit.admin)
    const content = JSON.stringify({ strokes: 'of long ago', range: 7 })
    await sql`update annotation set structured_description = ${content}::jsonb where id = ${id}`.execute(
      kit.service.platform.database,
    )
    const { structuredDescription } = await patch(kit.admin, id, add('/structuredDescription/other', ['free']))
    assert.deepEqual(structuredDescription, { strokes: 'of long ago', range: 7, other: ['free'] })
  })
})

describe('a comment', () => {
  const limits = [
    ['a visitor', () => guest, 65_536],
    ['a member', () => kit.admin, 1_048_576],
  ] as const
  for (const [who, getApi, max] of limits) {
    // review-18
    test(`of ${who} has ${max} bytes at most, counted in UTF-8 after the change`, async () => {
      const api = getApi()
      const tooLarge = refusal(422, String(max))
      const text = (bytes: number) => '日'.repeat(bytes / 3)
      const { id } = await say(api, { description: text(max - 1500) })
      await assert.rejects(say(api, { description: text(max) }), tooLarge)
      await assert.rejects(patch(api, id, add('/spatial', '日'.repeat(1000))), tooLarge)
      await assert.rejects(patch(api, id, add('/description', text(max))), tooLarge)
      await patch(api, id, add('/description', 'short'))
      await patch(api, id, add('/spatial', '日'.repeat(1000)))
    })

    // review-18
    test(`of ${who} is not grown by copies of copies`, async () => {
      const api = getApi()
      const { id } = await say(api)
      const copies = Array.from({ length: 20 }, (_, index) => ({
        op: 'copy' as const,
        from: '/structuredDescription',
        path: `/structuredDescription/strokes/l${index}`,
      }))
      const body = [add('/structuredDescription/strokes', { v: 'x'.repeat(1900) }), ...copies]
      await assert.rejects(patch(api, id, ...body), refusal(422, String(max)))
      assert.equal((await api.annotations.getAnnotation({ prId, anId: id })).version, 1)
    })
  }
})
