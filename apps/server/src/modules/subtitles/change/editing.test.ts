import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type JsonPatch, ServiceError, type SubtitleAnnotation } from '@rushes/contract'
import { sql } from 'kysely'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { waitForIndex } from '../../search/index.ts'
import { createRuns, linesOf } from '../testing/scene.ts'

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

describe('an edit of one subtitle among many', () => {
  const readStored = async (id: number) => {
    const { rows } = await sql<{ whole: string; changes: number }>`
      select structured_description::text as whole, pg_column_size(content_changes) as changes
      from annotation where id = ${id}::bigint`.execute(kit.service.platform.database)
    return rows[0]!
  }

  test('is written beside the others, which stay as they are, until there are many; every way of reading sees it', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await subtitles.get()
    const { id } = await subtitles.add(...Array.from({ length: 40 }, (_, index) => entry(index * 20, index * 20 + 15)))
    const stored = await readStored(id)
    const long = 'x'.repeat(9_000)
    for (let index = 0; index < 40; index++) {
      const patched = await subtitles.patch([
        { op: 'replace', path: `${list}/${index}/textParts/0/content`, value: `${index} ${long}` },
      ])
      const read = await kit.admin.annotations.getAnnotation({ prId, anId: id })
      assert.deepEqual(read.structuredDescription, patched.structuredDescription)
      const now = await readStored(id)
      assert.ok(now.changes <= 65_536, `${now.changes} bytes`)
      if (index === 0) assert.equal(now.whole, stored.whole)
    }
    const edited = await subtitles.get()
    assert.notEqual((await readStored(id)).whole, stored.whole)
    assert.deepEqual(await subtitles.get(), edited)
    const read = await kit.admin.annotations.getAnnotation({ prId, anId: id })
    assert.deepEqual(read.structuredDescription, edited.structuredDescription)
    await waitForIndex(kit.service.platform, 30_000)
    const found = await kit.admin.annotations.searchAnnotations({ prId, query: { q: `"39 ${long.slice(0, 100)}"` } })
    assert.deepEqual(
      found.results.map(result => result.id),
      [id],
    )
    const { version } = await subtitles.get()
    const replaced = await subtitles.put({ version, structuredDescription: { subtitles: [entry(1, 2, 'all')] } })
    assert.equal(replaced.structuredDescription.subtitles.length, 1)
    assert.equal((await readStored(id)).changes < 10, true)
  })
})

describe('what is remembered of subtitles', () => {
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
    await sql`update annotation set structured_description = jsonb_set(structured_description,
      '{subtitles,1,textParts,0,content}', '"Elsewhere"'), version = version + 1
      where id = ${(await subtitles.get()).id}`.execute(kit.service.platform.database)
    await subtitles.patch([{ op: 'replace', path: `${list}/2/textParts/0/content`, value: 'Later' }])
    assert.deepEqual([await find('Elsewhere'), await find('Later'), await find('Line1')], [1, 1, 0])
  })

  // subtitles-20
  test('faults are told at the place that they have in the whole list', async () => {
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
