import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { FileBody, type MarkerFile } from '@rushes/contract'
import { RATE_29_97 } from '@rushes/timebase'
import { refusedAt } from '../../../../test/refusal.ts'
import { createPhoneFilm } from '../../../../test/scene/phone-film.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip, say } from '../testing/scene.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const csv = (text: string) => new FileBody('text/csv', Buffer.from(text))
const edl = (...lines: string[]) => new FileBody('application/x-edl', Buffer.from(lines.join('\r\n')))

function importTo(moId: number, body: FileBody | MarkerFile, api: Client = kit.admin) {
  return api.review.importComments({ prId, moId, body })
}

async function exportOf(moId: number, format: 'csv' | 'edl', api: Client = kit.admin): Promise<FileBody> {
  const text = await (await api.review.exportComments({ prId, moId, query: { format } })).text()
  return format === 'csv' ? csv(text) : edl(text)
}

async function commentsOf(moId: number) {
  const query = { fq: ['funnel:ReviewComment'], rows: 1000, sort: 'start asc, id asc' }
  const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query })
  return results
}

const sums = ({ created, unchanged, refused }: Awaited<ReturnType<typeof importTo>>) => [created, unchanged, refused]

describe('what was exported', () => {
  // review-43
  test('has comments for the team only where they are asked for, and is known on the clip all the same', async () => {
    const moId = await createClip(kit, prId)
    await say(kit.admin, prId, moId, { start: 3, description: 'for everybody' })
    await say(kit.admin, prId, moId, { start: 4, description: 'for the team', securityClasses: ['INTERNAL'] })
    assert.doesNotMatch(String(Buffer.from((await exportOf(moId, 'csv')).bytes)), /for the team/)
    const query = { includeInternal: true }
    const whole = await (await kit.admin.review.exportComments({ prId, moId, query })).text()
    assert.match(whole, /for the team/)
    assert.deepEqual(sums(await importTo(moId, csv(whole))), [0, 2, 0])
  })

  for (const [format, line] of [
    ['csv', '"01:00:02:02","61","01:00:02:02"'],
    ['edl', '* LOC: 01:00:02:02 RED'],
  ] as const) {
    // review-33
    test(`of a clip with a variable rate has labels in ${format}, and is read back to the picture`, async () => {
      const moId = await createPhoneFilm(kit, prId)
      for (const start of [10, 61, 119]) await say(kit.admin, prId, moId, { start, description: `at ${start}` })
      const file = await exportOf(moId, format)
      assert.ok(String(Buffer.from(file.bytes)).includes(line), String(Buffer.from(file.bytes)))
      assert.deepEqual(sums(await importTo(moId, file)), [0, 3, 0])
      const other = await createPhoneFilm(kit, prId)
      assert.deepEqual(sums(await importTo(other, file)), [3, 0, 0])
      assert.deepEqual(
        (await commentsOf(other)).map(({ start }) => start),
        [10, 61, 119],
      )
    })
  }

  for (const format of ['csv', 'edl'] as const) {
    // review-33
    test(`as ${format} and is imported again changes nothing, also after a second time`, async () => {
      const moId = await createClip(kit, prId, { sampleRate: RATE_29_97, dropFrame: true, timecodeFrames: 107_892 })
      const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
      const root = await say(api, prId, moId, { start: 150, description: 'Two\nlines, =1+1 "quoted" 🎬' })
      await say(kit.admin, prId, moId, { start: 150, description: 'indeed', relatedToId: root.id })
      await say(kit.admin, prId, moId, { start: 0, description: 'the whole clip', ignoreTimecode: true })
      for (const start of [0, 7, 7, 999]) await say(api, prId, moId, { start, description: 'said twice' })
      await say(kit.admin, prId, moId, { start: 5 })
      const file = await exportOf(moId, format)
      for (const round of [1, 2]) {
        const result = await importTo(moId, file)
        assert.deepEqual(sums(result), [0, 8, 0], `round ${round}: ${JSON.stringify(result.lines)}`)
      }
      assert.equal((await commentsOf(moId)).length, 8)
    })

    // review-33
    test(`as ${format} is created once in another clip: frames, texts, authors, threads`, async () => {
      const from = await createClip(kit, prId)
      const { api, user } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
      const root = await say(api, prId, from, { start: 40, description: 'first\tone' })
      await say(kit.admin, prId, from, { start: 40, description: '@{3,karel2000} see', relatedToId: root.id })
      const file = await exportOf(from, format)
      const to = await createClip(kit, prId)
      const first = await importTo(to, file)
      assert.deepEqual(sums(first), [2, 0, 0])
      assert.deepEqual(sums(await importTo(to, file)), [0, 2, 0])
      const [comment, reply] = await commentsOf(to)
      assert.equal(comment?.start, 40)
      assert.equal(comment?.description, 'first\tone')
      assert.equal(comment?.source, user.username, 'whom the file names stays known')
      assert.equal(reply?.description, '@{3,karel2000} see')
      assert.equal(reply?.relatedToId, comment?.id)
      assert.equal(reply?.source, undefined, 'the caller’s own words need no source')
      assert.deepEqual(Buffer.from((await exportOf(to, 'edl')).bytes), Buffer.from((await exportOf(from, 'edl')).bytes))
    })
  }
})

