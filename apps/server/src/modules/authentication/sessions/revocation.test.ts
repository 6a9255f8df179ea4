import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type Nodes, startNodes } from '../../../../test/running/cluster/nodes.ts'
import { until } from '../../../../test/until.ts'

/** Two services on one database. */
let nodes: Nodes
before(async () => {
  nodes = await startNodes()
})
after(() => nodes.stop())

const at: Nodes['at'] = (place, token) => nodes.at(place, token)
const signIn: Nodes['signIn'] = (place, username, password) => nodes.signIn(place, username, password)

/** Sessions are read again after a second; the rest is the patience of a loaded machine. */
const soonMs = 3000

/** Resolves when the second service refuses a token that it has just let in; fails when it does not soon. */
async function assertRefusedSoon(token: string, end: () => Promise<unknown>): Promise<void> {
  const other = at(1, token)
  await other.authentication.getCurrentUser()
  await end()
  const isRefused = () =>
    other.authentication.getCurrentUser().then(
      () => false,
      error => error.status === 401,
    )
  await until('it is refused', isRefused, soonMs)
}

// authentication-17, authentication-20
describe('what ends on one service is refused by the others soon', () => {
  const cases: [name: string, end: (api: Client, admin: Client) => Promise<unknown>][] = [
    ['a logout', api => api.authentication.logout()],
    ['a logout everywhere', api => api.authentication.logout({ body: { allSessions: true } })],
    [
      'a user who is disabled',
      async (api, admin) => {
        const { id } = await api.authentication.getCurrentUser()
        await admin.accounts.updateUserState({ id, body: { disabled: true } })
      },
    ],
    [
      'a new password, set by SUPPORT',
      async (api, admin) => {
        const { id } = await api.authentication.getCurrentUser()
        await admin.authentication.changePassword({ id, body: { newPassword: 'quite another one' } })
      },
    ],
  ]
  for (const [place, [name, end]] of cases.entries()) {
    test(name, async () => {
      const admin = await signIn(0)
      const username = `user-${place}`
      const password = 'a password of one'
      await admin.accounts.createUser({ body: { username, password, email: `${username}@example.org` } })
      const api = await signIn(0, username, password)
      await assertRefusedSoon(api.options.token!, () => end(api, admin))
    })
  }

  test('an API token', async () => {
    const admin = await signIn(0)
    const { id } = await admin.authentication.getCurrentUser()
    const { id: tokenId, token } = await admin.authentication.createAccessToken({ id, body: {} })
    await assertRefusedSoon(token!, () => admin.authentication.deleteAccessToken({ id, tokenId }))
  })

  test('a logout whose signal is lost', async () => {
    const { token } = (await signIn(0)).options
    await assertRefusedSoon(token!, async () => {
      const { rows } = await nodes.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen rushes'",
      )
      assert.equal(rows.length, 2, 'both services listened')
      // Read, and cached again, while the service does not listen.
      await at(1, token).authentication.getCurrentUser()
      await at(0, token).authentication.logout()
    })
  })

  test('and failures are counted together', async () => {
    const admin = await signIn(0)
    const username = 'guessed'
    const body = { username, password: 'the right one', email: 'guessed@example.org' }
    await admin.accounts.createUser({ body })
    const guesses = Array.from({ length: 40 }, (_, count) =>
      at(count % 2)
        .authentication.login({ body: { username, password: 'wrong password' } })
        .catch(error => error.status),
    )
    assert.equal((await Promise.all(guesses)).filter(status => status === 401).length, 10)
  })
})
