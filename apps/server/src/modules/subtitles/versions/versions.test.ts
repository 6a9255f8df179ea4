import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { createProduction, entry, presetId, readAnnotation, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

/** A clip with subtitles in English, and a place for others in Dutch. */
async function createOriginal() {
  const english = await subtitlesOf(kit, prId)
  const { id } = await english.get()
  const dutch = { prId, moId: english.moId, language: 'nl', presetId }
  const put = (body: object) => kit.admin.subtitles.replaceSubtitle({ ...dutch, body: body as never })
  return { english, id, dutch, put }
}
const empty = { structuredDescription: { subtitles: [] } }

describe('translatedFromId', () => {
  // subtitles-11
  test('is said when subtitles are created, and `includeTranslatedToIds` tells the other way', async () => {
    const { english, id, put } = await createOriginal()
    const translated = await put({ version: 0, translatedFromId: id, ...empty })
    assert.equal(translated.translatedFromId, id)
    assert.deepEqual((await english.get({ includeTranslatedToIds: true })).translatedToIds, [translated.id])
    assert.equal((await english.get()).translatedToIds, undefined)
  })

  // subtitles-34
  test('is set, changed and taken away by PATCH and by PUT', async () => {
    const { id, dutch, put } = await createOriginal()
    const made = await put({ version: 0, ...empty })
    assert.equal(made.translatedFromId, undefined)
    const patch = (op: string, value?: number) =>
      kit.admin.subtitles.patchSubtitle({
        ...dutch,
        body: [{ op, path: '/translatedFromId', ...(value !== undefined && { value }) } as never],
      })
    assert.equal((await patch('add', id)).translatedFromId, id)
    assert.equal((await readAnnotation(await kit.admin.subtitles.getSubtitle(dutch))).translatedFromId, id)
    const { version, ...removed } = await patch('remove')
    assert.equal(removed.translatedFromId, undefined)
    const again = await put({ version, translatedFromId: id, ...empty })
    assert.equal(again.translatedFromId, id)
    assert.equal((await put({ version: again.version, ...empty })).translatedFromId, undefined)
  })

  // subtitles-34
  test('must be other subtitles of the same clip, without a circle', async () => {
    const { english, id, put, dutch } = await createOriginal()
    const elsewhere = await (await subtitlesOf(kit, prId)).get()
    const clip = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: dutch.moId })
    const refused = refusalAt('ValidationError', '/translatedFromId')
    for (const translatedFromId of [elsewhere.id, clip.id, 999_999_999]) {
      await assert.rejects(put({ version: 0, translatedFromId, ...empty }), refused)
    }
    const translated = await put({ version: 0, translatedFromId: id, ...empty })
    for (const value of [id, translated.id]) {
      await assert.rejects(english.patch([{ op: 'add', path: '/translatedFromId', value }]), refused)
    }
    await assert.rejects(english.patch([{ op: 'add', path: '/translatedFromId', value: 'x' }]), refused)
    const anywhere = kit.admin.annotations.patchAnnotation({
      prId,
      anId: id,
      body: [{ op: 'add', path: '/translatedFromId', value: translated.id }],
    })
    await assert.rejects(anywhere, refusal(422))
  })
})

describe('two languages side by side', () => {
  // subtitles-36
  test('what is shown together is in one row, with the frames by which they differ', async () => {
    const { english, id, put, dutch } = await createOriginal()
    await english.add(entry(10, 50, 'One'), entry(60, 100, 'Two and three'), entry(300, 340, 'Only here'))
    const subtitles = [
      entry(12, 48, 'Een'),
      entry(60, 78, 'Twee'),
      entry(80, 104, 'en drie'),
      entry(500, 520, 'Alleen daar'),
    ]
    const translated = await put({ version: 0, translatedFromId: id, structuredDescription: { subtitles } })
    const comparison = await kit.admin.subtitles.compareSubtitles({
      prId,
      moId: dutch.moId,
      language: 'en',
      otherLanguage: 'nl',
      query: { presetId, otherPresetId: presetId },
    })
    assert.deepEqual([comparison.subtitle.id, comparison.otherSubtitle.translatedFromId], [id, id])
    assert.equal(comparison.otherSubtitle.version, translated.version)
    assert.deepEqual([comparison.together, comparison.alone, comparison.otherAlone], [2, 1, 1])
    assert.deepEqual(
      comparison.rows.map(row => [
        row.start,
        row.end,
        row.entries.map(({ text }) => text),
        row.otherEntries.map(({ text }) => text),
        row.startDifference,
        row.endDifference,
      ]),
      [
        [10, 50, ['One'], ['Een'], 2, -2],
        [60, 104, ['Two and three'], ['Twee', 'en drie'], 0, 4],
        [300, 340, ['Only here'], [], undefined, undefined],
        [500, 520, [], ['Alleen daar'], undefined, undefined],
      ],
    )
    assert.deepEqual(
      comparison.rows[1]?.otherEntries.map(({ index }) => index),
      [1, 2],
    )
  })

  // subtitles-36
  test('needs both, and the right to see them', async () => {
    const { dutch } = await createOriginal()
    const compare = (change: object, api = kit.admin) =>
      api.subtitles.compareSubtitles({ prId, moId: dutch.moId, language: 'en', otherLanguage: 'nl', ...change })
    await assert.rejects(compare({}), refusal(404, 'nl'))
    await assert.rejects(compare({ query: { presetId: 'unknown' } }), refusalAt('ValidationError', '/subtitlePresetId'))
    await assert.rejects(compare({ otherLanguage: 'n l' }), refusal(400))
    await assert.rejects(compare({}, (await kit.createUser()).api), refusal(403))
  })
})

