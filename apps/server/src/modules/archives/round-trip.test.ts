import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClip as requestClip } from '@rushes/client'
import type { ProductionImport } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { listFormats } from '@rushes/timed-text'
import { storeVariable } from '../../../test/peers/object-store.ts'
import { refusal } from '../../../test/refusal.ts'
import { addFile } from '../../../test/scene/add-file.ts'
import { makeBytes, sha256 } from '../../../test/scene/begin-upload.ts'
import { createClip } from '../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { until } from '../../../test/until.ts'
import { readEverything } from './testing/read-everything.ts'
import { createRichProduction, type RichProduction } from './testing/rich-production.ts'
import { fetchArchive, linesOf, sendArchive, unpack } from './testing/tar-file.ts'

let source: TestService
let target: TestService
let rich: RichProduction
let archive: Buffer
let imported: ProductionImport
let prId: number
/** Users there who are known here by their addresses. */
let known: { source: Record<string, number>; target: Record<string, number> }

before(async () => {
  ;[source, target] = await Promise.all([startTestService(), startTestService()])
  rich = await createRichProduction(source)
  // Ids there have nothing to do with those here.
  for (let count = 0; count < 40; count++) await target.createProduction(`Other ${count}`)
  const { user: alice } = await target.createUser('alice')
  const { id: elsewhere } = await target.createProduction('Where Alice is known')
  await target.admin.productions.addParticipant({
    prId: elsewhere,
    body: { userId: alice.id, rights: ['PRODUCTION_VIEW'] },
  })
  const [admin, adminThere] = await Promise.all([
    source.admin.authentication.getCurrentUser(),
    target.admin.authentication.getCurrentUser(),
  ])
  known = { source: { alice: rich.alice.id, admin: admin.id }, target: { alice: alice.id, admin: adminThere.id } }
  archive = await fetchArchive(source.admin, rich.prId, { media: 'all' })
  imported = await sendArchive(target.admin, target.accountId, archive, { waitForIndex: true })
  prId = imported.production.id
})
after(async () => {
  await Promise.all([source?.stop(), target?.stop()])
})

