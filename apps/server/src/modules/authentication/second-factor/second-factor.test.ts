import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { enableFactor, startAuthenticator } from '../../../../test/scene/second-factor.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { failureWindowMs } from '../policy.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** A user whose second factor counts. */
async function createGuarded() {
  const person = await kit.createUser()
  return { ...person, ...(await enableFactor(kit, person)) }
}

const login = (body: { username: string; password: string; rememberMe?: boolean }) =>
  kit.client().authentication.login({ body })

/** The wrong codes of earlier tests slow this address down; the client would wait until it may try again. */
const forgetFailures = () => kit.clock.advance(failureWindowMs)

/** The first stage of a login. */
async function begin(username: string, password: string): Promise<Client> {
  const { token, needsSecondToken } = await login({ username, password })
  assert.equal(needsSecondToken, true)
  return kit.client(token)
}

const renewFor = (api: Client, id: number) =>
  api.authentication.renewRecoveryCodes({ id, body: { password: 'whose', token: '123456' } })

const validate = (stage: Client, token: string, rememberMe?: boolean) =>
  stage.authentication.validateSecondFactor({ body: { token, ...(rememberMe === undefined ? {} : { rememberMe }) } })

describe('enabling', () => {
  // authentication-29
  test('"needs `password` and answers the secret; the factor counts after a second `enable2fa`"', async () => {
    const { user, password, api } = await kit.createUser()
    const enable = (body: Parameters<Client['authentication']['enableSecondFactor']>[0]['body']) =>
      api.authentication.enableSecondFactor({ id: user.id, ...(body === undefined ? {} : { body }) })
    await assert.rejects(enable({}), refusalAt('ValidationError', '/password'))
    await assert.rejects(enable({ password: 'wrong password' }), refusalAt('ValidationError', '/password'))
    await assert.rejects(enable({ password, type: 'TWO_FA_EMAIL' }), refusalAt('ValidationError', '/type'))
    await assert.rejects(enable({ password, token: '123456' }), refusalAt('ValidationError', '/token'))

    const first = await enable({ password, type: 'TWO_FA_AUTHENTICATOR' })
    assert.match(first.key, /^[A-Z2-7]{32}$/)
    assert.match(first.qr, /^data:image\/png;base64,/)
    assert.deepEqual([first.hashingAlgorithm, first.digits, first.period], ['SHA1', 6, 30])
    assert.equal(first.recoveryCodes, undefined)
    assert.equal((await login({ username: user.username, password })).needsSecondToken, false, 'not yet')

    const again = await enable({ password })
    assert.notEqual(again.key, first.key)
    const old = startAuthenticator(kit, first.key)
    await assert.rejects(enable({ password, token: old.code() }), refusalAt('ValidationError', '/token'))
    const authenticator = startAuthenticator(kit, again.key)
    const done = await enable({ password, token: authenticator.code() })
    assert.equal(done.recoveryCodes?.length, 10)
    assert.equal((await login({ username: user.username, password })).needsSecondToken, true)
    assert.equal((await api.authentication.getCurrentUser()).authenticationType, 'TWO_FA_AUTHENTICATOR')
    await assert.rejects(enable({ password }), refusal(409))
    await assert.rejects(enable({ password, token: authenticator.code() }), refusal(409))
  })

  // authentication-30
  test('"403 only own user or SUPPORT": SUPPORT does not need the password of the user', async () => {
    const { user } = await kit.createUser()
    const other = await kit.createUser()
    const request = { id: user.id, body: { password: other.password } }
    await assert.rejects(other.api.authentication.enableSecondFactor(request), refusal(403, 'SUPPORT'))
    await assert.rejects(kit.admin.authentication.enableSecondFactor({ id: 987654321, body: {} }), refusal(404))
    const { key } = await kit.admin.authentication.enableSecondFactor({ id: user.id, body: {} })
    const token = startAuthenticator(kit, key).code()
    await kit.admin.authentication.enableSecondFactor({ id: user.id, body: { token } })
  })

  // authentication-31
  test('ends the sessions that were opened with the password alone, but the one that enables', async () => {
    const person = await kit.createUser()
    const { token } = await login({ username: person.user.username, password: person.password })
    await enableFactor(kit, person)
    await person.api.authentication.getCurrentUser()
    await assert.rejects(kit.client(token).authentication.getCurrentUser(), refusal(401))
  })

  // authentication-40
  test('keeps the secret sealed, and the recovery codes as hashes', async () => {
    const { authenticator, recoveryCodes, user } = await createGuarded()
    const rows = JSON.stringify(
      await Promise.all(
        (['second_factor', 'recovery_code'] as const).map(table =>
          kit.service.platform.database.selectFrom(table).selectAll().where('user_id', '=', user.id).execute(),
        ),
      ),
      (_name, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
    )
    for (const secret of [authenticator.key, authenticator.bytes.toString('latin1'), ...recoveryCodes]) {
      assert.ok(!rows.includes(secret))
    }
  })
})

describe('the second step of a login', () => {
  // authentication-33, authentication-35
  test('takes a code once, also when two come with it at the same time', async () => {
    const { user, password, authenticator } = await createGuarded()
    const code = authenticator.next()
    const stages = await Promise.all(Array.from({ length: 4 }, () => begin(user.username, password)))
    const results = await Promise.allSettled(stages.map(stage => validate(stage, code)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(validate(await begin(user.username, password), code), refusal(401, 'wrong'))
    const { token, needsSecondToken, status } = await validate(
      await begin(user.username, password),
      authenticator.next(),
    )
    assert.deepEqual([needsSecondToken, status], [false, 200])
    assert.equal((await kit.client(token).authentication.getCurrentUser()).id, user.id)
  })

  // authentication-35
  test('takes the code of a clock that is one step off, not of one that is two', async () => {
    const { user, password, authenticator } = await createGuarded()
    kit.clock.advance(120_000)
    const stage = await begin(user.username, password)
    await assert.rejects(validate(stage, authenticator.code(-2)), refusal(401))
    await assert.rejects(validate(stage, authenticator.code(2)), refusal(401))
    await validate(stage, authenticator.code(-1))
    await validate(await begin(user.username, password), authenticator.code(1))
    await assert.rejects(validate(await begin(user.username, password), authenticator.code(0)), refusal(401), 'used up')
  })

  test('one login gives one session, whatever codes are shown at once', async () => {
    const { user, password, authenticator } = await createGuarded()
    kit.clock.advance(120_000)
    const stage = await begin(user.username, password)
    const results = await Promise.allSettled([0, 1].map(step => validate(stage, authenticator.code(step))))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // authentication-36
  test('five wrong codes end the login: the sixth try fails with the right one', async () => {
    const { user, password, authenticator } = await createGuarded()
    const stage = await begin(user.username, password)
    for (let count = 0; count < 5; count++) await assert.rejects(validate(stage, '000000'), refusal(401, 'wrong'))
    await assert.rejects(validate(stage, authenticator.next()), refusal(401, 'valid token'))
    await validate(await begin(user.username, password), authenticator.next())
  })

  // authentication-36
  test('five wrong codes at the same time as well', async () => {
    const { user, password, authenticator } = await createGuarded()
    const stage = await begin(user.username, password)
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => validate(stage, '000000')))
    const reasons = results.map(result => (result.status === 'rejected' ? String(result.reason) : 'got in'))
    assert.ok(reasons.filter(reason => reason.includes('wrong')).length <= 5, reasons.join('; '))
    await assert.rejects(validate(stage, authenticator.next()), refusal(401))
  })

  // authentication-36
  test('ten wrong codes in a row lock it, however many logins they are spread over', async () => {
    const { user, password, authenticator } = await createGuarded()
    for (let round = 0; round < 2; round++) {
      const stage = await begin(user.username, password)
      for (let count = 0; count < 5; count++) await assert.rejects(validate(stage, '000000'), refusal(401))
    }
    const stage = await begin(user.username, password)
    await assert.rejects(validate(stage, authenticator.next()), { name: 'AccountLockedError' })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: false } })
    await validate(await begin(user.username, password), authenticator.next())
  })

  // authentication-34
  test('waits five minutes', async () => {
    const { user, password, authenticator } = await createGuarded()
    const stage = await begin(user.username, password)
    kit.clock.advance(5 * 60_000)
    await assert.rejects(validate(stage, authenticator.next()), refusal(401))
  })

  // authentication-37
  test('the password and a code give new recovery codes; the old ones stop working', async () => {
    forgetFailures()
    const { user, password, api, authenticator, recoveryCodes } = await createGuarded()
    const renew = (body: { password?: string; token?: string }) =>
      api.authentication.renewRecoveryCodes({ id: user.id, body })
    await assert.rejects(renew({ password }), refusalAt('ValidationError', '/token'))
    await assert.rejects(renew({ token: authenticator.next() }), refusalAt('ValidationError', '/password'))
    await assert.rejects(
      renew({ password: 'not this', token: authenticator.next() }),
      refusalAt('ValidationError', '/password'),
    )
    await assert.rejects(renew({ password, token: 'aaaa-aaaa-aaaa-aaaa' }), refusalAt('ValidationError', '/token'))
    const { recoveryCodes: newer } = await renew({ password, token: authenticator.next() })
    assert.equal(new Set([...newer, ...recoveryCodes]).size, 20)
    await assert.rejects(validate(await begin(user.username, password), recoveryCodes[0]!), refusal(401))
    await validate(await begin(user.username, password), newer[0]!)
    const plain = await kit.createUser()
    const body = { password: plain.password, token: '123456' }
    await assert.rejects(plain.api.authentication.renewRecoveryCodes({ id: plain.user.id, body }), refusal(404))
    await assert.rejects(renewFor(kit.admin, user.id), refusal(403))
  })

  // authentication-37
  test('a recovery code serves instead, once', async () => {
    forgetFailures()
    const { user, password, recoveryCodes } = await createGuarded()
    const [code] = recoveryCodes
    await assert.rejects(validate(await begin(user.username, password), 'aaaa-aaaa-aaaa-aaaa'), refusal(401))
    await validate(await begin(user.username, password), code!.toUpperCase())
    await assert.rejects(validate(await begin(user.username, password), code!), refusal(401))
  })

  // authentication-32, authentication-34
  test('the token is good for nothing else but logout, and what it may log out is itself', async () => {
    const { user, password, api, authenticator } = await createGuarded()
    const stage = await begin(user.username, password)
    const account = await kit.admin.accounts.createAccount({ body: { ownerId: user.id } })
    const uses = [
      () => stage.authentication.getCurrentUser(),
      () => stage.accounts.getUser({ id: user.id }),
      () => stage.accounts.getAccount({ id: account.id }),
      () => stage.productions.listProductions(),
      () => stage.authentication.enableSecondFactor({ id: user.id, body: { password } }),
      () => stage.authentication.createAccessToken({ id: user.id, body: {} }),
    ]
    for (const use of uses) await assert.rejects(use(), refusal(401))
    await stage.authentication.logout({ body: { allSessions: true } })
    await api.authentication.getCurrentUser()
    await assert.rejects(validate(stage, authenticator.next()), refusal(401))
    await assert.rejects(validate(api, authenticator.next()), refusal(401), 'a session is no first stage')
  })

  // authentication-32, authentication-33
  test('remembers what the login asked for, or what this step asks for', async () => {
    const { user, password, authenticator } = await createGuarded()
    const hour = 60 * 60_000
    const lasts = async (rememberAtLogin: boolean, rememberHere: boolean | undefined) => {
      const { token } = await login({ username: user.username, password, rememberMe: rememberAtLogin })
      const api = kit.client((await validate(kit.client(token), authenticator.next(), rememberHere)).token)
      const { items } = await api.authentication.listSessions({ id: user.id })
      const { created, expires } = items.at(-1)!
      return Math.round((expires - created) / hour)
    }
    assert.equal(await lasts(false, undefined), 1)
    assert.equal(await lasts(true, undefined), 168)
    assert.equal(await lasts(true, false), 1)
    assert.equal(await lasts(false, true), 168)
  })

  test('ends with a new password', async () => {
    const { user, password, api, authenticator } = await createGuarded()
    const stage = await begin(user.username, password)
    const body = { currentPassword: password, newPassword: 'quite another one' }
    await api.authentication.changePassword({ id: user.id, body })
    await assert.rejects(validate(stage, authenticator.next()), refusal(401))
  })
})

