import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

describe('PUT of subtitles', () => {
  // subtitles-23
  test('replaces the whole, guarded by its version', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const made = await subtitles.get()
    const content = { subtitles: [entry(5, 6), entry(1, 2)] }
    const replaced = await subtitles.put({ ...made, label: 'Typed', tags: ['a'], structuredDescription: content })
    assert.deepEqual(replaced.structuredDescription, {
      subtitles: [entry(1, 2), entry(5, 6)],
      subtitlePresetId: presetId,
    })
    assert.deepEqual([replaced.label, replaced.tags], ['Typed', ['a']])
    await assert.rejects(subtitles.put({ ...made, structuredDescription: content }), {
      name: 'ConflictError',
      data: { version: replaced.version },
    })
    const { id, version, modifiedBy } = replaced
    const bare = await subtitles.put({ id, version, modifiedBy, structuredAnnotation: content })
    assert.deepEqual([bare.label, bare.tags], [undefined, []])
    assert.equal(bare.structuredDescription.subtitles.length, 2)
  })

  // subtitles-23
  test('creates what is not there under version 0 only', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const body = { structuredDescription: { subtitles: [entry(1, 2)] } }
    await assert.rejects(subtitles.put({ ...body, version: 1 }), { name: 'NotFoundError' })
    assert.equal((await subtitles.put({ ...body, version: 0 })).structuredDescription.subtitles.length, 1)
    await assert.rejects(subtitles.put({ ...body, version: 0 }), { name: 'ConflictError' })
  })

  const refused: [string, object, string, string][] = [
    ['another language', { language: 'fr' }, 'ValidationError', '/language'],
    ['another preset', { subtitlePresetId: 'preset_002' }, 'ValidationError', '/subtitlePresetId'],
    ['no content', { structuredDescription: undefined }, 'ValidationError', '/structuredDescription'],
    [
      'a faulty entry',
      { structuredDescription: { subtitles: [entry(1, 2), entry(4, 3)] } },
      'ValidationError',
      '/structuredDescription/subtitles/1/start',
    ],
    ['a content that is a list', { structuredDescription: [] }, 'BadRequestError', '/structuredDescription'],
    ['no version', { version: undefined }, 'BadRequestError', '/'],
    ['an unknown member', { subtitle: 1 }, 'BadRequestError', '/subtitle'],
  ]
  for (const [name, change, error, path] of refused) {
    // subtitles-23
    test(`with ${name} is refused with ${error}`, async () => {
      const subtitles = await subtitlesOf(kit, prId)
      const { version } = await subtitles.get()
      await assert.rejects(
        subtitles.put({ version, structuredDescription: { subtitles: [] }, ...change }),
        (thrown: Error & { data?: unknown }) => {
          assert.equal(thrown.name, error, thrown.message)
          assert.equal((thrown.data as { path: string }[])[0]?.path, path)
          return true
        },
      )
    })
  }
})