describe('a file of another system', () => {
  // review-34
  test('gives the locators of an edit list, by the timecode of the clip', async () => {
    const moId = await createClip(kit, prId)
    const file = edl(
      'TITLE: NOTES',
      'FCM: NON-DROP FRAME',
      '001  AX V C 10:00:00:00 10:00:40:00 10:00:00:00 10:00:40:00',
      '* LOC: 10:00:05:00 RED     ANIM FIX NEEDED',
      '* LOC: 10:00:06:12 BLUE',
      '* LOC: 09:00:00:00 RED     before the clip',
      '* LOC: 10:00:99:00 RED     no time',
      '',
      '002  001      V     C        10:00:08:00 10:00:08:01 10:00:08:00 10:00:08:01',
      'a note |C:ResolveColorBlue |M:Marker 1 |D:25',
    )
    const result = await importTo(moId, file)
    assert.deepEqual(sums(result), [3, 0, 2])
    const ranges = (await commentsOf(moId)).map(({ structuredDescription }) => structuredDescription)
    assert.deepEqual(ranges, [undefined, undefined, { range: { start: 200, end: 225 } }])
    const table = Buffer.from((await exportOf(moId, 'csv')).bytes).toString()
    assert.deepEqual(table.match(/"\d*"(?=\r\n)/g), ['""', '""', '"25"'])
    assert.deepEqual(
      result.lines.map(({ line, outcome }) => [line, outcome]),
      [
        [4, 'created'],
        [5, 'created'],
        [6, 'refused'],
        [7, 'refused'],
        [10, 'created'],
      ],
    )
    assert.match(result.lines[2]?.message ?? '', /outside the clip, which has 1000/)
    assert.deepEqual(
      (await commentsOf(moId)).map(({ start, end, description }) => [start, end, description]),
      [
        [125, 126, 'ANIM FIX NEEDED'],
        [162, 163, undefined],
        [200, 201, 'a note'],
      ],
    )
    assert.deepEqual(sums(await importTo(moId, file)), [0, 3, 2])
  })

  // review-34
  test('gives the rows of a table with a column for the comment and one for the time, in any order', async () => {
    const moId = await createClip(kit, prId)
    const result = await importTo(moId, csv('User;Note;TC\r\nAnn;"one; two";10:00:01:00\r\n;whole;\r\nBob;bad;1:2\r\n'))
    assert.deepEqual(sums(result), [2, 0, 1])
    const [whole, one] = await commentsOf(moId)
    const { description, start, ignoreTimecode } = await kit.admin.annotations.getAnnotation({
      prId,
      anId: Number(whole?.id),
    })
    assert.deepEqual([description, start, ignoreTimecode], ['whole', 0, true])
    assert.deepEqual([one?.description, one?.source, one?.start], ['one; two', 'Ann', 25])
  })

  // review-34
  test('arrives within JSON, too, with a name that says what it is', async () => {
    const moId = await createClip(kit, prId)
    const content = Buffer.from('Comment,Frame\nx,3\n').toString('base64')
    assert.deepEqual(sums(await importTo(moId, { content, fileName: 'Notes.CSV' })), [1, 0, 0])
    assert.deepEqual(sums(await importTo(moId, { content, format: 'csv' })), [0, 1, 0])
    await assert.rejects(importTo(moId, { content, fileName: 'notes.xlsx' }), refusedAt('/fileName'))
    await assert.rejects(importTo(moId, { content }), refusedAt('/fileName'))
    await assert.rejects(importTo(moId, { content: '*', format: 'csv' }), { name: 'BadRequestError' })
  })
})