describe('disabling', () => {
  // authentication-38
  test('the user needs password and code', async () => {
    const { user, password, api, authenticator, recoveryCodes } = await createGuarded()
    const disable = (body: { password?: string; token?: string }) =>
      api.authentication.disableSecondFactor({ id: user.id, body })
    await assert.rejects(
      api.authentication.disableSecondFactor({ id: user.id }),
      refusalAt('ValidationError', '/password'),
    )
    await assert.rejects(disable({ password }), refusalAt('ValidationError', '/token'))
    await assert.rejects(disable({ password, token: '000000' }), refusalAt('ValidationError', '/token'))
    await assert.rejects(
      disable({ password: 'wrong password', token: authenticator.next() }),
      refusalAt('ValidationError', '/password'),
    )
    await disable({ password, token: authenticator.next() })
    assert.equal((await login({ username: user.username, password })).needsSecondToken, false)
    await assert.rejects(disable({ password, token: authenticator.next() }), refusal(404))
    assert.ok(recoveryCodes.length > 0)
  })

  // authentication-38
  test('SUPPORT needs neither, others may not', async () => {
    const { user, password } = await createGuarded()
    const other = await kit.createUser()
    await assert.rejects(other.api.authentication.disableSecondFactor({ id: user.id }), refusal(403, 'SUPPORT'))
    await kit.admin.authentication.disableSecondFactor({ id: user.id })
    assert.equal((await login({ username: user.username, password })).needsSecondToken, false)
  })
})

// authentication-55
test('what concerns the second factor is in the audit, and no secret with it', async () => {
  const { user, password, authenticator, recoveryCodes } = await createGuarded()
  const code = authenticator.next()
  await assert.rejects(validate(await begin(user.username, password), '000000'))
  await validate(await begin(user.username, password), code)
  await validate(await begin(user.username, password), recoveryCodes[0]!)
  await kit.admin.authentication.disableSecondFactor({ id: user.id })
  const { items } = await kit.admin.authentication.readAudit({ query: { userId: user.id, limit: 50 } })
  const told = items.map(({ action, succeeded }) => `${action} ${succeeded}`)
  for (const expected of [
    'secondFactor.enable true',
    'login.secondFactor false',
    'login.secondFactor true',
    'secondFactor.disable true',
  ]) {
    assert.ok(told.includes(expected), `${expected}: ${told.join(', ')}`)
  }
  assert.ok(items.some(({ detail }) => detail.recoveryCodesLeft === 9))
  const text = JSON.stringify(items)
  for (const secret of [password, code, authenticator.key, ...recoveryCodes]) assert.ok(!text.includes(secret))
})