const key = `en;${presetId}`

async function create() {
  const subtitles = await subtitlesOf(kit, prId)
  const { id } = await subtitles.get()
  await subtitles.add(entry(10, 50))
  const clip = { prId, moId: subtitles.moId }
  const setStatus = (value: string) =>
    kit.admin.annotations.patchMediaObjectAnnotation({
      ...clip,
      body: [{ op: 'add', path: `/subtitlingStatuses/${key}`, value }],
    })
  const getStatuses = async () => (await kit.admin.annotations.getMediaObjectAnnotation(clip)).subtitlingStatuses
  return { ...subtitles, id, setStatus, getStatuses }
}

const deleteInBulk = (...ids: number[]) =>
  kit.admin.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } })

async function deleteByWorkflow(...ids: number[]): Promise<WorkflowMinWrapper> {
  const { id } = await kit.admin.annotations.startBulkWorkflow({ prId, body: { actions: [{ action: 'DELETE', ids }] } })
  const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id })
  return JSON.parse(await response.text()) as WorkflowMinWrapper
}

describe('COMPLETED: "blocked until status set to `EDITING`"', () => {
  // subtitles-31
  test('holds for the deletion and the change at every address', async () => {
    const subtitles = await create()
    const { id } = subtitles
    await subtitles.setStatus('COMPLETED')
    const blocked = refusal(409, `/subtitlingStatuses/${key}`)
    await assert.rejects(subtitles.delete(), blocked)
    await assert.rejects(
      kit.admin.subtitles.deleteSubtitleOfLanguage({ prId, moId: subtitles.moId, language: 'en' }),
      blocked,
    )
    await assert.rejects(kit.admin.annotations.deleteAnnotation({ prId, anId: id, query: {} }), blocked)
    const other = await create()
    await assert.rejects(deleteInBulk(other.id, id), blocked)
    const { taskReports } = await deleteByWorkflow(id, other.id)
    const results = taskReports[0]?.results as { id: number; status: string; error?: { type: string } }[]
    assert.deepEqual(
      results.map(result => [result.id, result.error?.type]),
      [
        [id, 'ConflictError'],
        [other.id, undefined],
      ],
    )
    const body = [{ op: 'add' as const, path: '/label', value: 'Other' }]
    await assert.rejects(kit.admin.annotations.patchAnnotation({ prId, anId: id, body }), blocked)
    assert.equal((await subtitles.get()).id, id)
    assert.deepEqual(await subtitles.getStatuses(), { [key]: 'COMPLETED' })
    await subtitles.setStatus('EDITING')
    await kit.admin.annotations.patchAnnotation({ prId, anId: id, body })
  })

  // subtitles-31
  test('does not keep a clip from being deleted', async () => {
    const subtitles = await create()
    await subtitles.setStatus('COMPLETED')
    const { id } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: subtitles.moId })
    await deleteInBulk(subtitles.id, id)
    await assert.rejects(kit.admin.annotations.getAnnotation({ prId, anId: subtitles.id }), refusal(404))
  })
})

// subtitles-29
test('subtitles that are deleted are NOT_STARTED, whatever the address', async () => {
  const deletions: ((id: number) => Promise<unknown>)[] = [
    id => kit.admin.annotations.deleteAnnotation({ prId, anId: id, query: {} }),
    id => deleteInBulk(id),
    id => deleteByWorkflow(id),
  ]
  for (const run of deletions) {
    const subtitles = await create()
    assert.deepEqual(await subtitles.getStatuses(), { [key]: 'EDITING' })
    await run(subtitles.id)
    assert.deepEqual(await subtitles.getStatuses(), {})
  }
})

// subtitles-35
test('a translation of deleted subtitles names them no more: the member is removed, with a version of its own', async () => {
  for (const run of [
    ({ place }: Awaited<ReturnType<typeof create>>) => kit.admin.subtitles.deleteSubtitle({ ...place, query: {} }),
    ({ id }: Awaited<ReturnType<typeof create>>) => deleteInBulk(id),
  ]) {
    const original = await create()
    const dutch = { ...original.place, language: 'nl' }
    const content = { structuredDescription: { subtitles: [entry(10, 50)] } }
    await kit.admin.subtitles.replaceSubtitle({
      ...dutch,
      body: { version: 0, translatedFromId: original.id, ...content } as never,
    })
    const before = await readAnnotation(await kit.admin.subtitles.getSubtitle(dutch))
    assert.equal(before.translatedFromId, original.id)
    await run(original)
    const after = await readAnnotation(await kit.admin.subtitles.getSubtitle(dutch))
    assert.deepEqual([after.id, after.translatedFromId, after.version], [before.id, undefined, before.version + 1])
    const found = await kit.admin.annotations.searchAnnotationsOfClip({
      prId,
      moId: original.moId,
      query: { q: '*', fq: [`id:${before.id}`] },
    })
    assert.deepEqual(
      found.items.map(item => item.translatedFromId),
      [undefined],
    )
  }
})
