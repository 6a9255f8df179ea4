import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody } from '@rushes/contract'
import { createPhoneFilm } from '../../../../test/scene/phone-film.ts'
import { createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createRuns, linesOf, withContent } from './scene.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

describe('subtitles of a clip with a variable rate', () => {
  // subtitles-84
  test('are written at the times of their pictures, or by their labels', async () => {
    const { place, get, add } = await subtitlesOf(kit, prId, { clip: { moId: await createPhoneFilm(kit, prId) } })
    await get()
    await add(entry(61, 75))
    const download = async (accept: string) =>
      (await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept } })).text()
    assert.match(await download('application/x-subrip'), /00:00:02,067 --> 00:00:03,000/)
    assert.match(await download('text/vtt'), /00:00:02\.067 --> 00:00:03\.000/)
    assert.match(await download('application/ttml+xml'), /begin="00:00:02\.067" end="00:00:03\.000"/)
    assert.match(await download('text/csv'), /00:00:02:02,00:00:03:00/)
    const { location } = await kit.admin.subtitles.exportSubtitle({
      ...place,
      body: { format: 'ebutt', timeBase: 'smpte' },
    })
    const headers = { authorization: `Bearer ${kit.admin.options.token}` }
    const report = (await (await fetch(location!, { headers })).json()) as { location?: string }
    assert.match(await (await fetch(report.location!)).text(), /begin="01:00:02:02" end="01:00:03:00"/)
  })

  // subtitles-84
  test('that are put or imported begin with the picture in sight, which is reported', async () => {
    const moId = await createPhoneFilm(kit, prId)
    const { place } = await subtitlesOf(kit, prId, { clip: { moId } })
    const srt = '1\n00:00:01,000 --> 00:00:01,500\nOne\n\n2\n00:00:02,132 --> 00:00:03,010\nTwo\n'
    const body = new FileBody('application/x-subrip', Buffer.from(srt))
    const { structuredDescription: content } = await kit.admin.subtitles.replaceSubtitle({ ...place, body })
    assert.deepEqual(linesOf(content.subtitles), [
      [30, 45, 'One'],
      [61, 75, 'Two'],
    ])
    const message = 'Cues that began inside a picture begin with it'
    const told = { type: 'IMPORT_TIMING_REPAIRED', severity: 'info', message, count: 1 }
    assert.deepEqual(content.warnings, [told])
    const runs = createRuns(kit, prId)
    for (const removeBlankSubtitles of [false, true]) {
      const made = await runs.make(moId, {
        subtitlePresetId: presetId,
        overwriteSubtitleAllowed: true,
        importFileResource: withContent(srt, 'file.srt'),
        ...(removeBlankSubtitles && { removeBlankSubtitles }),
      })
      assert.deepEqual(linesOf(made.entries), linesOf(content.subtitles))
      assert.deepEqual(made.annotation.structuredDescription.warnings, [told])
      assert.deepEqual(made.reports.import?.warnings, [told])
    }
  })
})
