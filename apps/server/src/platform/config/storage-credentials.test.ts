import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readStorageCredentials } from './storage-credentials.ts'

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-credentials-'))
  await mkdir(join(home, '.aws'))
  const lines = [
    '# keys',
    '[default]',
    'aws_access_key_id = first',
    'aws_secret_access_key=one+/=',
    '',
    '[ media ]',
    'aws_access_key_id=second',
    'aws_secret_access_key = two',
    'aws_session_token = three',
    '[half]',
    'aws_access_key_id = alone',
  ]
  await writeFile(join(home, '.aws', 'credentials'), lines.join('\r\n'))
})
after(() => rm(home, { recursive: true, force: true }))

test('variables come before the shared file', () => {
  const env = { HOME: home, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  assert.deepEqual(readStorageCredentials(env), {
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  })
})

test('the shared file has a profile, that of AWS_PROFILE or the default one', () => {
  assert.deepEqual(readStorageCredentials({ HOME: home }), {
    accessKeyId: 'first',
    secretAccessKey: 'one+/=',
    sessionToken: undefined,
  })
  const named = { AWS_SHARED_CREDENTIALS_FILE: join(home, '.aws', 'credentials'), AWS_PROFILE: 'media' }
  assert.deepEqual(readStorageCredentials(named), {
    accessKeyId: 'second',
    secretAccessKey: 'two',
    sessionToken: 'three',
  })
})

test('a profile that is not there, or not whole, is none', () => {
  assert.equal(readStorageCredentials({ HOME: home, AWS_PROFILE: 'other' }), undefined)
  assert.equal(readStorageCredentials({ HOME: home, AWS_PROFILE: 'half' }), undefined)
  assert.equal(readStorageCredentials({ HOME: join(home, 'none'), AWS_PROFILE: 'media' }), undefined)
})

test('without either, a role: by web identity, of the container, of the machine', () => {
  const web = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: 'arn:aws:iam::1:role/media' }
  const container = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/role?id=1', AWS_CONTAINER_AUTHORIZATION_TOKEN: 'key' }
  const instance = { kind: 'instance', endpoint: 'http://169.254.169.254/' } as const
  const cases: [Record<string, string>, ReturnType<typeof readStorageCredentials>][] = [
    [
      { ...container, ...web },
      {
        kind: 'web identity',
        tokenFile: '/token',
        roleArn: web.AWS_ROLE_ARN,
        sessionName: 'rushes',
        endpoint: undefined,
      },
    ],
    [container, { kind: 'container', url: 'http://169.254.170.2/role?id=1', token: 'key', tokenFile: undefined }],
    [{}, instance],
    [
      { AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://[fd00:ec2::254]' },
      { ...instance, endpoint: 'http://[fd00:ec2::254]/' },
    ],
    [{ AWS_EC2_METADATA_DISABLED: 'true' }, undefined],
  ]
  for (const [env, expected] of cases) assert.deepEqual(readStorageCredentials({ HOME: '/nowhere', ...env }), expected)
  // A profile that is named, and keys, come first.
  const key = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' }
  assert.deepEqual(readStorageCredentials({ ...web, ...key }), {
    ...{ accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'session' },
  })
})

test('a role that cannot be meant so is refused', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }, /^AWS_ROLE_ARN is needed/],
    [
      { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://elsewhere.example/role' },
      /must be https, or an address of the machine/,
    ],
    [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'file:///role' }, /FULL_URI must be an address/],
    [{ AWS_EC2_METADATA_SERVICE_ENDPOINT: 'elsewhere' }, /ENDPOINT must be an address/],
  ]
  for (const [env, message] of cases) {
    assert.throws(() => readStorageCredentials(env), { message })
  }
})
