import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type JsonPatch, ServiceError, type SubtitleAnnotation } from '@rushes/contract'
import { sql } from 'kysely'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createRuns, linesOf } from '../automatic/testing/scene.ts'

let kit: TestService
let prId: number
let runs: ReturnType<typeof createRuns>
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
  runs = createRuns(kit, prId)
})
after(() => kit.stop())

const key = `en;${presetId}`
const list = '/structuredDescription/subtitles'

describe('the status of subtitles', () => {
  // subtitles-29, subtitles-30
  test('is EDITING from the first edit on, and starts over when they are deleted', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    assert.deepEqual(await runs.statuses(subtitles.moId), {})
    await subtitles.patch([{ op: 'test', path: '/language', value: 'en' }])
    assert.deepEqual(await runs.statuses(subtitles.moId), {})
    await subtitles.add(entry(1, 2))
    assert.deepEqual(await runs.statuses(subtitles.moId), { [key]: 'EDITING' })
    const { version } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: subtitles.moId })
    await subtitles.add(entry(3, 4))
    const clip = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: subtitles.moId })
    assert.equal(clip.version, version, 'further edits leave the clip alone')
    await subtitles.delete()
    assert.deepEqual(await runs.statuses(subtitles.moId), {})
  })

  // subtitles-31
  test('COMPLETED: "blocked until status set to `EDITING`"', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const { version } = await subtitles.get()
    await runs.setStatus(subtitles.moId, key, 'COMPLETED')
    const before = await subtitles.get()
    await assert.rejects(subtitles.add(entry(1, 2)), refusal(409, 'EDITING'))
    await assert.rejects(subtitles.put({ version, structuredDescription: { subtitles: [] } }), refusal(409, 'EDITING'))
    await assert.rejects(subtitles.delete(), refusal(409, 'EDITING'))
    assert.deepEqual(await subtitles.get(), before)
    await runs.setStatus(subtitles.moId, key, 'EDITING')
    assert.equal((await subtitles.add(entry(1, 2))).structuredDescription.subtitles.length, 1)
  })

  // subtitles-32
  test('is found by its tag', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await subtitles.add(entry(1, 2))
    const fq = [`subtitlingStatusLanguagePresetTags:(EDITING;*;${presetId})`, `mediaObjectId:${subtitles.moId}`]
    const found = await kit.admin.annotations.searchAnnotations({ prId, query: { q: '*', fq } })
    assert.equal(found.numFound, 1)
  })
})

describe('the order of a patched list', () => {
  const startsOf = ({ structuredDescription: { subtitles } }: SubtitleAnnotation) => subtitles.map(({ start }) => start)

  // subtitles-18
  test('within a request each index is one of the list as patched so far (RFC 6902); then it is sorted by start', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await subtitles.add(entry(10, 40), entry(50, 90))
    const path = '/structuredDescription/subtitles'
    const patched = await subtitles.patch([
      { op: 'add', path: `${path}/-`, value: entry(0, 5) },
      { op: 'test', path: `${path}/2/start`, value: 0 },
      { op: 'replace', path: `${path}/2/textParts/0/content`, value: 'First' },
      { op: 'move', from: `${path}/2`, path: `${path}/1` },
      { op: 'remove', path: `${path}/0` },
      { op: 'test', path: `${path}/0/textParts/0/content`, value: 'First' },
    ])
    assert.deepEqual(startsOf(patched), [0, 50])
    assert.equal(patched.structuredDescription.subtitles[0]?.textParts?.[0]?.content, 'First')
    const moved = await subtitles.patch([{ op: 'move', from: `${path}/1`, path: `${path}/0` }])
    assert.deepEqual(startsOf(moved), [0, 50])
  })
})

