/** Subtitles and transcripts from before languages had one spelling: in the database, and in archives of that time. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { sql } from 'kysely'
import { Client } from 'pg'
import { refusal } from '../../../../test/refusal.ts'
import { createClip, createProduction, presetId } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { migrate } from '../../../platform/database/migrations/0275_language_tags.ts'
import { fetchArchive, sendArchive } from '../testing/tar-file.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const words = [{ start: 0, end: 1, text: 'Goedendag' }]

/** A clip with subtitles and a transcript whose tags are those of before, and one that has both spellings. */
async function createOld() {
  const prId = await createProduction(kit)
  const { subtitles, transcripts, annotations } = kit.admin
  const [moId, both] = [await createClip(kit, prId, RATE_25, 1000), await createClip(kit, prId, RATE_25, 1000)]
  const create = (clip: number, language: string) => subtitles.getSubtitle({ prId, moId: clip, language, presetId })
  for (const language of ['nl', 'fr', 'x-jp']) await create(moId, language)
  for (const language of ['nl', 'de']) await create(both, language)
  await transcripts.replaceTranscript({ prId, moId, language: 'nl', body: { words } })
  await annotations.patchMediaObjectAnnotation({
    ...{ prId, moId },
    body: [
      { op: 'add', path: `/subtitlingStatuses/nl;${presetId}`, value: 'COMPLETED' },
      { op: 'add', path: '/subtitlingStatuses/fr', value: 'EDITING' },
    ],
  })
  const { database } = kit.service.platform
  for (const [id, old, tag] of [
    [moId, 'dut', 'nl'],
    [moId, 'fre', 'fr'],
    [moId, 'jp', 'x-jp'],
    [both, 'ger', 'nl'],
  ] as const) {
    await sql`update annotation set language = ${old},
      structured_description = replace(structured_description::text, ${`"language": "${tag}"`}, ${`"language": "${old}"`})::jsonb
      where media_object_id = ${id} and language = ${tag}`.execute(database)
    await sql`update annotation set details = replace(replace(details::text, ${`"${tag};`}, ${`"${old};`}), ${`"${tag}"`}, ${`"${old};"`})::jsonb
      where media_object_id = ${id} and object_type = 'MediaObjectAnnotation'`.execute(database)
  }
  return { prId, moId, both }
}

async function assertRenamed(prId: number, moId: number, both: number): Promise<void> {
  const { subtitles, transcripts, annotations } = kit.admin
  const get = (clip: number, language: string) =>
    subtitles.getSubtitle({ prId, moId: clip, language, presetId, query: { noCreate: true } })
  for (const language of ['dut', 'nl', 'NLD', 'fre', 'fr', 'x-jp']) await get(moId, language)
  await assert.rejects(get(moId, 'jp'), refusal(400, 'language'))
  const transcript = await transcripts.getTranscript({ prId, moId, language: 'nld' })
  const { language, paragraphs } = JSON.parse(await transcript.text())
  assert.deepEqual(
    [language, paragraphs[0].language, paragraphs[0].structuredDescription.language, transcript.status],
    ['nl', 'nl', 'nl', 200],
  )
  const { subtitlingStatuses, transcriptionStatuses } = await annotations.getMediaObjectAnnotation({ prId, moId })
  assert.deepEqual(subtitlingStatuses, { [`nl;${presetId}`]: 'COMPLETED', fr: 'EDITING' })
  assert.deepEqual(transcriptionStatuses, { nl: 'EDITING' })
  const { rows } = await sql<{ language: string }>`select language from annotation
    where media_object_id = ${both} and funnel = 'Subtitle' order by language`.execute(kit.service.platform.database)
  assert.deepEqual(rows, [{ language: 'de' }, { language: 'ger' }])
}

// subtitles-4
test('languages are renamed by the migration and by the import of archives; of two spellings both stay', async () => {
  const { prId, moId, both } = await createOld()
  await sql`update production set settings = settings || '{"defaultLanguage":"Dutch"}' where id = ${prId}`.execute(
    kit.service.platform.database,
  )
  const archive = await fetchArchive(kit.admin, prId)
  const told: object[] = []
  const log = { info: () => {}, error: () => {}, warn: (fields: object) => void told.push(fields) }
  const client = new Client({ connectionString: kit.databaseUrl })
  await client.connect()
  try {
    await migrate(client, log)
    await migrate(client, log)
  } finally {
    await client.end()
  }
  await assertRenamed(prId, moId, both)
  assert.deepEqual(
    told.map(fields => ({ ...fields, annotations: 1 })),
    Array(2).fill({ language: 'ger', canonical: 'de', annotations: 1 }),
  )

  const { production } = await sendArchive(kit.admin, kit.accountId, archive, { waitForIndex: true })
  const { items } = await kit.admin.media.listMediaObjects({ prId: production.id })
  const [imported, other] = items.map(({ id }) => id).toSorted((a, b) => a - b)
  await assertRenamed(production.id, imported!, other!)
  assert.equal(await kit.admin.productions.getSetting({ prId: production.id, key: 'defaultLanguage' }), 'en')
  const found = await kit.admin.annotations.listAnnotations({
    ...{ prId: production.id },
    query: { q: `subtitlingStatusLanguagePresetTags:(COMPLETED;dut;${presetId})` },
  })
  assert.equal(found.numFound, 1)
})
