import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClip, waitForWorkflow } from '@rushes/client'
import type { SubtitleExportRequest } from '@rushes/contract'
import { createMediaEngine } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import { createProduction, entry, presetId, subtitlesOf } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

const [width, height, grey, frameCount] = [320, 180, 100, 50]

describe('subtitles that are burned in', () => {
  let kit: TestService
  let folder: string
  let prId: number
  let moId: number
  const engine = createMediaEngine()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rushes-burn-in-'))
    const output = join(folder, 'grey.mp4')
    await engine.encodeClip({
      ...{ output, width, height, rate: RATE_25, frameCount },
      drawFrame: (_frame, picture) => picture.fill(grey, 0, width * height).fill(128, width * height),
    })
    kit = await startTestService()
    prId = await createProduction(kit)
    const body = await readFile(output)
    const created = await createClip(kit.admin, prId, { fileName: 'grey.mp4', size: body.length })
    moId = created.id
    const headers = { 'content-type': 'application/octet-stream' }
    const put = await fetch(`${created.location}&position=0`, { method: 'PUT', headers, body: new Uint8Array(body) })
    assert.ok(put.ok)
    await kit.admin.uploads.closeUpload({ prId, id: moId })
    await waitForWorkflow(kit.admin, { prId, id: created.workflowId ?? '' })
    const subtitles = await subtitlesOf(kit, prId, { clip: { moId } })
    await subtitles.get()
    const above = { ...entry(30, 40, 'Above'), region: 'topRegion' }
    await subtitles.add(entry(10, 20, 'Below'), above)
  })
  after(async () => {
    await kit.stop()
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })
  const start = (body: SubtitleExportRequest, api = kit.admin, query = {}) =>
    api.subtitles.exportSubtitle({ prId, moId, language: 'en', presetId, body, query })

  // subtitles-82
  test('change the picture where they are, and only while they are shown; the film stays with the clip', async () => {
    const { workflowId } = await start({ burnIn: true })
    const { location, publishedFiles } = await waitForWorkflow(kit.admin, { prId, id: workflowId })
    assert.deepEqual(
      publishedFiles?.map(({ name, warnings }) => [name, warnings]),
      [[`grey_en_${presetId}.mp4`, []]],
    )
    const response = await fetch(location!)
    assert.equal(response.headers.get('content-type'), 'video/mp4')
    const path = join(folder, 'film.mp4')
    await writeFile(path, new Uint8Array(await response.arrayBuffer()))
    const changedRows = async (frame: number) => {
      const { data } = await engine.decodeFrame(path, frame)
      const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width, (y + 1) * width))
      return rows.flatMap((row, y) => (row.some(value => Math.abs(value - grey) > 40) ? [y] : []))
    }
    for (const frame of [9, 20, 29, 40]) assert.deepEqual(await changedRows(frame), [], `frame ${frame}`)
    for (const frame of [10, 19]) {
      const rows = await changedRows(frame)
      assert.ok(rows.length >= 4 && rows.every(y => y > height / 2), `frame ${frame}: ${rows.join()}`)
    }
    for (const frame of [30, 39]) {
      const rows = await changedRows(frame)
      assert.ok(rows.length >= 4 && rows.every(y => y < height / 2), `frame ${frame}: ${rows.join()}`)
    }
    const again = await waitForWorkflow(kit.admin, { prId, id: (await start({ burnIn: true })).workflowId })
    assert.equal(again.status, 'Completed')
    const { items } = await kit.admin.media.listInstances({ prId, id: moId })
    const films = items.filter(({ type }) => type === 'ATTACHMENT')
    assert.deepEqual(
      films.map(({ profile, fileName }) => [profile, fileName]),
      [[`BURNED_IN en;${presetId}`, `grey_en_${presetId}.mp4`]],
    )
  })

  // subtitles-82
  test('are refused with what only files have, and without the right to edit subtitles', async () => {
    await assert.rejects(start({ burnIn: true, format: 'srt' }), { name: 'BadRequestError', message: /\/format/ })
    const translations = { includeTranslatedToIds: true }
    await assert.rejects(start({ burnIn: true }, kit.admin, translations), { name: 'BadRequestError' })
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(start({ burnIn: true }, viewer), { name: 'ForbiddenError', message: /SUBTITLE_EDIT/ })
  })
})