describe('two editors on one list', () => {
  // subtitles-19
  test('lose nothing: each edit that was answered is there, whatever the other did meanwhile', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await subtitles.add(...Array.from({ length: 20 }, (_, index) => entry(index * 40, index * 40 + 20, `old ${index}`)))

    /** Changes the text of a subtitle wherever it stands by now: guarded by a test of what it was, until that holds. */
    async function rewrite(old: string, text: string): Promise<void> {
      for (;;) {
        const { subtitles: entries } = (await subtitles.get()).structuredDescription
        const index = linesOf(entries).findIndex(([, , line]) => line === old)
        const path = `${list}/${index}/textParts/0/content`
        const patch: JsonPatch = [
          { op: 'test', path, value: old },
          { op: 'replace', path, value: text },
        ]
        try {
          return void (await subtitles.patch(patch))
        } catch (error) {
          if (!(error instanceof ServiceError && error.status === 409)) throw error
        }
      }
    }
    const writer = async () => {
      for (let index = 0; index < 20; index += 2) await rewrite(`old ${index}`, `new ${index}`)
    }
    const inserter = async () => {
      for (let index = 0; index < 10; index++)
        await subtitles.add(entry(index * 80 + 25, index * 80 + 35, `between ${index}`))
    }
    await Promise.all([writer(), inserter()])
    const { subtitles: entries } = (await subtitles.get()).structuredDescription
    const expected = Array.from({ length: 20 }, (_, index) => index).flatMap(index => [
      index % 2 === 0 ? `new ${index}` : `old ${index}`,
      ...(index % 2 === 0 ? [`between ${index / 2}`] : []),
    ])
    assert.deepEqual(
      linesOf(entries).map(([, , text]) => text),
      expected,
    )
  })

  test('and a replacement by a stale version takes nothing away', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const { version } = await subtitles.get()
    const answers = await Promise.allSettled([
      subtitles.add(entry(1, 2, 'patched')),
      subtitles.put({ version, structuredDescription: { subtitles: [entry(3, 4, 'put')] } }),
    ])
    const lines = linesOf((await subtitles.get()).structuredDescription.subtitles).map(([, , text]) => text)
    const isPut = answers[1].status === 'fulfilled'
    assert.deepEqual(lines, isPut ? ['patched', 'put'].filter(text => lines.includes(text)) : ['patched'])
    assert.ok(lines.includes('patched') && lines.includes('put') === isPut)
  })
})

describe('an edit among many subtitles', () => {
  /** Which transaction wrote each row, in order. */
  const listWriters = async (id: number) => {
    const { rows } = await sql<{ writer: string }>`
      select xmin::text as writer from subtitle_entry where annotation_id = ${id}::bigint order by position`.execute(
      kit.service.platform.database,
    )
    return rows.map(({ writer }) => writer)
  }
  const create = async (count: number) => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const { id } = await subtitles.add(
      ...Array.from({ length: count }, (_, index) => entry(index * 20, index * 20 + 15)),
    )
    return { ...subtitles, id }
  }
  const cases: [string, JsonPatch, number][] = [
    ['a change', [{ op: 'replace', path: `${list}/7/textParts/0/content`, value: 'New' }], 40],
    ['an insertion', [{ op: 'add', path: `${list}/0`, value: entry(145, 150) }], 41],
    ['an addition', [{ op: 'add', path: `${list}/-`, value: entry(900, 910) }], 41],
    ['a removal', [{ op: 'remove', path: `${list}/7` }], 39],
  ]
  for (const [name, patch, count] of cases) {
    test(`writes the rows that it names: ${name}`, async () => {
      const subtitles = await create(40)
      const before = new Set(await listWriters(subtitles.id))
      const patched = await subtitles.patch(patch)
      const writers = await listWriters(subtitles.id)
      assert.equal(writers.length, count)
      assert.equal(writers.filter(writer => !before.has(writer)).length, name === 'a removal' ? 0 : 1)
      assert.deepEqual((await subtitles.get()).structuredDescription, patched.structuredDescription)
      const read = await kit.admin.annotations.getAnnotation({ prId, anId: subtitles.id })
      assert.deepEqual(read.structuredDescription, patched.structuredDescription)
    })
  }

  test('keeps members that nobody knows, null, numbers and order as they were sent', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const sent = {
      zebra: null,
      start: 1,
      end: 2,
      own: { b: [1.5e-7, 9007199254740991, -0.25], a: 'é \u2028 "' },
      textParts: [],
    }
    await subtitles.add(sent)
    const [stored] = (await subtitles.get()).structuredDescription.subtitles
    assert.equal(JSON.stringify(stored), JSON.stringify(sent))
  })

  test('finds a place for as many as are inserted at one point', async () => {
    const subtitles = await create(2)
    for (let turn = 0; turn < 25; turn++) {
      await subtitles.patch([{ op: 'add', path: `${list}/1`, value: entry(20, 25, `turn ${turn}`) }])
    }
    const lines = linesOf((await subtitles.get()).structuredDescription.subtitles).map(([, , text]) => text)
    const turns = Array.from({ length: 25 }, (_, index) => `turn ${24 - index}`)
    assert.deepEqual(lines, ['from 0', ...turns, 'from 20'])
  })

  test('is undone with all of its rows where a later step fails', async () => {
    const subtitles = await create(3)
    const before = await subtitles.get()
    await assert.rejects(
      subtitles.put({ version: before.version - 1, structuredDescription: { subtitles: [] } }),
      refusal(409),
    )
    assert.deepEqual(await subtitles.get(), before)
  })
})

