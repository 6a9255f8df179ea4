/** The doors: login, second factor, shares. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hourMs } from '../../../src/modules/authentication/index.ts'
import { adminPassword, startTestService, type TestService } from '../../service.ts'
import { call, endpoints } from '../calls/calls.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { ofFirstStage } from '../calls/expectations.ts'
import { item } from '../checklist.ts'
import { enableSecondFactor, stepMs, toCode } from './second-factor.ts'

const minuteMs = 60_000
let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

interface Person {
  username: string
  password: string
  key: string
}

/** The first user, signed in again: the clock has advanced. */
async function signInAsAdmin() {
  const { token } = await kit.client().authentication.login({ body: { username: 'admin', password: adminPassword } })
  return kit.client(token)
}

/** A user with a second factor, whose last code is used up. */
async function createPerson(): Promise<Person> {
  const { user, password, api } = await kit.createUser()
  const key = await enableSecondFactor(api, user.id, password, kit.clock.now())
  kit.clock.advance(stepMs)
  return { username: user.username, password, key }
}

async function post(path: string, body: object, token?: string) {
  const response = await fetch(kit.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as { token?: string } }
}

const login = (username: string, password: string) => post('/authentication/login', { username, password })

async function firstStage({ username, password }: Person): Promise<string> {
  const { body } = await login(username, password)
  assert.equal((body as { needsSecondToken?: boolean }).needsSecondToken, true)
  return body.token!
}

const validate = async (stage: string, token: string) =>
  (await post('/authentication/2fa/validate', { token }, stage)).status

describe(item(10), () => {
  // authentication-34
  test('every route', async () => {
    const stage = await firstStage(await createPerson())
    const surprises: string[] = []
    for (const endpoint of endpoints.filter(({ access }) => access.who !== 'anyone')) {
      const opens = ofFirstStage(endpoint.access) === 'passes'
      if (opens) continue
      const { status } = await call(kit.url, endpoint, { token: stage, ids: estate.ids })
      if (status !== 401 && status !== 403) surprises.push(`${endpoint.id}: ${status}`)
    }
    assert.deepEqual(surprises, [])
    const open = endpoints.filter(
      ({ access }) => access.who === 'first stage' || ('evenFirstStage' in access && access.evenFirstStage),
    )
    assert.deepEqual(
      open.map(({ id }) => id),
      ['validateSecondFactor', 'logout'],
    )
  })

  // authentication-34
  test('nor does it last longer than five minutes, nor beyond its use', async () => {
    const person = await createPerson()
    const late = await firstStage(person)
    kit.clock.advance(5 * minuteMs)
    assert.equal(await validate(late, toCode(person.key, kit.clock.now())), 401)
    const used = await firstStage(person)
    assert.equal(await validate(used, toCode(person.key, kit.clock.now())), 200)
    kit.clock.advance(2 * stepMs)
    assert.equal(await validate(used, toCode(person.key, kit.clock.now())), 401)
  })
})

describe(item(11), () => {
  // authentication-35
  test('a code that was used is not taken again', async () => {
    const person = await createPerson()
    const code = toCode(person.key, kit.clock.now())
    assert.equal(await validate(await firstStage(person), code), 200)
    assert.equal(await validate(await firstStage(person), code), 401)
  })

  // authentication-35
  test('of two uses at the same moment one counts', async () => {
    const person = await createPerson()
    const stages = await Promise.all(Array.from({ length: 5 }, () => firstStage(person)))
    const code = toCode(person.key, kit.clock.now())
    const answers = await Promise.all(stages.map(stage => validate(stage, code)))
    assert.equal(answers.filter(status => status === 200).length, 1, answers.join(' '))
  })

  // authentication-35
  test('one step to either side, and no more', async () => {
    for (const [steps, expected] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const person = await createPerson()
      // To the start of a step: a code must not become younger by the time it arrives.
      kit.clock.advance(5 * stepMs - (kit.clock.now() % stepMs))
      const code = toCode(person.key, kit.clock.now() + steps * stepMs)
      assert.equal(await validate(await firstStage(person), code), expected, String(steps))
    }
  })

  // authentication-36
  test('five wrong ones end the login', async () => {
    const person = await createPerson()
    const stage = await firstStage(person)
    const right = toCode(person.key, kit.clock.now())
    const wrong = right === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count++) assert.notEqual(await validate(stage, wrong), 200)
    assert.notEqual(await validate(stage, right), 200)
  })
})

