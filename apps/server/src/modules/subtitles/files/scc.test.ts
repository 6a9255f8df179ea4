import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody } from '@rushes/contract'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { refusedAt } from '../../../../test/refusal.ts'
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
  assert.match(JSON.stringify(structuredDescription.warnings), /Times were read as timecode from 01:00:00;00/)
  assert.equal((await upload('00')).structuredDescription.subtitles[0]?.start, 100)
})

// subtitles-85
test('captions that roll up are reported, and read with each line once where that is asked for', async () => {
  const moId = await createClip(kit, prId, RATE_25, 1000)
  const lines = ['one', 'two', 'three', 'four', 'five']
  const cues = lines.map((line, at) => `00:0${at} --> 00:0${at + 1}\n${at > 0 ? `${lines[at - 1]}\n` : ''}${line}\n`)
  const text = `WEBVTT\n\n${cues.join('\n').replaceAll(/00:0\d/g, time => `${time}.000`)}`
  const upload = async (query: { unroll?: boolean }) => {
    const body = new FileBody('text/vtt', Buffer.from(text))
    const place = { prId, moId, language: 'en', presetId }
    const { structuredDescription } = await kit.admin.subtitles.replaceSubtitle({ ...place, query, body })
    const { subtitles, warnings } = structuredDescription
    const [told] = warnings as { type: string; severity: string; count: number }[]
    return [
      subtitles.map(({ textParts = [] }) => textParts.map(({ content }) => content).join('')),
      told?.severity,
      told?.count,
    ]
  }
  assert.deepEqual(await upload({}), [
    lines.map((line, at) => `${at > 0 ? `${lines[at - 1]}\n` : ''}${line}`),
    'warning',
    4,
  ])
  assert.deepEqual(await upload({ unroll: true }), [lines, 'info', 4])
})

describe('times of a file', () => {
  const cue = (start: string) => `1\n${start},000 --> ${start},500\nHello\n`
  /** Puts files for a clip of 40 seconds at 25 frames that begins at 10:00:00:00. */
  async function createTimed() {
    const moId = await createClip(kit, prId, RATE_25, 1000)
    await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
      updateMediaObjectFacts(ctx, moId, { timecodeFrames: 900_000 }),
    )
    const place = { prId, moId, language: 'en', presetId }
    return async (content: string, query: { timeBase?: 'media' | 'smpte'; startOfProgramme?: string } = {}) => {
      const body = new FileBody('application/x-subrip', Buffer.from(content))
      const { structuredDescription } = await kit.admin.subtitles.replaceSubtitle({ ...place, query, body })
      return {
        starts: structuredDescription.subtitles.map(({ start }) => start),
        told: JSON.stringify(structuredDescription.warnings ?? []),
      }
    }
  }

  // subtitles-83
  test('are media time, or else timecode, and which was taken is in the warnings', async () => {
    const put = await createTimed()
    assert.deepEqual(await put(cue('00:00:10')), { starts: [250], told: '[]' })
    const { starts, told } = await put(cue('10:00:10'))
    assert.deepEqual(starts, [250])
    assert.match(told, /Times were read as timecode from 10:00:00:00/)
  })

  // subtitles-83
  test('are what timeBase and startOfProgramme say', async () => {
    const put = await createTimed()
    for (const [start, query, frame] of [
      ['10:00:10', { timeBase: 'smpte' }, 250],
      ['10:00:10', { timeBase: 'media', startOfProgramme: '10:00:05:00' }, 125],
      ['00:00:10', { timeBase: 'smpte', startOfProgramme: 'keep' }, 250],
      ['00:00:10', { timeBase: 'media' }, 250],
      ['00:00:10', { startOfProgramme: '00:00:05:05' }, 120],
    ] as const) {
      assert.deepEqual((await put(cue(start), query)).starts, [frame], JSON.stringify(query))
    }
  })

  // subtitles-83
  test('that no reading brings into the clip are refused by the first such cue, and nothing is stored', async () => {
    const put = await createTimed()
    await put(cue('00:00:10'))
    for (const [start, query] of [
      ['05:00:00', {}],
      ['00:00:10', { timeBase: 'smpte' }],
      ['10:00:10', { timeBase: 'media' }],
      ['10:00:10', { startOfProgramme: '11:00:00:00' }],
    ] as const) {
      await assert.rejects(put(cue(start), query), refusedAt('/', 'Cue 1 does not begin inside the clip'))
    }
    assert.deepEqual((await put(cue('00:00:11'))).starts, [275])
  })

  // subtitles-83
  test('with a start of the programme that is no timecode of the clip are refused', async () => {
    const put = await createTimed()
    await assert.rejects(put(cue('00:00:10'), { startOfProgramme: '10:00:00:25' }), refusedAt('/startOfProgramme'))
    await assert.rejects(put(cue('00:00:10'), { startOfProgramme: 'now' }), { name: 'BadRequestError' })
  })
})
