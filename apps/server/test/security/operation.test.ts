/** How the service is run and built. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ConfigError, readConfig } from '../../src/platform/config/config.ts'
import { adminPassword, startTestService, type TestService } from '../service.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
import { item } from './checklist.ts'
import { enableSecondFactor } from './sign-in/second-factor.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

const root = new URL('../../../../', import.meta.url)

describe(item(36), () => {
  test('one that is too short stops the start, and is not said again', () => {
    for (const secret of ['secret', 'changeme', '123456789012345']) {
      assert.throws(
        () => readConfig({ RUSHES_SECRET: secret }),
        (error: unknown) => error instanceof ConfigError && !error.message.includes(secret),
      )
    }
  })

  test('one that is not set is made: long, for its owner alone, and another one everywhere', async () => {
    const path = join(kit.service.platform.config.dataDir, 'secret')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.equal((await readFile(path, 'utf8')).length, 43)
    const other = await startTestService()
    try {
      assert.notDeepEqual(other.service.platform.secret, kit.service.platform.secret)
      const link = `/production/${estate.prId}/mo/${estate.moId}/moi/${estate.ids['moi/moiId']}/downloadLink`
      const headers = { authorization: `Bearer ${kit.admin.options.token}` }
      const address = await (await fetch(kit.url + link, { headers })).text()
      assert.equal((await fetch(address.replace(kit.url, other.url))).status, 403, 'a link of another service')
    } finally {
      await other.stop()
    }
  })

  test('the first password is random unless it is given', () => {
    assert.equal(readConfig({}).admin.password, undefined)
    assert.equal(readConfig({}).secret, undefined)
  })
})

describe(item(37), () => {
  interface Lock {
    packages: Record<string, { integrity?: string; link?: boolean; resolved?: string; hasInstallScript?: boolean }>
  }
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as Lock
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

  // authentication-23
  test('by their digests', () => {
    assert.ok(foreign.length > 100)
    assert.deepEqual(
      foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
      [],
    )
  })

  test('and npm runs none of their scripts', () => {
    assert.match(readFileSync(new URL('.npmrc', root), 'utf8'), /^ignore-scripts=true$/m)
  })

  test('each package names exact versions', () => {
    const loose: string[] = []
    for (const path of ['package.json', 'apps/server/package.json', 'packages/media-engine/package.json']) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        readFileSync(new URL(path, root), 'utf8'),
      ) as Record<string, Record<string, string>>
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
        if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) loose.push(`${name} ${version}`)
      }
    }
    assert.deepEqual(loose, [])
  })
})

describe(item(38), () => {
  // authentication-55
  test('in the audit, each once', async () => {
    const { user, password, api } = await kit.createUser()
    const { id, username } = user
    const login = (word: string) => kit.client().authentication.login({ body: { username, password: word } })
    await login('a wrong password').catch(() => undefined)
    await kit.client((await login(password)).token).authentication.logout()
    const changed = { currentPassword: password, newPassword: `new ${password}` }
    await api.authentication.changePassword({ id, body: changed })
    await enableSecondFactor(api, id, changed.newPassword, kit.clock.now())
    const { id: tokenId } = await api.authentication.createAccessToken({ id, body: {} })
    await api.authentication.deleteAccessToken({ id, tokenId })
    await kit.admin.authentication.disableSecondFactor({ id })
    await kit.admin.accounts.updateUserState({ id, body: { disabled: true } })

    const { items } = await kit.admin.authentication.readAudit({ query: { userId: id, limit: 100 } })
    const told = items.map(({ action, succeeded }) => `${action} ${succeeded ? 'done' : 'refused'}`).reverse()
    for (const [line, count] of [
      ['login refused', 1],
      ['logout done', 1],
      ['password.change done', 1],
      ['secondFactor.enable done', 1],
      ['secondFactor.disable done', 1],
      ['accessToken.create done', 1],
      ['accessToken.delete done', 1],
      ['user.state done', 1],
    ] as const) {
      assert.equal(told.filter(other => other === line).length, count, `${line}: ${told.join(', ')}`)
    }
    assert.ok(told.includes('login done'))
    const text = JSON.stringify(items)
    for (const secret of [password, changed.newPassword, 'a wrong password', adminPassword]) {
      assert.ok(!text.includes(secret))
    }
  })

  // authentication-55
  test('of shares', async () => {
    const share = await estate.share()
    await estate.identify(await estate.visit(share))
    await estate.member.sharing.deleteShare({ prId: estate.prId, id: share.id })
    const { items } = await kit.admin.authentication.readAudit({ query: { shareId: share.id, limit: 100 } })
    const actions = items.map(({ action }) => action).reverse()
    assert.deepEqual(actions, ['share.create', 'login.share', 'share.identify', 'share.delete'])
    assert.ok(!JSON.stringify(items).includes(share.token))
  })

  // authentication-54, authentication-56
  test('nobody reads it without SUPPORT, and the database itself lets nobody change it', async () => {
    await assert.rejects(estate.member.authentication.readAudit(), { name: 'ForbiddenError' })
    const { database } = kit.service.platform
    for (const statement of [sql`update audit set action = 'nothing'`, sql`delete from audit`, sql`truncate audit`]) {
      await assert.rejects(statement.execute(database), /only added to/)
    }
  })
})
