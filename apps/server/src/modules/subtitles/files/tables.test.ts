import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { FileBody, type SubtitleAnnotation } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { formats } from '@rushes/timed-text'
import { refusal, refusedAt } from '../../../../test/refusal.ts'
import { createClip, createProduction, entry, presetId } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

const [csv] = formats.csv.mediaTypes
const [xlsx] = formats.xlsx.mediaTypes

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

const linesOf = ({ structuredDescription: { subtitles } }: SubtitleAnnotation) =>
  subtitles.map(({ start, end, textParts = [] }) => [start, end, textParts.map(({ content }) => content).join('')])

/** Subtitles in English, and empty ones in French that are translated from them. */
async function createSubtitles() {
  const moId = await createClip(kit, prId, RATE_25, 1000)
  const place = { prId, moId, language: 'en', presetId }
  const { subtitles } = kit.admin
  const content = { subtitles: [entry(25, 50, 'One'), entry(60, 85, 'Two')] }
  const { id } = await subtitles.replaceSubtitle({ ...place, body: { version: 0, structuredDescription: content } })
  const french = { ...place, language: 'fr' }
  await subtitles.replaceSubtitle({
    ...french,
    body: { version: 0, translatedFromId: id, structuredDescription: { subtitles: [entry(60, 85, 'Deux')] } },
  })
  return { place, french }
}

async function exportTable(place: { prId: number; moId: number; language: string; presetId: string }, body: object) {
  const query = { includeTranslatedToIds: true }
  const { workflowId } = await kit.admin.subtitles.exportSubtitle({ ...place, body, query })
  const { location } = await waitForWorkflow(kit.admin, { prId, id: workflowId })
  return fetch(location ?? '')
}

// subtitles-12, subtitles-79
test('a table has a column for each translation, by Accept and as an export', async () => {
  const { place } = await createSubtitles()
  const get = (accept: string, query = {}) => kit.admin.subtitles.getSubtitle({ ...place, query, headers: { accept } })
  const alone = await get(csv)
  assert.equal(alone.headers.get('content-type'), `${csv}; charset=utf-8`)
  const rows = [
    'Number,In,Out,Duration,Speaker,Text,fr',
    '1,00:00:01:00,00:00:02:00,1.000,,One,',
    '2,00:00:02:10,00:00:03:10,1.000,,Two,Deux',
    '',
  ]
  assert.equal(
    (await alone.text()).trim(),
    rows
      .map(row => row.replace(/,[^,]*$/, ''))
      .join('\r\n')
      .trim(),
  )
  const both = await get(csv, { includeTranslatedToIds: true })
  assert.equal(await both.text(), rows.join('\r\n'))
  for (const response of [
    await get(xlsx, { includeTranslatedToIds: true }),
    await exportTable(place, { format: 'xlsx' }),
  ]) {
    assert.equal(response.headers.get('content-type'), xlsx)
    const { document } = formats.xlsx.read(new Uint8Array(await response.arrayBuffer()), {
      rate: RATE_25,
      language: 'fr',
    })
    assert.deepEqual(
      document.cues.map(({ start, textParts }) => [start, textParts]),
      [[60, [{ type: 'text', content: 'Deux' }]]],
    )
  }
})

// subtitles-73, subtitles-74, subtitles-75
test('a table comes back with what was translated, by the names of its columns', async () => {
  const { place, french } = await createSubtitles()
  const columns = 'start:Van,end:Tot,text:Engels,number:,duration:'
  const { subtitles } = kit.admin
  const written = await (await exportTable(place, { format: 'csv', columns, downloadName: 'table' })).text()
  assert.equal(written.split('\r\n')[0], 'Van,Tot,Speaker,Engels,fr')
  const put = (where: typeof place, text: string, query: { columns?: string } = { columns }) =>
    subtitles.replaceSubtitle({ ...where, query, body: new FileBody(csv, Buffer.from(text)) })
  const translated = written.replace('One,', 'One,Un')
  assert.deepEqual(linesOf(await put(french, translated)), [
    [25, 50, 'Un'],
    [60, 85, 'Deux'],
  ])
  assert.deepEqual(linesOf(await put(place, translated.replaceAll(',', ';'))), [
    [25, 50, 'One'],
    [60, 85, 'Two'],
  ])
  assert.deepEqual(linesOf(await put(french, written)), [[60, 85, 'Deux']])
  await assert.rejects(put(french, translated, {}), refusedAt('/', 'In, Out and Text'))
  await assert.rejects(put(french, translated, { columns: 'Van' }), refusal(400, 'columns'))
  await assert.rejects(exportTable(place, { format: 'csv', columns: 'x:y' }), refusal(400, 'columns'))
  const convert = async (query: object) => {
    const body = new FileBody(csv, Buffer.from(translated))
    return (
      await subtitles.convertSubtitle({ query: { format: 'srt', sourceRate: '25', columns, ...query }, body })
    ).text()
  }
  assert.match(await convert({}), /00:00:01,000 --> 00:00:02,000\nOne\n/)
  assert.match(await convert({ language: 'fr' }), /00:00:01,000 --> 00:00:02,000\nUn\n/)
  assert.equal(
    (await convert({ format: 'csv', columns: `${columns},speaker:`, language: 'fr' })).split('\r\n')[1],
    '00:00:01:00,00:00:02:00,Un',
  )
})
