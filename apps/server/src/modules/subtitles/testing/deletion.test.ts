import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { createProduction, entry, presetId, readAnnotation, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

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
