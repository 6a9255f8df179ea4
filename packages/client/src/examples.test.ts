/** The examples, as the guides show them, on the real service with a real film. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readEbuStl, readSrt, toPlainText } from '@rushes/timed-text'
import { startReceiver } from '../../../apps/server/test/peers/receiver.ts'
import { type SpeechServer, speak, startSpeechServer } from '../../../apps/server/test/peers/speech-server.ts'
import { sha256 } from '../../../apps/server/test/scene/begin-upload.ts'
import { readSampleFilm } from '../../../apps/server/test/scene/sample-film.ts'
import { enableFactor } from '../../../apps/server/test/scene/second-factor.ts'
import { adminPassword, startTestService, type TestService } from '../../../apps/server/test/service.ts'
import { convertToPal, previewSpeedUp } from '../examples/convert.ts'
import * as delivery from '../examples/delivery.ts'
import { fetchFilm } from '../examples/download.ts'
import { follow } from '../examples/follow.ts'
import { findFilmUrl } from '../examples/legacy-download.ts'
import { describe, findClips, setScene } from '../examples/metadata.ts'
import * as review from '../examples/review.ts'
import { arrive } from '../examples/sign-in.ts'
import * as subtitles from '../examples/subtitles.ts'
import { uploadClip } from '../examples/upload.ts'
import { type Client, createClip, type Event, type SubtitleAnnotation } from './index.ts'
import { startRoughLine } from './testing/rough-line.ts'

const seconds = 8
const spoken = 'This blade has a dark past. It has shed much innocent blood.'
const presetId = 'teletext'

let kit: TestService
let speech: SpeechServer
let film: Uint8Array<ArrayBuffer>
let prId: number
let moId: number
before(async () => {
  film = await readSampleFilm({ seconds, startTimecode: '10:00:00:00', width: 64, height: 64 })
  speech = await startSpeechServer(speak(spoken))
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = (await kit.createProduction('Northern lights')).id
  const settings = {
    subtitlePresets: [{ id: presetId, name: 'Television', basedOn: 'broadcast' }],
    transcription: { engine: 'test', configuration: { url: speech.url, model: 'tiny' } },
  }
  for (const [key, body] of Object.entries(settings)) await kit.admin.productions.updateSetting({ prId, key, body })
  moId = await upload(kit.admin)
})
after(async () => {
  await kit.stop()
  await speech.stop()
})

async function upload(api: Client, production = prId): Promise<number> {
  const watcher = { keep: () => {}, show: () => {} }
  return (await uploadClip(api, production, 'film.mp4', new Blob([film]), watcher)).mediaObjectId!
}

const noCode = () => {
  throw new Error('nobody asked for a code')
}

test('sequence 1, login: a user with a second factor arrives among their accounts and productions', async () => {
  const person = await kit.createUser()
  await kit.admin.productions.addParticipant({
    prId,
    body: { userId: person.user.id, roles: ['Production Member'] },
  })
  const { authenticator } = await enableFactor(kit, person)
  const { username } = person.user
  const arrival = await arrive(kit.url, username, person.password, () => authenticator.next())
  assert.equal(arrival.user.username, username)
  assert.deepEqual(
    arrival.productions.map(({ name }) => name),
    ['Northern lights'],
  )
  const own = (await person.api.accounts.listAccountRights({ id: person.user.id })).items
  assert.deepEqual(
    arrival.accounts.map(({ id }) => id),
    own.map(({ id }) => id),
  )
})

test('sequence 2, upload: a film comes whole, over a line that breaks it off, and goes on after a restart', async () => {
  const line = await startRoughLine(kit.url, [{ afterBytes: film.length / 2, fault: 'cut' }])
  try {
    const api = (await arrive(line.url, 'admin', adminPassword, noCode)).api
    const leaving = new Error('the program was ended')
    const kept: number[] = []
    const keep = (id: number) => void kept.push(id)
    const first = {
      keep,
      show: () => {
        throw leaving
      },
    }
    await assert.rejects(uploadClip(api, prId, 'film.mp4', new Blob([film]), first), leaving)
    const shown: number[] = []
    const second = { keep, show: (sent: number) => void shown.push(sent) }
    const moa = await uploadClip(api, prId, 'film.mp4', new Blob([film]), second, kept[0])
    assert.deepEqual(kept, [moa.mediaObjectId, moa.mediaObjectId])
    assert.equal(line.faulty, 1)
    assert.equal(shown.at(-1), film.length)
    assert.equal(moa.end, seconds * 25)
    const found = await fetchFilm(kit.admin, prId, moa.mediaObjectId!)
    assert.ok(found.film.size > 0)
  } finally {
    await line.stop()
  }
})

test('sequence 3, review: a visitor comments on a frame, and the team reads it and decides', async () => {
  const share = await review.shareForReview(kit.admin, prId, [moId], 'open sesame')
  const link = { id: share.id, token: share.token! }
  await assert.rejects(review.visit(kit.url, prId, link, 'a guess'), { status: 401 })
  const visit = await review.visit(kit.url, prId, link, 'open sesame')
  assert.equal(visit.label, 'Please have a look')
  assert.deepEqual(visit.permissions?.toSorted(), ['ANNOTATE', 'VIEW'])
  assert.deepEqual(
    visit.clips.map(({ id }) => id),
    [moId],
  )
  assert.equal(visit.collection.annotations?.[0]?.mediaObjectId, moId)
  const made = await review.comment(visit.api, prId, moId, 42, 'Too dark')
  const [read, ...others] = await review.readComments(kit.admin, prId, moId)
  assert.deepEqual(others, [])
  assert.deepEqual([read?.id, read?.start, read?.end, read?.description], [made.id, 42, 43, 'Too dark'])
  assert.ok(read?.createdBySharedUserId !== undefined)
  await review.decide(kit.admin, prId, moId, 'APPROVED')
  const { reviewStatus } = await visit.api.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.equal(reviewStatus, 'APPROVED')
})

test('sequence 4, subtitles: recognised, corrected, finished and exported', async () => {
  const place = { prId, moId, language: 'en', presetId }
  await subtitles.makeSubtitles(kit.admin, place)
  const { document } = readSrt(await subtitles.readAsSrt(kit.admin, place))
  const text = document.cues.map(({ textParts }) => toPlainText(textParts).replaceAll('\n', ' ')).join(' ')
  assert.equal(text, spoken)
  const stored = (await (await kit.admin.subtitles.getSubtitle(place)).json()) as SubtitleAnnotation
  const seen = stored.structuredDescription.subtitles[0]!.textParts![0]!.content
  await subtitles.correct(kit.admin, place, 0, seen, 'That blade')
  await assert.rejects(subtitles.correct(kit.admin, place, 0, seen, 'Another'), { status: 409 })
  await subtitles.complete(kit.admin, place)
  await assert.rejects(subtitles.correct(kit.admin, place, 0, 'That blade', seen), { status: 409 })
  const file = new Uint8Array(await (await subtitles.exportStl(kit.admin, place)).arrayBuffer())
  const first = readEbuStl(file).document.cues[0]!
  assert.equal(toPlainText(first.textParts).split('\n')[0], 'That blade')
})

// subtitles-64
test('a file that belongs to no clip: previewed, then converted for a film that is played faster', async () => {
  const file = new TextEncoder().encode('1\n00:00:25,000 --> 00:00:50,000\n<i>This</i> blade\n')
  const { before: source, after: target, warnings } = await previewSpeedUp(kit.admin, file)
  assert.deepEqual([source.first.start, target.first.start], [25_000, 24_000])
  assert.equal(target.first.startTimecode, '10:00:24:00')
  assert.ok(warnings.some(({ type }) => type === 'STYLE_UNSUPPORTED'))
  const converted = new Uint8Array(await (await convertToPal(kit.admin, file)).arrayBuffer())
  const { cues } = readEbuStl(converted).document
  assert.deepEqual([cues[0]?.start, cues[0]?.end], [600, 1200])
})

test('subtitles without a speech engine: a file is stored, corrected, finished and exported', async () => {
  const fresh = (await kit.createProduction('No engine')).id
  const place = { prId: fresh, moId: await upload(kit.admin, fresh), language: 'en', presetId: 'broadcast' }
  await assert.rejects(subtitles.makeSubtitles(kit.admin, place), { status: 422 })
  await subtitles.importSrt(kit.admin, place, '1\n00:00:01,000 --> 00:00:02,000\nThis blade\n')
  assert.match(await subtitles.readAsSrt(kit.admin, place), /00:00:01,000 --> 00:00:02,000\r?\nThis blade/)
  await subtitles.correct(kit.admin, place, 0, 'This blade', 'That blade')
  await subtitles.complete(kit.admin, place)
  const file = new Uint8Array(await (await subtitles.exportStl(kit.admin, place)).arrayBuffer())
  assert.equal(toPlainText(readEbuStl(file).document.cues[0]!.textParts), 'That blade')
})

test('sequence 5, delivery: a workspace makes itself of an event, and a supplier delivers to it', async () => {
  const receiver = await startReceiver()
  try {
    const supplier = await kit.createUser()
    await delivery.configure(kit.admin, kit.accountId, receiver.url)
    assert.match((await delivery.announce(kit.admin, kit.accountId, supplier.user.email)) ?? '', /^\d+$/)
    const [message] = await receiver.waitFor(1)
    const { objects } = JSON.parse(message!.text) as { objects: { productionId: number; title: string }[] }
    const workspace = objects[0]!.productionId
    assert.ok(objects.some(({ title }) => title === 'Low tide'))
    const clip = await upload(supplier.api, workspace)
    const submitted = await delivery.deliver(supplier.api, workspace, 'Low tide', clip)
    assert.notEqual(submitted.submissionStatus, 'Draft')
    await assert.rejects(delivery.deliver(supplier.api, workspace, 'No tide', clip), /nothing is asked for No tide/)
  } finally {
    await receiver.stop()
  }
})

test('sequence 6, metadata edit: two who write at once lose nothing, and a search finds it at once', async () => {
  const add = (words: string) => describe(kit.admin, prId, moId, old => (old === undefined ? words : `${old} ${words}`))
  await Promise.all(['lighthouse', 'keeper', 'storm'].map(add))
  const { description = '' } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.deepEqual(description.split(' ').toSorted(), ['keeper', 'lighthouse', 'storm'])
  assert.deepEqual(await findClips(kit.admin, prId, 'lighthouse'), ['film.mp4'])
  await setScene(kit.admin, prId, moId, '12A')
  const { customFields } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.deepEqual((customFields?.scene as { values: string[] }).values, ['12A'])
})

test('sequence 7, fetch video: through the client, and as old helpers do', async () => {
  const { url, film: bytes } = await fetchFilm(kit.admin, prId, moId)
  assert.match(bytes.type, /^video\//)
  const ranged = await fetch(url, { headers: { range: 'bytes=0-99' } })
  assert.equal(ranged.status, 206)
  const legacy = await findFilmUrl(`${kit.url}/api/production/${prId}/mo/${moId}/moa`, kit.admin.options.token!)
  const old = new Uint8Array(await (await fetch(legacy)).arrayBuffer())
  assert.equal(sha256(old), sha256(new Uint8Array(await bytes.arrayBuffer())))
})

test('what happens in a production is followed, and taken up again where it was left', async () => {
  const { id } = await kit.createProduction()
  const [made] = await kit.admin.events.listProductionEvents({ prId: id, query: { type: ['Production.create'] } })
  const followUntil = (name: string, kept?: string) => {
    const stopper = new AbortController()
    const names: unknown[] = []
    const show = ({ type, object }: Event) => {
      if (type === 'Media.create') names.push(object?.name)
      if (object?.name === name) stopper.abort()
    }
    return follow(kit.admin, id, show, stopper.signal, kept).then(last => ({ last, names }))
  }
  const following = followUntil('Two', made!.id)
  for (const name of ['One', 'Two']) await createClip(kit.admin, id, { name })
  const first = await following
  for (const name of ['Three', 'Four']) await createClip(kit.admin, id, { name })
  const second = await followUntil('Four', first.last)
  assert.deepEqual(
    [first.names, second.names],
    [
      ['One', 'Two'],
      ['Three', 'Four'],
    ],
  )
})
