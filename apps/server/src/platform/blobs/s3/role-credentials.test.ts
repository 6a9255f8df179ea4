import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readStorageCredentials } from '../../config/storage-credentials.ts'
import { StoreUnavailableError } from '../blobs.ts'
import { createS3Client } from './client.ts'
import { createRoleCredentials, type GetCredentials } from './role-credentials.ts'

const hourMs = 3_600_000

/** Plays the agents of containers and machines, a token service, and a store that answers with what it was sent. */
let server: Server
let base: string
let folder: string
let tokenFile: string
let now: number
/** Requests for credentials, and how each is answered. */
let asked: string[]
let isDown: boolean
let expires: () => number | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-role-'))
  tokenFile = join(folder, 'token')
  server = createServer(async (request, response) => {
    const body = await text(request)
    const { headers, method, url = '' } = request
    if (url.startsWith('/bucket')) return void response.end(String(headers['x-amz-security-token']))
    asked.push(`${method} ${url} ${headers.authorization ?? headers['x-aws-ec2-metadata-token'] ?? body}`.trim())
    if (isDown) return void response.writeHead(500).end()
    const number = asked.length
    const expiration = expires()
    const until = expiration === undefined ? undefined : new Date(expiration).toISOString()
    if (url === '/latest/api/token') return void response.end('metadata-token')
    if (url === '/latest/meta-data/iam/security-credentials/') return void response.end('media role')
    if (method !== 'POST') {
      const answer = { Code: 'Success', AccessKeyId: 'key', SecretAccessKey: 'secret', Expiration: until }
      return void response.end(JSON.stringify({ ...answer, Token: `session-${number}` }))
    }
    response.end(`<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
      <AccessKeyId>key</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
      <SessionToken>session-${number}</SessionToken><Expiration>${until}</Expiration>
      </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  asked = []
  isDown = false
  now = Date.parse('2026-01-01T00:00:00Z')
  expires = () => now + hourMs
  await writeFile(tokenFile, 'first\n')
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Gets the credentials of the role that these variables name. */
function open(env: Record<string, string>): GetCredentials {
  const source = readStorageCredentials({ HOME: folder, ...env })
  assert.ok(source && 'kind' in source)
  return createRoleCredentials(source, 'eu-1', () => now)
}

const ofContainer = () => ({
  AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/role`,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
})

describe('credentials of a role', () => {
  test('of the container are asked for with its token, which may change', async () => {
    const getCredentials = open(ofContainer())
    const credentials = await getCredentials()
    assert.equal(credentials.accessKeyId, 'key')
    assert.deepEqual([credentials.secretAccessKey, credentials.sessionToken], ['secret', 'session-1'])
    await writeFile(tokenFile, 'second')
    now += hourMs
    await getCredentials()
    assert.deepEqual(asked, ['GET /role first', 'GET /role second'])
  })

  test('of the machine are asked for with a token of its second version', async () => {
    const { sessionToken } = await open({ AWS_EC2_METADATA_SERVICE_ENDPOINT: base })()
    assert.equal(sessionToken, 'session-3')
    const path = '/latest/meta-data/iam/security-credentials/'
    const expected = ['PUT /latest/api/token', `GET ${path} metadata-token`, `GET ${path}media%20role metadata-token`]
    assert.deepEqual(asked, expected)
  })

  test('by web identity are asked of the token service, the token in the body', async () => {
    const env = { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: 'arn:role/media', AWS_ENDPOINT_URL_STS: base }
    assert.equal((await open(env)()).sessionToken, 'session-1')
    const [, url, body] = asked[0]!.split(' ')
    assert.equal(url, '/')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: 'arn:role/media',
      RoleSessionName: 'rushes',
      WebIdentityToken: 'first',
    })
  })

  test('sign requests and addresses until shortly before they expire, and are asked for once by many', async () => {
    const credentials = open(ofContainer())
    const address = { bucket: 'bucket', prefix: '', endpoint: base, region: 'eu-1', pathStyle: true, credentials }
    const client = createS3Client(address)
    const read = async () => text(await client.send({ method: 'GET', key: 'film' }))
    assert.deepEqual(await Promise.all([read(), read(), read()]), ['session-1', 'session-1', 'session-1'])
    now += hourMs - 6 * 60_000
    assert.equal(await read(), 'session-1')
    now += 60_000
    assert.equal(await read(), 'session-2')
    assert.equal((await client.sign('film', {}, 60)).searchParams.get('X-Amz-Security-Token'), 'session-2')
    assert.equal(asked.length, 2)
  })

  test('are used as long as they last where nobody renews them; then the store cannot be used', async () => {
    const getCredentials = open(ofContainer())
    await getCredentials()
    isDown = true
    now += hourMs - 4 * 60_000
    assert.equal((await getCredentials()).sessionToken, 'session-1')
    const askedBefore = asked.length
    // Not by each request.
    await getCredentials()
    assert.equal(asked.length, askedBefore)
    now += 5 * 60_000
    await assert.rejects(getCredentials(), error => {
      assert.ok(error instanceof StoreUnavailableError)
      assert.match(error.message, /no credentials of the container: .* answers 500/)
      return true
    })
    isDown = false
    assert.match((await getCredentials()).sessionToken!, /^session-\d$/)
  })

  test('that do not say when they expire are not asked for again', async () => {
    expires = () => undefined
    const getCredentials = open(ofContainer())
    await getCredentials()
    now += 1000 * hourMs
    await getCredentials()
    assert.equal(asked.length, 1)
  })

  test('are none where the answer has none', async () => {
    const answers = [
      '',
      'null',
      '[]',
      '{"Code":"Failed"}',
      '{"AccessKeyId":"k","SecretAccessKey":"s","Expiration":"?"}',
    ]
    for (const answer of answers) {
      const agent = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
      await once(agent, 'listening')
      const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`
      await assert.rejects(open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })(), /the answer has no|the answer is not/)
      agent.closeAllConnections()
      agent.close()
    }
  })
})
