/** What may be written, and what is never told. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountRights, type Endpoint } from '@rushes/contract'
import { sql } from 'kysely'
import { adminPassword, startTestService, type TestService } from '../../service.ts'
import { call, endpoints } from '../calls/calls.ts'
import { toCreations } from '../calls/creations.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { item } from '../checklist.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

type Resource = Record<string, unknown>

const forged = {
  id: 987_654_321,
  version: 77,
  creatorId: 987_654_321,
  created: 1,
  createdBy: 'forged',
  modifiedBy: 'forged',
  lastUpdated: 1,
  href: 'https://forged.example/',
}
const kept = Object.keys(forged) as (keyof typeof forged)[]

function hasMember({ body }: Endpoint, name: string): boolean {
  const { properties } = (body ?? {}) as { properties?: object }
  return properties !== undefined && name in properties
}

const send = (endpoint: Endpoint, body: unknown) =>
  call(kit.url, endpoint, { token: kit.admin.options.token, ids: estate.ids, body })

describe(item(6), () => {
  const creating = endpoints.filter(endpoint => endpoint.method === 'POST' && hasMember(endpoint, 'creatorId'))
  for (const endpoint of creating) {
    // http-22
    test(`not by ${endpoint.id}`, async () => {
      const { status, text } = await send(endpoint, { ...(await toCreations(kit, estate)[endpoint.id]?.()), ...forged })
      assert.equal(status, endpoint.status, text)
      const made = JSON.parse(text) as Resource
      for (const name of kept) assert.notEqual(made[name], forged[name], name)
      if (endpoint.versioned) assert.equal(made.version, 1)
    })
  }

  for (const endpoint of endpoints.filter(endpoint => endpoint.method === 'PUT' && hasMember(endpoint, 'creatorId'))) {
    // http-22
    test(`not by ${endpoint.id}`, async () => {
      const others = { productionId: 987_654_321, accountId: 987_654_321, ownerId: undefined }
      const extra = Object.fromEntries(Object.entries(others).filter(([name]) => hasMember(endpoint, name)))
      const first = await send(endpoint, { ...forged, version: 0 })
      const stored = (first.error?.data as { version?: number } | null)?.version ?? 1
      const { status, text } = await send(endpoint, { ...forged, ...extra, version: stored })
      if (status === 404 || status === 422) return
      assert.equal(status, endpoint.status, text)
      const changed = JSON.parse(text) as Resource
      for (const name of kept) assert.notEqual(changed[name], forged[name], name)
      for (const name of Object.keys(extra)) assert.notEqual(changed[name], 987_654_321, name)
      if (endpoint.versioned) assert.equal(changed.version, stored + 1)
    })
  }

  for (const endpoint of endpoints.filter(({ bodyKind }) => bodyKind === 'json patch')) {
    // http-22
    test(`not by ${endpoint.id}`, async () => {
      const names = [
        ...kept.filter(name => name !== 'href'),
        'productionId',
        'accountId',
        'objectType',
        'createdByShareId',
        'createdBySharedUserId',
        'rights',
        'roles',
      ]
      for (const name of names) {
        for (const op of ['add', 'replace']) {
          const { status, text } = await send(endpoint, [{ op, path: `/${name}`, value: 987_654_321 }])
          assert.ok(status === 422 || status === 400, `${op} /${name}: ${status} ${text}`)
        }
      }
    })
  }

  // accounts-5
  test('nobody gives themselves a right of the service', async () => {
    const { user, api } = await kit.createUser()
    const roles = ['SUPPORT', 'DEVOPS']
    const { id, version, username, email } = user
    const changed = await api.accounts
      .updateUser({ id, body: { version, username, email, roles, type: 'ANONYMOUS' } })
      .catch(() => undefined)
    assert.ok(!roles.some(role => changed?.roles?.includes(role)))
    await assert.rejects(api.accounts.searchUsers(), { name: 'ForbiddenError' })
    await kit.admin.accounts.addAccountParticipant({
      id: kit.accountId,
      body: { userId: id, rights: [...accountRights] },
    })
    const body = { username: 'friend', email: 'friend@example.org', password: 'password of friend', roles }
    await api.accounts.createUser({ body: { ...body, accountId: kit.accountId } }).catch(() => undefined)
    const login = await kit
      .client()
      .authentication.login({ body: { username: 'friend', password: body.password } })
      .catch(() => undefined)
    if (login) await assert.rejects(kit.client(login.token).accounts.searchUsers(), { name: 'ForbiddenError' })
  })
})

describe(item(7), () => {
  const shareWord = 'sesame-of-a-share'
  const speechWord = 'key-of-the-speech-engine'

  /** What is kept of secrets, in every writing that could come out. */
  async function listSecrets(): Promise<string[]> {
    const { database } = kit.service.platform
    const columns = await sql<{ table_name: string; column_name: string; data_type: string }>`
      select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and column_name ~ '(hash|secret|password|sealed|totp)' and data_type in ('text', 'bytea')
    `.execute(database)
    const found: string[] = []
    for (const { table_name, column_name, data_type } of columns.rows) {
      const { rows } = await sql<{ value: string | Buffer }>`
        select ${sql.ref(column_name)} as value from ${sql.table(table_name)} where ${sql.ref(column_name)} is not null
      `.execute(database)
      for (const { value } of rows) {
        if (data_type === 'text') found.push(String(value))
        else
          found.push(...(['hex', 'base64', 'base64url'] as const).map(writing => Buffer.from(value).toString(writing)))
      }
    }
    return found.filter(secret => secret.length >= 16)
  }

  // http-23
  test('for every caller and every query', async () => {
    await kit.admin.sharing.setSharePassword({
      prId: estate.prId,
      id: Number(estate.ids['share/id']),
      body: shareWord,
    })
    await kit.admin.transcripts.setSpeechSecret({
      id: kit.accountId,
      name: 'engine',
      body: { origin: 'https://speech.example', value: speechWord },
    })
    const secrets = [speechWord, adminPassword, shareWord, kit.admin.options.token!, ...(await listSecrets())]
    assert.ok(
      secrets.some(secret => secret.startsWith('$argon2')),
      'hashes of passwords are among them',
    )
    const me = await kit.admin.authentication.getCurrentUser()
    const tellings: string[] = []
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const query = endpoint.resultKind === 'search' ? 'q=*:*&rows=1000' : ''
      const ids = { ...estate.ids, 'user/id': me.id }
      const { text } = await call(kit.url, endpoint, { token: kit.admin.options.token, ids, query })
      for (const secret of secrets) if (text.includes(secret)) tellings.push(`${endpoint.id}: ${secret}`)
      // The OpenAPI document shows example bodies, and those of a login have a password.
      if (
        endpoint.id !== 'getOpenApi' &&
        /"(?:password|passwordHash|passwordResetToken|secret|tokenHash)":"/.test(text)
      )
        tellings.push(endpoint.id)
    }
    assert.deepEqual(tellings, [])
  })

  // http-23
  test('a refusal does not say a password again', async () => {
    const password = 'a password that is said once'
    for (const endpoint of endpoints.filter(endpoint => hasMember(endpoint, 'password'))) {
      for (const body of [{ password, nonsense: 1 }, { password: [password] }, { password, username: 7 }]) {
        const { text } = await call(kit.url, endpoint, { token: kit.admin.options.token, ids: estate.ids, body })
        assert.ok(!text.includes(password), `${endpoint.id}: ${text}`)
      }
    }
  })
})
