import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { enableFactor } from '../../server/test/scene/second-factor.ts'
import { adminPassword, startTestService, type TestService } from '../../server/test/service.ts'
import { type CommandLine, openCommandLine } from './command-line.ts'

let kit: TestService
let cli: CommandLine
before(async () => {
  kit = await startTestService()
  cli = await openCommandLine()
})
after(async () => {
  await cli.remove()
  await kit.stop()
})
const credentials = () => join(cli.home, '.config', 'rushes', 'credentials.json')
const login = (...args: string[]) =>
  cli.runWith({ input: `${adminPassword}\n` }, 'login', 'admin', '--url', kit.url, ...args)

describe('login', () => {
  test('a wrong password ends with 3, says so, and keeps nothing', async () => {
    const { code, stdout, stderr } = await cli.runWith({ input: 'wrong\n' }, 'login', 'admin', '--url', kit.url)
    assert.deepEqual([code, stdout], [3, ''])
    assert.match(stderr, /password/i)
    await assert.rejects(stat(credentials()), { code: 'ENOENT' })
  })

  test('no password at all is a wrong use', async () => {
    const { code, stderr } = await cli.run('login', 'admin', '--url', kit.url)
    assert.deepEqual([code, stderr], [2, 'Password: nothing was given\n'])
  })

  test('credentials are kept for the eyes of their owner only', async () => {
    const { code, stdout } = await login()
    assert.deepEqual([code, stdout], [0, `admin is signed in at ${kit.url}\n`])
    assert.equal((await stat(credentials())).mode & 0o777, 0o600)
    assert.equal((await stat(join(credentials(), '..'))).mode & 0o777, 0o700)
    assert.equal((await readFile(credentials(), 'utf8')).includes(adminPassword), false)
    const who = await cli.json('whoami')
    assert.deepEqual([who.username, who.url], ['admin', kit.url])
  })

  test('a user with a second factor is asked for the code', async () => {
    const user = await kit.createUser('careful')
    const { authenticator } = await enableFactor(kit, user)
    const profile = ['--profile', 'careful']
    const sign = (code: string) =>
      cli.runWith({ input: `${user.password}\n${code}\n` }, 'login', 'careful', '--url', kit.url, ...profile)
    assert.equal((await sign('000000')).code, 3)
    const { code, stderr } = await sign(authenticator.next())
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal((await cli.json('whoami', ...profile)).username, 'careful')
    assert.equal((await cli.json('whoami')).username, 'admin', 'the other profile stays as it was')
  })

  test('an API token does instead of a password', async () => {
    const { user, api } = await kit.createUser('robot')
    const { token } = await api.authentication.createAccessToken({ id: user.id, body: { label: 'cli' } })
    const settings = { input: `${token}\n` }
    const { code } = await cli.runWith(settings, 'login', '--with-token', '--url', kit.url, '--profile', 'robot')
    assert.equal(code, 0)
    assert.equal((await cli.json('whoami', '--profile', 'robot')).username, 'robot')
  })

  test('a token goes to the service that it is of, and to no other', async () => {
    await login()
    const seen: (string | undefined)[] = []
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { code, stderr } = await cli.run('whoami', '--url', url)
    other.close()
    assert.deepEqual([code, seen], [3, []])
    assert.match(stderr, /Nobody is signed in at/)
  })
})

test('RUSHES_URL and RUSHES_TOKEN do without a login', async () => {
  const { user, api } = await kit.createUser()
  const env = { RUSHES_URL: `${kit.url}/`, RUSHES_TOKEN: api.options.token ?? '', XDG_CONFIG_HOME: '/nowhere' }
  const { code, stdout } = await cli.runWith({ env }, 'whoami')
  assert.deepEqual([code, stdout], [0, `${user.username} <${user.email}> at ${kit.url}\n`])
})

test('a service that is not there ends with 7 and says what to look at', async () => {
  const { code, stdout, stderr } = await cli.runWith(
    { env: { RUSHES_TOKEN: 'some token' } },
    'whoami',
    '--url',
    'http://127.0.0.1:9',
    '--json',
  )
  assert.deepEqual([code, stdout], [7, ''])
  const { error } = JSON.parse(stderr)
  assert.deepEqual([error.code, error.failure], [7, 'unavailable'])
  assert.match(error.message, /127\.0\.0\.1:9 cannot be reached/)
})

for (const [name, args, code, part] of [
  ['an address that is none', ['whoami', '--url', 'ftp://example.org'], 2, 'no address of a service'],
  ['a profile that was never made', ['whoami', '--profile', 'nobody'], 3, 'There is no profile nobody'],
  ['a profile of that name in every object', ['whoami', '--profile', 'constructor'], 3, 'There is no profile'],
  ['a command that there is not', ['fly'], 2, "unknown command 'fly'"],
  ['an option that there is not', ['whoami', '--loud'], 2, "unknown option '--loud'"],
] as const) {
  test(`${name} ends with ${code}`, async () => {
    const ended = await cli.run(...args)
    assert.equal(ended.code, code, ended.stderr)
    assert.ok(ended.stderr.includes(part), ended.stderr)
  })
}

test('credentials that are damaged are reported, and not written over', async () => {
  const damaged = await openCommandLine({ XDG_CONFIG_HOME: cli.home })
  const path = join(cli.home, 'rushes', 'credentials.json')
  await cli.runWith(
    { input: `${adminPassword}\n`, env: { XDG_CONFIG_HOME: cli.home } },
    'login',
    'admin',
    '--url',
    kit.url,
  )
  await writeFile(path, '{"profiles":')
  const { code, stderr } = await damaged.run('whoami')
  assert.equal(code, 6, stderr)
  assert.match(stderr, /damaged/)
  assert.equal(await readFile(path, 'utf8'), '{"profiles":')
  await damaged.remove()
})

test('logout ends the session at the service and forgets it', async () => {
  await login()
  const { profiles } = JSON.parse(await readFile(credentials(), 'utf8'))
  assert.equal((await cli.run('logout')).code, 0)
  assert.equal((await cli.run('whoami')).code, 3)
  await assert.rejects(kit.client(profiles.default.token).authentication.getCurrentUser())
  assert.equal((await cli.run('logout')).code, 3)
})