describe('a production that is exported and imported elsewhere', () => {
  // archives-4
  test('shows the same at every GET of the contract', async () => {
    const there = await readEverything(target.admin, prId, known.target)
    const here = await readEverything(source.admin, rich.prId, known.source)
    assert.ok(Object.keys(here).length > 150, `${Object.keys(here).length} answers`)
    for (const [asked, answer] of Object.entries(here)) assert.deepEqual(there[asked], answer, asked)
    assert.deepEqual(Object.keys(there), Object.keys(here))
  })

  test('is reported in the answer: how much there was, and what has no place here', () => {
    const { clips, annotations, collections, people, instances } = imported.counts
    assert.deepEqual([clips, collections, people, instances], [3, 5, 3, 3])
    assert.ok(annotations! > 12)
    assert.equal(imported.bytes, 300_000 + 50_000 + 70)
    assert.deepEqual(imported.leftOut, { savedSearches: 1 }, 'the search that Bob kept for himself')
  })

  // archives-5
  test('has its team: who takes part in the account at once, all others by an invitation, who imported with every right', async () => {
    const { items } = await target.admin.productions.listParticipants({ prId })
    const team = Object.fromEntries(items.map(person => [person.email, person]))
    assert.deepEqual(Object.keys(team).toSorted(), [
      'Carol@example.org',
      'admin@localhost',
      'alice@example.org',
      'bob@example.org',
    ])
    assert.deepEqual(
      [team['alice@example.org']!.roles, team['alice@example.org']!.invitationState],
      [['Production Member'], 'ACCEPTED'],
    )
    const bob = team['bob@example.org']!
    assert.deepEqual([bob.type, bob.invitationState, bob.roles], ['UNREGISTERED', 'PENDING', ['Production Member']])
    assert.ok(bob.rights?.includes('LIBRARY_DELETE'), 'beside the role')
    assert.ok(team['admin@localhost']!.rights?.includes('PRODUCTION_MANAGE'))
    const { user } = await target.createUser('bob')
    const now = (await target.admin.productions.listParticipants({ prId })).items.find(({ id }) => id === user.id)
    assert.equal(now?.invitationState, 'ACCEPTED')
  })

  // archives-5
  test('keeps the names of authors who are no users here', async () => {
    const found = await target.admin.annotations.listAnnotations({ prId, query: { q: 'authorName:bob' } })
    assert.deepEqual([found.numFound, found.items[0]?.creatorId], [1, undefined])
  })

  test('mentions those who are no users here by their names alone: an id would be that of somebody else', async () => {
    const { items } = await target.admin.annotations.listAnnotations({ prId, query: { q: 'authorName:bob' } })
    const { alice } = known.target
    assert.deepEqual([items[0]!.description, items[0]!.mentionIds], [`@{${alice},alice} and @bob: #{grade}`, [alice]])
  })

  test('is found by a search, and its film has its bytes', async () => {
    const { items } = await target.admin.annotations.searchMediaObjects({ prId, query: { q: 'dawn' } })
    assert.equal(items.length, 1)
    const moId = Number(items[0]!.mediaObjectId)
    const { items: instances } = await target.admin.media.listInstances({ prId, id: moId })
    const raw = instances.find(({ type }) => type === 'RAW')!
    const link = await target.admin.media.getDownloadLink({ prId, id: moId, moiId: raw.id })
    const bytes = new Uint8Array(await (await fetch(await link.text())).arrayBuffer())
    assert.equal(sha256(bytes), sha256(rich.original))
  })

  // archives-6
  test('has shares with links of their own, of which one with a password lets nobody in until a new one is set', async () => {
    const { items: shares } = await target.admin.sharing.listShares({ prId })
    const before = (await source.admin.sharing.listShares({ prId: rich.prId })).items
    const open = shares.find(share => !share.passwordProtected)!
    const closed = shares.find(share => share.passwordProtected)!
    assert.equal(
      before.some(({ token }) => token === open.token || token === closed.token),
      false,
    )
    const logIn = (share: typeof open, body: object = {}) =>
      target.client(share.token!).sharing.loginToShare({ prId, id: share.id, body })
    const { token } = await logIn(open)
    const comments = await target.client(token).annotations.listAnnotations({ prId, query: { q: 'description:Says' } })
    assert.deepEqual(
      comments.items.map(({ authorName }) => authorName),
      ['vera'],
      'what was said through a share that is gone is still not for those of another',
    )
    await assert.rejects(logIn(closed, { password: 'open sesame' }), refusal(401))
    await target.admin.sharing.setSharePassword({ prId, id: closed.id, body: 'a new one' })
    assert.ok((await logIn(closed, { password: 'a new one' })).token)
  })

  // archives-4
  test('is reported by one event, not by one for each comment', async () => {
    const events = await target.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })
    const ofImport = events.filter(({ verb }) => verb === 'Production.import')
    assert.deepEqual(
      ofImport.map(({ type, object }) => [type, object?.name]),
      [['Production.create', 'The harbour']],
    )
    assert.equal(
      events.some(({ type }) => type === 'Annotation.create' || type === 'Media.create'),
      false,
    )
  })

  // archives-3
  test('makes another production each time, with the thesauri that the account has by now', async () => {
    const labels = async () =>
      (await target.admin.thesauri.listThesauri({ accountId: target.accountId })).items.map(({ label }) => label)
    const before = await labels()
    assert.deepEqual(before.toSorted(), ['Countries', 'Names', 'Places'])
    const again = await sendArchive(target.admin, target.accountId, archive, { name: 'Once more' })
    assert.notEqual(again.production.id, prId)
    assert.equal(again.production.name, 'Once more')
    const [clip] = (await target.admin.media.listMediaObjects({ prId: again.production.id })).items
    const { customFields } = await target.admin.annotations.getMediaObjectAnnotation({
      prId: again.production.id,
      moId: clip!.id,
    })
    const place = (customFields as { place: { value: { id: number } } }).place.value.id
    const places = (await target.admin.thesauri.listThesauri({ accountId: target.accountId })).items.find(
      ({ secondaryId }) => secondaryId === 'places',
    )!
    const entry = await target.admin.thesauri.getEntry({
      accountId: target.accountId,
      id: places.id,
      entryId: String(place),
    })
    assert.equal(entry.value, 'ghent')
  })

  test('comes back into its own account with the very same thesauri', async () => {
    const { accountId } = source
    const before = (await source.admin.thesauri.listThesauri({ accountId })).items.map(({ id }) => id)
    const copy = await sendArchive(source.admin, accountId, archive, { name: 'A copy', waitForIndex: true })
    const after = (await source.admin.thesauri.listThesauri({ accountId })).items.map(({ id }) => id)
    assert.deepEqual(after, before)
    const { fields } = await source.admin.customFields.getAnnotationFields({ prId: copy.production.id })
    const { fields: same } = await source.admin.customFields.getAnnotationFields({ prId: rich.prId })
    assert.deepEqual(fields, same)
  })
})

test('clips of a package that stays behind stay together, under an id that is nothing else', async () => {
  const { id } = await source.createProduction('Parcels')
  // There it is the id of another production.
  const packageId = (await target.admin.productions.listProductions()).items[0]!.id
  const inside = await createClip(source, id, RATE_25)
  await requestClip(source.admin, id, { name: 'first', packageId })
  await requestClip(source.admin, id, { name: 'second', packageId })
  await requestClip(source.admin, id, { name: 'third', packageId: inside })
  const { production } = await sendArchive(target.admin, target.accountId, await fetchArchive(source.admin, id))
  const clips = (await target.admin.media.listMediaObjects({ prId: production.id })).items
  const { first, second, third, 'A clip': whole } = Object.fromEntries(clips.map(clip => [clip.name, clip]))
  assert.ok(first!.packageId)
  assert.equal(first!.packageId, second!.packageId)
  assert.notEqual(first!.packageId, packageId)
  assert.ok(clips.every(clip => clip.id !== first!.packageId))
  assert.equal(third!.packageId, whole!.id)
})