describe(item(12), () => {
  // authentication-4
  test('by status, body and headers', async () => {
    const { user } = await kit.createUser()
    const { user: disabled, password } = await kit.createUser()
    await kit.admin.accounts.updateUserState({ id: disabled.id, body: { disabled: true } })
    const answers = [
      await login(user.username, 'wrong password'),
      await login('nobody at all', 'wrong password'),
      await login(disabled.username, password),
      await login(disabled.username, 'wrong password'),
    ]
    for (const { status, text, headers } of answers) {
      assert.deepEqual([status, text], [401, answers[0]!.text])
      assert.deepEqual([...headers.keys()].sort(), [...answers[0]!.headers.keys()].sort())
    }
  })

  // authentication-4
  test('by time: a password is hashed for nobody, too', async () => {
    kit.clock.advance(hourMs)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let count = 0; count < 9; count++) {
      for (const [kind, username] of [
        ['known', 'admin'],
        ['unknown', `nobody ${count}`],
      ] as const) {
        const begun = performance.now()
        assert.equal((await login(username, 'wrong password')).status, 401)
        times[kind].push(performance.now() - begun)
      }
    }
    // The shortest is what it takes itself: a busy machine only makes it longer.
    const ratio = Math.min(...times.known) / Math.min(...times.unknown)
    // The statistics are in the bench; what is not hashed at all would be several times as fast.
    assert.ok(ratio > 0.5 && ratio < 2, String(ratio))
  })
})

describe(item(13), () => {
  const startOver = () => kit.clock.advance(24 * hourMs)

  async function createUser() {
    const username = `user-${kit.clock.now()}`
    const password = `password of ${username}`
    await (await signInAsAdmin()).accounts.createUser({
      body: { username, password, email: `${username}@example.org` },
    })
    return { username, password }
  }

  async function lockAndUnlock(username: string, password: string, afterwards: number): Promise<void> {
    for (let count = 0; count < 10; count++) assert.equal((await login(username, `wrong ${count}`)).status, 401)
    const refused = await login(username, password)
    assert.equal(refused.status, 403)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 0 && wait <= 15 * 60, String(wait))
    kit.clock.advance((wait + 1) * 1000)
    assert.equal((await login(username, password)).status, afterwards)
  }

  // authentication-6
  test('of a user', async () => {
    startOver()
    const { username, password } = await createUser()
    await lockAndUnlock(username, password, 200)
  })

  // authentication-7
  test('of nobody, in the same way', async () => {
    startOver()
    await lockAndUnlock('nobody whom one could lock', 'a password', 401)
  })

  // authentication-6
  test('many at once are counted before they are hashed', async () => {
    startOver()
    const { username } = await createUser()
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => login(username, `wrong ${index}`)))
    const tried = answers.filter(({ status }) => status === 401).length
    assert.ok(tried <= 10, `${tried} passwords were tried`)
  })
})

describe(item(33), () => {
  async function createShare(body: { expires?: number; password?: string }) {
    const admin = await signInAsAdmin()
    const { id, token: shareToken } = await admin.sharing.createShare({
      prId: estate.prId,
      id: estate.collectionId,
      body,
    })
    return { id, token: shareToken! }
  }
  const enter = (share: { id: number; token: string }, body: object = {}) =>
    post(`/production/${estate.prId}/share/${share.id}/login`, body, share.token)

  // sharing-10
  test('an expired share', async () => {
    const share = await createShare({ expires: kit.clock.now() + 10 * minuteMs })
    const { body } = await enter(share)
    kit.clock.advance(10 * minuteMs)
    const refused = await enter(share)
    assert.ok(refused.status === 403 || refused.status === 404, String(refused.status))
    const visitor = kit.client(body.token)
    assert.equal((await visitor.sharing.getCurrentShare({ prId: estate.prId })).id, share.id)
    kit.clock.advance(59 * minuteMs)
    assert.equal((await visitor.sharing.getCurrentShare({ prId: estate.prId })).id, share.id)
  })

  // sharing-21
  test('wrong passwords are counted', async () => {
    kit.clock.advance(24 * hourMs)
    const share = await createShare({ password: 'swordfish' })
    for (let count = 0; count < 10; count++) {
      assert.equal((await enter(share, { password: `wrong ${count}` })).status, 401)
    }
    // Six more, each after the wait before it: now the address waits for more than a minute.
    for (let count = 0; count < 6; count++) {
      kit.clock.advance(1000 * 2 ** count)
      assert.equal((await enter(share, { password: `wrong again ${count}` })).status, 401)
    }
    const refused = await enter(share, { password: 'swordfish' })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  })
})