describe('an import', () => {
  // review-35
  test('by two at once creates everything once', async () => {
    const moId = await createClip(kit, prId)
    const file = csv(
      `Comment,Frame\n${Array.from({ length: 20 }, (_, index) => `note ${index},${index}`).join('\n')}\n`,
    )
    const results = await Promise.all([1, 2, 3].map(() => importTo(moId, file)))
    assert.deepEqual(results.map(({ created }) => created).sort(), [0, 0, 20])
    assert.equal((await commentsOf(moId)).length, 20)
  })

  // review-33
  test('needs REVIEW_EDIT', async () => {
    const moId = await createClip(kit, prId)
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT_ALL', 'LOG_EDIT'] })
    await assert.rejects(importTo(moId, csv('Comment,Frame\nx,1\n'), api), {
      name: 'ForbiddenError',
      data: { right: 'REVIEW_EDIT' },
    })
    const other = await kit.createProduction()
    const owner = await kit.createMember(other.id, { roles: ['Production Administrator'] })
    await assert.rejects(owner.api.review.importComments({ prId: other.id, moId, body: csv('Comment,Frame\nx,1\n') }), {
      name: 'NotFoundError',
    })
    await assert.rejects(importTo(987_654_321, csv('Comment,Frame\nx,1\n')), { name: 'NotFoundError' })
  })

  // review-36
  test('of what is no file of markers is refused, and of too many', async () => {
    const moId = await createClip(kit, prId)
    for (const text of ['', 'just text', 'Comment\nx\n', 'Frame\n1\n', '\u0000\u0001', 'Comment,Frame\nx,y\n']) {
      await assert.rejects(importTo(moId, csv(text)), refusedAt('/'), JSON.stringify(text))
    }
    await assert.rejects(importTo(moId, csv(`Comment,Frame\n${'x,1\n'.repeat(5001)}`)), refusedAt('/'))
    assert.deepEqual(sums(await importTo(moId, edl('TITLE: empty'))), [0, 0, 0], 'a list may say nothing')
    await assert.rejects(importTo(moId, new FileBody('image/png', Buffer.from('x'))), {
      name: 'UnsupportedMediaTypeError',
    })
    assert.equal((await commentsOf(moId)).length, 0)
  })

  // review-36
  test('of a body of the wrong shape is 400, or 415 for what is no such file', async () => {
    const moId = await createClip(kit, prId)
    const post = async (contentType: string, body: string) => {
      const headers = { 'content-type': contentType, authorization: `Bearer ${kit.admin.options.token}` }
      const address = `${kit.url}/production/${prId}/mo/${moId}/comment/import`
      return (await fetch(address, { method: 'POST', headers, body })).status
    }
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '{"content": 5}',
      '{"content": "", "format": "fcpxml"}',
      '{"content": "", "x": 1}',
    ]) {
      assert.equal(await post('application/json', body), 400, body)
    }
    assert.equal(await post('text/plain', 'Comment,Frame\nx,1\n'), 415)
    assert.equal(await post('application/xml', '<x/>'), 415)
    assert.equal(await post('text/csv; charset=utf-8', 'Comment,Frame\nx,1\n'), 200)
    assert.equal(await post('text/csv', 'x'.repeat(17 * 1024 * 1024)), 413)
  })

  test('of hostile texts keeps them, or refuses them line by line', async () => {
    const moId = await createClip(kit, prId)
    const result = await importTo(
      moId,
      csv(`Comment,Frame,Author\n"nul \u0000",1,\n<script>,2,${'a'.repeat(1001)}\n"a'; drop table annotation --",3,\n`),
    )
    assert.deepEqual(
      result.lines.map(({ outcome }) => outcome),
      ['refused', 'refused', 'created'],
    )
    const json = '* MARKER: {"text":"\\ud800"}'
    assert.deepEqual(sums(await importTo(moId, edl('* LOC: 10:00:01:00 RED     \ufffd', json))), [1, 0, 0])
  })

  // review-37
  test('of a list that counts otherwise than the clip is refused, not guessed', async () => {
    const moId = await createClip(kit, prId, { sampleRate: RATE_29_97, timecodeFrames: 0 })
    const file = edl('FCM: DROP FRAME', '* LOC: 00:00:01;00 RED     x', '* LOC: 00:00:02:00 RED     y')
    await assert.rejects(importTo(moId, file), /drop frame, but the clip counts non-drop frame/)
  })
})