describe('an archive', () => {
  // archives-1
  test('says at its beginning what it is, and at its end what stands between', async () => {
    const members = await unpack(archive)
    const names = [...members.keys()]
    assert.deepEqual([names[0], names.at(-1)], ['archive.json', 'manifest.json'])
    const manifest = JSON.parse(members.get('manifest.json')!.toString())
    assert.deepEqual(
      [manifest.format, manifest.formatVersion, manifest.production],
      ['rushes production', 1, { id: rich.prId, name: 'The harbour' }],
    )
    const told = manifest.members as { name: string; size: number; sha256: string }[]
    assert.deepEqual(
      told.map(({ name }) => name),
      names.slice(0, -1),
    )
    for (const { name, size, sha256: digest } of told) {
      const bytes = members.get(name)!
      assert.deepEqual([bytes.length, sha256(bytes)], [size, digest], name)
    }
    for (const [part, count] of Object.entries(manifest.counts)) assert.equal(linesOf(members, part).length, count)
  })

  test('has the subtitles of every clip in every format that the service writes', async () => {
    const members = await unpack(archive)
    const [film] = rich.moIds
    const endings = [...members.keys()]
      .filter(name => name.startsWith(`subtitles/${film}/`))
      .map(name => name.replace(/^.*_/, ''))
    const each = listFormats().map(({ extension }) => extension)
    const expected = ['en', 'en', 'nl'].flatMap(language => each.map(format => `${language}.${format}`))
    assert.deepEqual(endings.toSorted(), expected.toSorted())
    const english = [...members].find(([name]) => name.endsWith('_en.srt'))![1].toString()
    assert.match(english, /Good morning all/, 'as it was edited last')
    const dutch = [...members].find(([name]) => name.endsWith('_nl.srt'))![1].toString()
    assert.match(dutch, /00:00:04,000 --> 00:00:06,000\r?\nGoedemorgen/)
  })

  // archives-2
  test('holds nothing that opens a door: no token, no password, no address that is called', async () => {
    const { items: shares } = await source.admin.sharing.listShares({ prId: rich.prId })
    for (const { token } of shares) assert.equal(archive.includes(token!), false)
    assert.equal(archive.includes('$argon2'), false)
    assert.equal(archive.includes('open sesame'), false)
  })

  // archives-2
  test('has the originals unless all files, or none, are asked for', async () => {
    const mediaOf = async (media?: 'none') =>
      [...(await unpack(await fetchArchive(source.admin, rich.prId, media && { media }))).keys()].filter(name =>
        name.startsWith('media/'),
      )
    assert.deepEqual(
      (await mediaOf()).map(name => name.replace(/\d+/, '#')),
      ['media/#.mov'],
    )
    assert.deepEqual(await mediaOf('none'), [])
    const bare = await fetchArchive(source.admin, rich.prId, { media: 'none' })
    const { production } = await sendArchive(target.admin, target.accountId, bare)
    const { items } = await target.admin.media.listMediaObjects({ prId: production.id })
    assert.deepEqual(
      items.map(clip => [clip.name, clip.proxyOnline, clip.mediaObjectInstances]),
      [
        ['A clip', false, []],
        ['A clip', false, []],
        ['A clip', false, []],
      ],
    )
  })

  /** On a disk, the archive has a second name of the file. */
  const skip = process.env[storeVariable] !== undefined && 'a file that is deleted in an object store is gone'

  // archives-1
  test('is of one moment: a clip that is deleted while it is sent is still in it, with its bytes', {
    skip,
  }, async () => {
    const { blobs } = source.service.platform
    const { id } = await source.createProduction('Deleted')
    const clipId = await createClip(source, id, RATE_25)
    const bytes = makeBytes(40_000_000, 3)
    const { blob_key: blobKey } = await addFile(source, id, clipId, bytes, { type: 'RAW' })
    const response = await source.admin.archives.exportProduction({ prId: id })
    const reader = response.body!.getReader()
    const pieces = [(await reader.read()).value!]
    await source.admin.media.deleteMediaObject({ prId: id, id: clipId })
    await until('the file is removed', () =>
      blobs.getSize(blobKey).then(
        () => false,
        () => true,
      ),
    )
    for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value)
    const late = await sendArchive(target.admin, target.accountId, Buffer.concat(pieces))
    assert.deepEqual([late.counts.clips, late.bytes], [1, bytes.length])
  })
})
