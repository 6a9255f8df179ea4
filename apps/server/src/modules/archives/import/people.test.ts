/** Whom an archive names: its lines can be written by anybody, so that they name only who takes part already. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { fetchArchive, linesOf, sendArchive, unpack } from '../testing/tar-file.ts'

let kit: TestService
let archive: Buffer
/** Of the production in the archive, with the first user of the service; unknown in the account of the importer. */
let alice: { id: number; api: Client }
let importer: { id: number; api: Client }
let accountId: number

before(async () => {
  kit = await startTestService()
  const { id: prId } = await kit.createProduction('Ours')
  const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
  alice = { id: user.id, api }
  const { mediaObjectId: moId = 0 } = await createClip(kit.admin, prId, { name: 'A clip' })
  for (const author of [kit.admin, api]) {
    const body = { funnel: 'ReviewComment', description: 'Said', start: 0, mentionIds: [user.id] }
    await author.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  }
  archive = await fetchArchive(kit.admin, prId)
  const created = await kit.createUser()
  importer = { id: created.user.id, api: created.api }
  accountId = (await kit.admin.accounts.createAccount({ body: { humanName: 'Theirs', ownerId: importer.id } })).id
})
after(() => kit.stop())

const importInto = async () =>
  (await sendArchive(importer.api, accountId, archive, { waitForIndex: true })).production.id

async function readTeam(prId: number) {
  const { items } = await importer.api.productions.listParticipants({ prId })
  return items.map(({ id, email, type, invitationState }) => ({ id, email, type, invitationState }))
}

const readComments = async (prId: number) =>
  (await importer.api.annotations.listAnnotations({ prId, query: { fq: ['funnel:ReviewComment'], sort: 'id asc' } }))
    .items

// archives-5
test('"importing an archive adds nobody to a team who is not in the account: they are invited"', async () => {
  assert.deepEqual(linesOf(await unpack(archive), 'people').length, 2)
  const prId = await importInto()
  const team = await readTeam(prId)
  assert.deepEqual(
    team.filter(({ invitationState }) => invitationState === 'ACCEPTED').map(({ id }) => id),
    [importer.id],
  )
  const invited = team.filter(({ invitationState }) => invitationState === 'PENDING')
  assert.equal(invited.length, 2)
  for (const { id, type } of invited) {
    assert.equal(type, 'UNREGISTERED', 'nothing shows that they are users here')
    assert.ok(id !== alice.id && id !== 1)
  }
  const { items } = await alice.api.productions.listProductions()
  assert.ok(!items.some(({ id }) => id === prId))
})

// archives-5
test('"authorship stays a plain name"', async () => {
  const prId = await importInto()
  const comments = await readComments(prId)
  assert.deepEqual(
    comments.map(({ authorName, creatorId, mentionIds }) => [authorName, creatorId, mentionIds ?? []]),
    [
      ['admin', undefined, []],
      [(await alice.api.authentication.getCurrentUser()).username, undefined, []],
    ],
  )
  assert.equal((await importer.api.productions.getProduction({ prId })).creatorId, undefined)
})

test('who takes part in the account, or in a production of it, is in the team and the author at once', async () => {
  const there = await importer.api.productions.createProduction({ body: { accountId, name: 'Another' } })
  const rights = ['PRODUCTION_VIEW' as const]
  await importer.api.productions.addParticipant({ prId: there.id, body: { userId: alice.id, rights } })
  const prId = await importInto()
  const accepted = (await readTeam(prId)).filter(({ invitationState }) => invitationState === 'ACCEPTED')
  assert.deepEqual(accepted.map(({ id }) => id).toSorted(), [alice.id, importer.id].toSorted())
  assert.deepEqual(
    (await readComments(prId)).map(({ creatorId }) => creatorId),
    [undefined, alice.id],
  )
})