describe('what is read of subtitles', () => {
  test('is what is stored, also after a patch that was undone, and after a change by another way', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const { id, structuredDescription } = await subtitles.add(entry(10, 20, 'One'))
    await assert.rejects(
      subtitles.patch([
        { op: 'remove', path: `${list}/0` },
        { op: 'add', path: `${list}/-`, value: entry(5, 4) },
      ]),
      refusalAt('ValidationError', `${list}/0/start`),
    )
    assert.deepEqual((await subtitles.get()).structuredDescription, structuredDescription)
    await kit.admin.annotations.patchAnnotation({
      prId,
      anId: id,
      body: [{ op: 'add', path: '/label', value: 'Mine' }],
    })
    const labelled = await subtitles.get()
    assert.deepEqual([labelled.label, labelled.structuredDescription], ['Mine', structuredDescription])
    await subtitles.delete()
    assert.deepEqual((await subtitles.get()).structuredDescription.subtitles, [])
  })

  // subtitles-28
  test('is what is found: each edit by its words at once, and no longer by those that it took away', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await subtitles.add(...Array.from({ length: 120 }, (_, index) => entry(index * 5, index * 5 + 4, `Line${index}`)))
    const find = async (word: string) =>
      (await kit.admin.annotations.searchAnnotations({ prId, query: { q: word } })).numFound
    for (let turn = 0; turn < 5; turn++) {
      const path = `${list}/${turn * 7}/textParts/0/content`
      await subtitles.patch([{ op: 'replace', path, value: `Written${turn}` }])
      assert.deepEqual([await find(`Written${turn}`), await find(`Line${turn * 7}`), await find('Line1')], [1, 0, 1])
    }
    const { id } = await subtitles.get()
    await sql`update subtitle_entry set entry = replace(entry::text, '"Line1"', '"Elsewhere"')::json
      where annotation_id = ${id}`.execute(kit.service.platform.database)
    await sql`update annotation set version = version + 1 where id = ${id}`.execute(kit.service.platform.database)
    await subtitles.patch([{ op: 'replace', path: `${list}/2/textParts/0/content`, value: 'Later' }])
    assert.deepEqual([await find('Elsewhere'), await find('Later'), await find('Line1')], [1, 1, 0])
  })

  // subtitles-20
  test('faults are reported at the place that they have in the whole list', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    await subtitles.add(entry(10, 20), entry(30, 40), entry(50, 60))
    await assert.rejects(
      subtitles.patch([{ op: 'replace', path: `${list}/1/end`, value: 'x' }]),
      refusalAt('ValidationError', `${list}/1/end`),
    )
    await assert.rejects(
      subtitles.patch([{ op: 'add', path: `${list}/2/textParts/0/style`, value: 'bold' }]),
      refusalAt('ValidationError', `${list}/2/textParts/0/style`),
    )
  })
})
