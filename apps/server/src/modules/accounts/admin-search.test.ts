import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { adminPassword, startTestService, type TestService } from '../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../platform/context.ts'
import { markChanged } from '../search/index.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

type Query = NonNullable<NonNullable<Parameters<Client['accounts']['searchUsers']>[0]>['query']>

const searchUsers = (query: Query) => kit.admin.accounts.searchUsers({ query: { rows: 1000, ...query } })
const findUsers = async (query: Query) => (await searchUsers(query)).results
const findSubscriptions = async (query: Query) =>
  (await kit.admin.accounts.searchSubscriptions({ query: { rows: 1000, ...query } })).results

describe('GET /admin/user', () => {
  // accounts-8
  test('finds users by their fields, by words, with facets', async () => {
    const { user } = await kit.createUser('ada')
    await kit.admin.accounts.updateUser({
      id: user.id,
      body: { ...user, firstName: 'Ada', lastName: 'Lovelace', city: 'London' },
    })
    const [found] = await findUsers({ q: 'lovelace' })
    assert.equal(found!.fullName, 'Ada Lovelace')
    assert.equal(found!.objectType, 'User')
    for (const q of [
      'username:ada',
      'email:ada@*',
      'city:London AND locked:false',
      `id:${user.id}`,
      'lastName:Lovelase~',
    ]) {
      assert.deepEqual(
        (await findUsers({ q })).map(({ id }) => id),
        [user.id],
        q,
      )
    }
    const { facetFields, numFound } = await searchUsers({
      'facet.field': ['city', 'roles'],
      'facet.mincount': 1,
      rows: 1,
    })
    assert.deepEqual(facetFields[0]!.values, [{ name: 'London', count: 1 }])
    assert.deepEqual(facetFields[1]!.values.map(({ name }) => name).sort(), ['DEVOPS', 'SUPPORT'])
    assert.equal(numFound, 2)
  })

  // accounts-8
  test('follows a change at once', async () => {
    const { user, api } = await kit.createUser('grace')
    await kit.admin.accounts.updateUser({ id: user.id, body: { ...user, username: 'hopper' } })
    assert.deepEqual(await findUsers({ q: 'username:grace' }), [])
    assert.equal((await findUsers({ q: 'username:hopper' })).length, 1)
    await kit.admin.accounts.addAccountParticipant({ id: kit.accountId, body: { userId: user.id } })
    assert.equal((await findUsers({ fq: [`accounts:${kit.accountId}`], q: 'hopper' })).length, 1)
    await kit.admin.accounts.removeAccountParticipant({ id: kit.accountId, userId: user.id })
    assert.equal((await findUsers({ fq: [`accounts:${kit.accountId}`], q: 'hopper' })).length, 0)
    kit.clock.advance(10 * 60_000)
    const now = kit.clock.now()
    await api.authentication.getCurrentUser()
    assert.equal((await findUsers({ fq: [`lastSeen:[${now} TO *]`], q: 'hopper' })).length, 1)
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: true } })
    assert.deepEqual(
      (await findUsers({ q: 'locked:true' })).map(({ username }) => username),
      ['hopper'],
    )
  })

  // accounts-8
  test('does not find who is deleted', async () => {
    const { user } = await kit.createUser('alan')
    assert.equal((await findUsers({ q: 'alan' })).length, 1)
    await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
      await ctx.db.updateTable('users').set({ deleted: 1 }).where('id', '=', user.id).execute()
      markChanged(ctx, 'user', [user.id])
    })
    const { results, facetFields } = await searchUsers({
      q: `username:alan id:${user.id}`,
      'facet.field': ['username'],
      'facet.mincount': 0,
    })
    assert.deepEqual(results, [])
    assert.ok(!facetFields[0]!.values.some(({ name }) => name === 'alan'))
  })

  // accounts-8
  test('holds no secret and no hash, in results or in the index', async () => {
    await kit.createUser('edsger')
    const { rows } = await kit.service.platform.database
      .selectFrom('search_body')
      .innerJoin('search_document', 'search_document.id', 'search_body.id')
      .select(['body', 'words'])
      .where('kind', 'in', ['user', 'account'])
      .execute()
      .then(found => ({ rows: found }))
    assert.ok(rows.length > 3)
    const hashes = await kit.service.platform.database.selectFrom('users').select('password_hash').execute()
    const values = await kit.service.platform.database.selectFrom('search_value').select('value').execute()
    const text = JSON.stringify([rows, values, await findUsers({}), await findSubscriptions({})])
    for (const { password_hash } of hashes) assert.ok(password_hash && !text.includes(password_hash))
    assert.ok(!text.includes(adminPassword))
    assert.doesNotMatch(text, /password|[^a-z]hash|secret|scrypt|argon|[0-9a-f]{32}/i)
  })
})

