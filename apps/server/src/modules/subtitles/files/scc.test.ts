import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FileBody } from '@rushes/contract'
import { RATE_29_97 } from '@rushes/timebase'
import { createClip, createProduction, presetId } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { updateMediaObjectFacts } from '../../media/index.ts'

const scc = 'text/x-scc'
let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

// subtitles-12, subtitles-13
test('a file of SCC is read at the frames at which a decoder shows its captions, and served again', async () => {
  const file =
    'Scenarist_SCC V1.0\n\n00:00:03;01\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n' +
    '00:00:06;20\t942c 942c\n\n'
  const place = { prId, moId: await createClip(kit, prId, RATE_29_97, 1000), language: 'en', presetId }
  const { subtitles } = kit.admin
  const upload = (contentType: string, content: string) =>
    subtitles.replaceSubtitle({ ...place, body: new FileBody(contentType, Buffer.from(content)) })
  const download = () => subtitles.getSubtitle({ ...place, headers: { accept: scc } })

  const { structuredDescription } = await upload(scc, file)
  assert.deepEqual(
    structuredDescription.subtitles.map(({ start, end, textParts }) => [start, end, textParts]),
    [[100, 200, [{ content: 'Hi', type: 'text' }]]],
  )
  const served = await download()
  assert.equal(served.headers.get('content-type'), `${scc}; charset=utf-8`)
  assert.equal(await served.text(), file)

  await upload('application/x-subrip', '1\n00:00:00,000 --> 00:00:02,000\n<b>Hi</b>\n')
  const losses = (await download()).headers.get('x-subtitle-losses')
  assert.match(losses ?? '', /EXPORT_TIMING_REPAIRED/)
  assert.match(losses ?? '', /STYLE_UNSUPPORTED/)
})

// subtitles-24
test('a file that counts by the timecode of the clip is read from its first frame, and that is reported', async () => {
  const file = (hour: string) =>
    `Scenarist_SCC V1.0\n\n${hour}:00:03;01\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n` +
    `${hour}:00:06;20\t942c 942c\n\n`
  const moId = await createClip(kit, prId, RATE_29_97, 1000)
  await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    updateMediaObjectFacts(ctx, moId, { timecodeFrames: 107_892, dropFrame: true }),
  )
  const upload = (hour: string) =>
    kit.admin.subtitles.replaceSubtitle({
      ...{ prId, moId, language: 'en', presetId },
      body: new FileBody(scc, Buffer.from(file(hour))),
    })
  const { structuredDescription } = await upload('01')
  assert.deepEqual(
    structuredDescription.subtitles.map(({ start, end }) => [start, end]),
    [[100, 200]],
  )
  assert.match(JSON.stringify(structuredDescription.warnings), /counted from 01:00:00;00, the start of the media/)
  assert.equal((await upload('00')).structuredDescription.subtitles[0]?.start, 100)
})
