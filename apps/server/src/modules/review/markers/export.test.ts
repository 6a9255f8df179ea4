import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type MarkerFormatName, markerFormats } from '@rushes/contract'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { refusedAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import { updateMediaObjectFacts } from '../../media/index.ts'
import { createClip, say, visit } from '../testing/scene.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const exportClip = (moId: number, format?: MarkerFormatName, api: Client = kit.admin) =>
  api.review.exportComments({ prId, moId, query: { format } })
const exportCollection = (id: number, format?: MarkerFormatName, api: Client = kit.admin) =>
  api.review.exportCommentsOfCollection({ prId, id, query: { format } })

/** A collection of these entries. */
async function collect(title: string, ...entries: ({ mediaObjectId: number } | { annotationId: number })[]) {
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title } })
  await kit.admin.collections.attachEntries({ prId, id, body: entries })
  return id
}

describe('the comments of a clip', () => {
  // review-27
  test('in each format, with drop frame and start timecode right', async () => {
    const facts = { name: 'Take & "1"', sampleRate: RATE_29_97, dropFrame: true, frameCount: 3000 }
    const moId = await createClip(kit, prId, { ...facts, timecodeFrames: 107_892 })
    const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
    const root = await say(api, prId, moId, { start: 1800, description: 'look\there' })
    await say(api, prId, moId, { start: 0, description: 'yes', relatedToId: root.id })
    await say(api, prId, moId, { start: 5, description: '=cmd()' })
    const file = async (format?: MarkerFormatName) => (await exportClip(moId, format)).text()

    assert.ok((await file('edl')).includes('FCM: DROP FRAME\r\n'))
    assert.ok((await file('edl')).includes('* LOC: 01:01:00;02 RED     look here / '))
    assert.ok((await file('edl')).includes(' 01:00:00;00 01:01:40;02 01:00:00;00 01:01:40;02\r\n'))
    assert.equal(
      await file('avid'),
      `${user.username}\t01:00:00;05\tV1\tred\t=cmd()\t1\n` +
        `${user.username}\t01:01:00;02\tV1\tred\tlook here / ${user.username}: yes\t1\n`,
    )
    const xml = await file('fcpxml')
    assert.ok(xml.includes('tcStart="107999892/30000s" tcFormat="DF"'))
    assert.ok(xml.includes('name="Take &amp; &quot;1&quot;"'))
    assert.ok(xml.includes('<marker start="109801692/30000s" duration="1001/30000s" value="look&#9;here"'))
    const table = await file()
    assert.equal(table, await file('csv'))
    assert.ok(table.startsWith('"Thread","Kind","Clip","Timecode","Frame",'))
    const bytes = Buffer.from(await (await exportClip(moId)).arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'Excel knows UTF-8 by its mark')
    assert.ok(table.includes(`"01:00:00;05","5","01:00:00;05","${user.username}","'=cmd()"`), 'no cell is a formula')
    assert.ok(table.includes(`"2","reply","Take & ""1""","01:01:00;02","1800"`), 'a reply stands where its comment is')
  })

  // review-27
  test('of slow motion count at a usual rate, and are read back to the frame', async () => {
    const moId = await createClip(kit, prId, { sampleRate: { num: 240, den: 1 }, frameCount: 2401, timecodeFrames: 0 })
    for (const start of [0, 7, 1445]) await say(kit.admin, prId, moId, { start, description: `at ${start}` })
    const list = await (await exportClip(moId, 'edl')).text()
    assert.ok(list.includes('* Timecodes count 60 frames a second of 240\r\n'), list)
    assert.ok(list.includes('* LOC: 00:00:06:01 RED     at 1445\r\n'), list)
    const body = { content: Buffer.from(list).toString('base64'), format: 'edl' as const }
    const { created, unchanged, refused } = await kit.admin.review.importComments({ prId, moId, body })
    assert.deepEqual([created, unchanged, refused], [0, 3, 0])
    const cut = await (await exportCollection(await collect('Fast', { mediaObjectId: moId }), 'avid')).text()
    assert.match(cut, /^Review\t01:00:00:00\tV1\tred\tTimecodes count 60 frames a second of 240\t1\n/)
    assert.match(cut, /\t01:00:06:01\tV1\tred\tat 1445\t1\n$/)
  })

  test('are set on a picture of the size that ingest has found, in FCPXML', async () => {
    const moId = await createClip(kit, prId)
    const value = { tracks: [{ type: 'AUDIO' }, null, { type: 'VIDEO', width: 1920, height: 1080 }] }
    const body = [{ op: 'add' as const, path: '/structuredDescription', value }]
    await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })
    const xml = await (await exportClip(moId, 'fcpxml')).text()
    assert.match(xml, /<format id="f1" frameDuration="1\/25s" width="1920" height="1080"\/>/)
    const odd = [{ ...body[0]!, value: { tracks: 'none', width: '<' } }]
    await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body: odd })
    assert.match(await (await exportClip(moId, 'fcpxml')).text(), /<format id="f1" frameDuration="1\/25s"\/>/)
  })

  // review-28
  test('made before a shorter file came are on its last frame, and no time exceeds the clip', async () => {
    const [moId, other] = [await createClip(kit, prId, { frameCount: 0 }), await createClip(kit, prId)]
    const late = await say(kit.admin, prId, moId, { start: 5000, description: 'late' })
    const subclips = []
    for (const body of [
      { start: 100, end: 6000 },
      { start: 5000, end: 6000 },
    ]) {
      subclips.push(await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body }))
    }
    await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
      await updateMediaObjectFacts(ctx, moId, { frameCount: 250 })
      await updateMediaObjectAnnotationFacts(ctx, prId, moId, { end: 250 })
    })
    const { start } = await kit.admin.annotations.getAnnotation({ prId, anId: late.id })
    assert.equal(start, 5000, 'nothing that was said is changed')
    const list = await (await exportClip(moId, 'edl')).text()
    assert.ok(list.includes('V     C        10:00:00:00 10:00:10:00 10:00:00:00 10:00:10:00\r\n'), list)
    assert.ok(list.includes('* LOC: 10:00:09:24 RED     late\r\n'), list)
    assert.match(await (await exportClip(moId, 'fcpxml')).text(), /<asset [^>]*duration="10s"/)
    const id = await collect('Cut', ...subclips.map(subclip => ({ annotationId: subclip.id })), {
      mediaObjectId: other,
    })
    const cut = await (await exportCollection(id, 'edl')).text()
    assert.ok(cut.includes('001  AX       V     C        10:00:04:00 10:00:10:00 01:00:00:00 01:00:06:00\r\n'), cut)
    assert.ok(cut.includes('002  AX       V     C        10:00:00:00 10:00:40:00 01:00:06:00 01:00:46:00\r\n'), cut)
    const content = await (await exportClip(moId)).text()
    const imported = await kit.admin.review.importComments({
      prId,
      moId,
      body: { content: Buffer.from(content).toString('base64'), format: 'csv' },
    })
    assert.deepEqual([imported.created, imported.unchanged], [0, 1])
  })

  // review-27
  test('arrive as a file with a name', async () => {
    const moId = await createClip(kit, prId, { name: 'a/b\\c "é".mov' })
    const expected = {
      csv: ['text/csv; charset=utf-8', 'csv'],
      edl: ['text/plain; charset=utf-8', 'edl'],
      fcpxml: ['application/xml; charset=utf-8', 'fcpxml'],
      avid: ['text/plain; charset=utf-8', 'txt'],
    }
    for (const format of markerFormats) {
      const { headers } = await exportClip(moId, format)
      const [mediaType, extension] = expected[format]
      assert.equal(headers.get('content-type'), mediaType)
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="a_b_c ___.${extension}"; filename*=UTF-8''a_b_c%20%22%C3%A9%22.${extension}`,
      )
    }
  })

  test('are named as their clip, whose name may have dots', async () => {
    const { headers } = await exportClip(await createClip(kit, prId, { name: 'Interview.Anna' }), 'csv')
    assert.match(headers.get('content-disposition') ?? '', /filename="Interview\.Anna\.csv"/)
  })

  // review-29
  test('of a picture or a document are in a table; the other formats need frames', async () => {
    const moId = await createClip(kit, prId, { sampleRate: null })
    await say(kit.admin, prId, moId, { description: 'too dark' })
    assert.match(await (await exportClip(moId)).text(), /"Interview","","0","","admin","too dark"/)
    for (const format of ['edl', 'fcpxml', 'avid'] as const) {
      await assert.rejects(exportClip(moId, format), refusedAt('/format'))
    }
    const odd = await createClip(kit, prId, { sampleRate: { num: 15, den: 1 } })
    await assert.rejects(exportClip(odd, 'edl'), refusedAt('/format'), 'no timecode at 15 frames per second')
    await exportClip(odd, 'fcpxml')
  })

  // review-29
  test('of which there are none are an empty file', async () => {
    const moId = await createClip(kit, prId)
    assert.equal((await (await exportClip(moId)).text()).split('\r\n').length, 2)
    assert.equal(await (await exportClip(moId, 'avid')).text(), '')
  })

  // review-32
  test('need PRODUCTION_VIEW, a format that there is, and a clip of this production', async () => {
    const moId = await createClip(kit, prId)
    const { api } = await kit.createMember(prId, { rights: ['REVIEW_EDIT'] })
    await assert.rejects(exportClip(moId, 'csv', api), { name: 'ForbiddenError', data: { right: 'PRODUCTION_VIEW' } })
    await assert.rejects(exportClip(moId, 'pdf' as 'csv'), { name: 'BadRequestError' })
    await assert.rejects(exportClip(987_654_321), { name: 'NotFoundError' })
    await assert.rejects(exportCollection(987_654_321), { name: 'NotFoundError' })
    const other = await kit.createProduction()
    const place = { prId: other.id, query: {} }
    await assert.rejects(kit.admin.review.exportComments({ ...place, moId }), { name: 'NotFoundError' })
    const id = await collect('Here', { mediaObjectId: moId })
    await assert.rejects(kit.admin.review.exportCommentsOfCollection({ ...place, id }), { name: 'NotFoundError' })
  })
})

describe('the comments of a collection', () => {
  // review-30
  test('lie over its clips and subclips one after another, from 01:00:00:00', async () => {
    const one = await createClip(kit, prId, { name: 'One' })
    const two = await createClip(kit, prId, { name: 'Two', timecodeFrames: 0 })
    const still = await createClip(kit, prId, { name: 'Still', sampleRate: null })
    const part = await kit.admin.annotations.createClipAnnotation({
      prId,
      moId: one,
      type: 'clip',
      body: { start: 100, end: 150 },
    })
    const inPart = await say(kit.admin, prId, one, { start: 110, description: 'in the part' })
    await say(kit.admin, prId, one, { start: 150, description: 'behind the part' })
    await say(kit.admin, prId, two, { start: 25, description: 'in two' })
    await say(kit.admin, prId, still, { description: 'on the still' })
    const id = await collect(
      'Cut/1',
      { annotationId: part.id },
      { mediaObjectId: still },
      { annotationId: inPart.id },
      { mediaObjectId: two },
    )
    assert.equal(
      await (await exportCollection(id, 'avid')).text(),
      'admin\t01:00:00:10\tV1\tred\tin the part\t1\nadmin\t01:00:03:00\tV1\tred\tin two\t1\n',
    )
    const list = await (await exportCollection(id, 'edl')).text()
    assert.match(list, /^TITLE: Cut\/1\r\nFCM: NON-DROP FRAME\r\n/)
    assert.ok(list.includes('001  AX       V     C        10:00:04:00 10:00:06:00 01:00:00:00 01:00:02:00\r\n'))
    assert.ok(list.includes('002  AX       V     C        00:00:00:00 00:00:40:00 01:00:02:00 01:00:42:00\r\n'))
    const table = await (await exportCollection(id)).text()
    assert.deepEqual(
      table.match(/"comment","\w+","[^"]*","\d+","[^"]*"/g),
      [
        '"comment","One","10:00:04:10","110","01:00:00:10"',
        '"comment","Still","","0",""',
        '"comment","Two","00:00:01:00","25","01:00:03:00"',
      ],
      'what has no length is in the table only',
    )
    assert.match(
      await (await exportCollection(id, 'fcpxml')).text(),
      /<sequence format="f1" duration="42s" tcStart="3600s"/,
    )
    const { headers } = await exportCollection(id)
    assert.match(headers.get('content-disposition') ?? '', /filename="Cut_1.csv"/)
  })

  // review-30
  test('without anything to see have a table and nothing else', async () => {
    const id = await collect('Empty')
    assert.equal((await (await exportCollection(id)).text()).split('\r\n').length, 2)
    await assert.rejects(exportCollection(id, 'edl'), refusedAt('/format'))
  })

  // review-30
  test('of a clip whose length is not known yet are all there', async () => {
    const moId = await createClip(kit, prId, { sampleRate: RATE_25, frameCount: 0 })
    await say(kit.admin, prId, moId, { start: 5000, description: 'late' })
    const id = await collect('Growing', { mediaObjectId: moId })
    assert.match(await (await exportCollection(id, 'avid')).text(), /01:03:20:00\tV1\tred\tlate/)
  })
})

describe('a visitor', () => {
  // review-31
  test('is given what the share opens, and no name of the team', async () => {
    const [inside, outside] = [await createClip(kit, prId), await createClip(kit, prId)]
    const id = await collect('Shared', { mediaObjectId: inside })
    const elsewhere = await collect('Not shared', { mediaObjectId: inside })
    const [ann, bob] = [
      await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'ann'),
      await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'bob'),
    ]
    await say(kit.admin, prId, inside, { start: 1, description: 'of the team' })
    await say(ann, prId, inside, { start: 2, description: 'of ann' })
    await say(bob, prId, inside, { start: 3, description: 'of bob' })
    const texts = [
      await (await exportClip(inside, 'avid', ann)).text(),
      await (await exportCollection(id, 'csv', ann)).text(),
    ]
    for (const text of texts) {
      assert.match(text, /of the team/)
      assert.match(text, /ann/)
      assert.doesNotMatch(text, /bob|admin/)
    }
    assert.match(await (await exportClip(inside, 'avid')).text(), /admin.*\n(.*\n)*bob/)
    await assert.rejects(exportClip(outside, 'csv', ann), { name: 'NotFoundError' })
    await assert.rejects(exportCollection(elsewhere, 'csv', ann), { name: 'NotFoundError' })
    const body = { content: '', format: 'csv' } as const
    await assert.rejects(ann.review.importComments({ prId, moId: inside, body }), { name: 'ForbiddenError' })
  })
})
