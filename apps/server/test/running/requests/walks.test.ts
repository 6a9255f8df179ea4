/** How many files of the service a request passes: who follows it by reading has these before them. */

import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { waitForIndex } from '../../../src/modules/search/index.ts'
import { beginUpload, makeBytes, putChunk } from '../../scene/begin-upload.ts'
import { createClip, createProduction, presetId } from '../../scene/subtitles.ts'
import { startTestService, type TestService } from '../../service.ts'

let kit: TestService
const session = new Session()
before(async () => {
  kit = await startTestService()
  session.connect()
  await session.post('Profiler.enable')
})
after(async () => {
  session.disconnect()
  await kit.stop()
})

/**
 * The files of the service of which a function was called until the answer: those that each of some calls passes, after
 * one before. Others are of what the service does beside.
 */
async function countFiles(call: (turn: number) => Promise<unknown>): Promise<number> {
  await call(0)
  const passed: ReadonlySet<string>[] = []
  for (let turn = 1; turn <= 5; turn++) {
    // What earlier calls have left to be done would be counted with each of these.
    assert.ok(await waitForIndex(kit.service.platform, 60_000))
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await call(turn)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    await session.post('Profiler.stopPreciseCoverage')
    const wasCalled = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    passed.push(new Set(wasCalled.map(({ url }) => url).filter(url => url.includes('/apps/server/src/'))))
  }
  return passed.reduce((every, files) => every.intersection(files)).size
}

const walks: readonly [name: string, most: number, prepare: () => Promise<(turn: number) => Promise<unknown>>][] = [
  [
    'a comment',
    70,
    async () => {
      const prId = await createProduction(kit)
      const moId = await createClip(kit, prId, RATE_25)
      return turn =>
        kit.admin.annotations.createClipAnnotation({
          prId,
          moId,
          type: 'comment',
          body: { start: turn, end: turn + 1 },
        })
    },
  ],
  [
    'a patch of a subtitle',
    95,
    async () => {
      const prId = await createProduction(kit)
      const moId = await createClip(kit, prId, RATE_25)
      const place = { prId, moId, language: 'en', presetId }
      await kit.admin.subtitles.getSubtitle(place)
      return turn => {
        const value = { start: turn * 50, end: turn * 50 + 40, textParts: [{ content: `Line ${turn}` }] }
        const body = [{ op: 'add' as const, path: '/structuredDescription/subtitles/-', value }]
        return kit.admin.subtitles.patchSubtitle({ ...place, body })
      }
    },
  ],
  [
    'a chunk of an upload',
    60,
    async () => {
      const prId = await createProduction(kit)
      const { location } = await beginUpload(kit.admin, prId, 70_000)
      return turn => putChunk(location, turn * 10_000, makeBytes(10_000, turn))
    },
  ],
]

for (const [name, most, prepare] of walks) {
  test(`${name} passes ${most} files of the service at most until it is answered`, async context => {
    const files = await countFiles(await prepare())
    context.diagnostic(`${files} files`)
    assert.ok(files > 5 && files <= most, `${files} files`)
  })
}
