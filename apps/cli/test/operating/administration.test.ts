/** Users, tokens and webhooks at the command line. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '@rushes/client'
import { type Receiver, startReceiver } from '../../../server/test/peers/receiver.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { type CommandLine, openCommandLine } from '../command-line.ts'

let kit: TestService
let cli: CommandLine
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  cli = await openCommandLine({ RUSHES_URL: kit.url, RUSHES_TOKEN: kit.admin.options.token ?? '' })
})
after(async () => {
  await cli.remove()
  await kit.stop()
  await receiver.stop()
})

test('a user is created with a password from a pipe, listed, kept out and let in again by name', async () => {
  const args = ['user', 'create', 'ben', '--email', 'ben@example.org', '--account', `${kit.accountId}`]
  assert.equal((await cli.run(...args)).code, 2, 'no password was given')
  const made = await cli.runWith({ input: 'a long enough one\n' }, ...args)
  assert.match(made.stdout, /^User \d+ is ben <ben@example\.org>\n$/)
  const signIn = () =>
    createClient({ baseUrl: kit.url }).authentication.login({
      body: { username: 'ben', password: 'a long enough one' },
    })
  assert.ok((await signIn()).token)
  await until('the user is found', async () => (await cli.json('user', 'list', 'ben')).length === 1)
  assert.match((await cli.run('user', 'list')).stdout, /^\d+\tben\tben@example\.org\t/m)
  const disabled = await cli.run('user', 'disable', 'ben')
  assert.match(disabled.stdout, /^User \d+, ben, cannot sign in any more\n$/)
  await assert.rejects(signIn())
  const enabled = await cli.run('user', 'enable', 'ben@example.org')
  assert.equal(enabled.code, 0, enabled.stderr)
  assert.ok((await signIn()).token)
  const reset = await cli.run('user', 'reset-factor', 'ben')
  assert.equal(reset.code, 0, reset.stderr)
  const missing = await cli.run('user', 'disable', 'nobody "at" all')
  assert.equal(missing.code, 5)
  assert.match(missing.stderr, /^There is no user nobody "at" all\n`rushes user list`/)
  assert.equal((await cli.run('user', 'create', 'carl')).code, 2)
})

test('a token is created for a program, works, and is revoked', async () => {
  const { stdout, stderr } = await cli.run('token', 'create', 'Farm', '--expires', '30d', '--right', 'library_view')
  const [, id] = /^Token (\d+) /.exec(stderr) ?? []
  const token = stdout.trim()
  const asFarm = { env: { RUSHES_TOKEN: token } }
  assert.equal((await cli.runWith(asFarm, 'whoami')).code, 0)
  const refused = await cli.runWith(asFarm, 'token', 'create', 'More')
  assert.equal(refused.code, 4)
  assert.match((await cli.run('token', 'list')).stdout, new RegExp(`^${id}\tFarm\t.*\tLIBRARY_VIEW$`, 'm'))
  assert.equal((await cli.run('token', 'revoke', `${id}`)).code, 0)
  assert.equal((await cli.runWith(asFarm, 'whoami')).code, 3)
  assert.equal((await cli.run('token', 'create', 'Farm', '--right', 'NONE_SUCH')).code, 6)
})

test('a webhook is created, its log is read, an event is sent again, and it is deleted once that is confirmed', async () => {
  const made = await cli.json('webhook', 'create', receiver.url, '--type', 'Production.create', '--label', 'Test')
  assert.match(made.secret, /^whsec_/)
  assert.deepEqual(
    (await cli.json('webhook', 'list')).map(({ url, types }: typeof made) => [url, types]),
    [[receiver.url, ['Production.create']]],
  )
  await kit.createProduction()
  await receiver.waitFor(1)
  const id = `${made.id}`
  const log = () => cli.json('webhook', 'log', id, '--status', 'delivered')
  await until('the delivery is in the log', async () => (await log()).length === 1)
  const [delivery] = await log()
  assert.match((await cli.run('webhook', 'log', id)).stdout, /^\d+\t.*Z\tdelivered\t1\tProduction\.create\t2\d\d\n$/)
  const again = await cli.run('webhook', 'redeliver', id, `${delivery.id}`)
  assert.equal(again.code, 0, again.stderr)
  await receiver.waitFor(2)
  assert.equal((await cli.run('webhook', 'test', id)).code, 0)
  assert.equal((await receiver.waitFor(3))[2]?.event.verb, 'Webhook.test')
  assert.equal((await cli.run('webhook', 'delete', id)).code, 2)
  assert.equal((await cli.run('webhook', 'delete', id, '--yes')).code, 0)
  assert.deepEqual(await cli.json('webhook', 'list'), [])
  assert.equal((await cli.run('webhook', 'log', id)).code, 5)
})