describe('GET /admin/subscription', () => {
  // accounts-9
  test('finds what each account has subscribed to', async () => {
    const { user } = await kit.createUser('barbara')
    const account = await kit.admin.accounts.createAccount({
      body: { humanName: 'Liskov Films', ownerId: user.id, subscriptionStatus: 'past_due' },
    })
    await kit.admin.accounts.updateAccountSettings({ id: account.id, body: { webhookToken: 'confidential' } })
    const [found, ...others] = await findSubscriptions({ q: 'liskov', fq: ['subscriptionStatus:past_due'] })
    assert.deepEqual(others, [])
    assert.equal(found!.id, account.id)
    assert.equal(found!.accountId, account.id)
    assert.equal(found!.ownerUsername, 'barbara')
    assert.doesNotMatch(JSON.stringify(await findSubscriptions({})), /confidential/)
    assert.deepEqual(
      (await findUsers({ q: `accounts:${account.id}` })).map(({ id }) => id),
      [user.id],
    )
    await kit.admin.accounts.updateUser({ id: user.id, body: { ...user, username: 'bliskov' } })
    assert.equal((await findSubscriptions({ q: 'ownerUsername:bliskov' })).length, 1)
    const stored = await kit.admin.accounts.getAccount({ id: account.id })
    await kit.admin.accounts.updateAccount({ id: account.id, body: { ...stored, humanName: 'Substitution Films' } })
    assert.deepEqual(await findSubscriptions({ q: 'liskov' }), [])
    assert.equal((await findSubscriptions({ q: 'substitution' })).length, 1)
  })
})

// accounts-9
test('no query shows documents of another kind', async () => {
  const { id: prId } = await kit.createProduction('Walled')
  const query = {
    q: `*:* OR productionId:${prId} OR objectType:*`,
    rows: 1000,
    'facet.field': ['objectType', 'productionId', 'object.name'],
    'facet.pivot': ['objectType,object.name', 'objectType'],
    'facet.mincount': 0,
    sort: 'objectType asc',
  }
  for (const [search, objectType] of [
    [kit.admin.accounts.searchUsers, 'User'],
    [kit.admin.accounts.searchSubscriptions, 'Subscription'],
  ] as const) {
    const list = await search({ query })
    assert.ok(list.results.length > 0 && list.results.every(result => result.objectType === objectType))
    assert.deepEqual(
      list.facetFields.map(({ values }) => values.map(({ name }) => name)),
      [[objectType], [], []],
    )
    assert.deepEqual(
      list.facetPivot.objectType!.map(({ value }) => value),
      [objectType],
    )
    assert.doesNotMatch(JSON.stringify({ ...list, responseHeader: {} }), /Walled/)
    await assert.rejects(search({ query: { sort: 'object.name asc' } }), { name: 'BadRequestError' })
  }
})

// accounts-8, accounts-9
test('both need SUPPORT', async () => {
  const { api } = await kit.createUser()
  const refusal = { name: 'ForbiddenError', data: { right: 'SUPPORT' } }
  await assert.rejects(api.accounts.searchUsers({}), refusal)
  await assert.rejects(api.accounts.searchSubscriptions({}), refusal)
})
