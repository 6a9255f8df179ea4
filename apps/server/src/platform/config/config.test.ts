import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listCommands } from '../../../../../scripts/documents/documented-commands.ts'
import { defaultPeriods } from '../background/retention/periods.ts'
import { ConfigError, configVariables, derivePublicUrl, readConfig } from './config.ts'

describe('configuration', () => {
  test('an empty environment gives the documented defaults', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      storage: { kind: 'disk' },
      storageDelivery: 'redirect',
      sendfile: undefined,
      cacheMib: 10_240,
      searchUrl: undefined,
      searchMemoryMib: 1024,
      mediaStallMs: 60_000,
      admin: { username: 'admin', password: undefined, email: 'admin@localhost' },
      role: 'all',
      migrates: true,
      poolSize: 10,
      drainMs: 1_000,
      stopMs: 20_000,
      secret: undefined,
      previousSecret: undefined,
      mail: undefined,
      outboundAllow: [],
      volumes: new Map(),
      wall: {
        corsOrigins: [],
        trustedProxies: [],
        rateLimit: { perToken: 200, perAddress: 1000 },
        maxConnections: 10_000,
      },
      signOn: { redirectAllow: [], provider: undefined },
      speechEnginesFile: undefined,
      log: { format: undefined, level: undefined },
      retention: defaultPeriods,
      testClockFile: undefined,
    })
  })

  test('an empty variable counts as unset', () => {
    const empty = Object.fromEntries(configVariables.map(({ name }) => [name, '']))
    assert.deepEqual(readConfig(empty), readConfig({}))
  })

  test('the result is frozen', () => {
    const config = readConfig({ RUSHES_OUTBOUND_ALLOW: '10.0.0.0/8' })
    for (const part of [config, config.admin, config.storage, config.outboundAllow, config.outboundAllow[0]]) {
      assert.ok(Object.isFrozen(part))
    }
  })

  test('every variable of the service is in the table, once, with its default and meaning', () => {
    assert.deepEqual(
      configVariables.map(({ name }) => name),
      [
        'RUSHES_HOST',
        'RUSHES_PORT',
        'RUSHES_PUBLIC_URL',
        'RUSHES_DATA',
        'RUSHES_DATABASE_URL',
        'RUSHES_DATABASE_POOL',
        'RUSHES_MIGRATE',
        'RUSHES_STORAGE_URL',
        'RUSHES_STORAGE_DELIVERY',
        'RUSHES_SENDFILE',
        'RUSHES_CACHE_MIB',
        'RUSHES_SEARCH_URL',
        'RUSHES_SEARCH_MEMORY_MIB',
        'RUSHES_MEDIA_STALL_SECONDS',
        'RUSHES_ADMIN_USERNAME',
        'RUSHES_ADMIN_PASSWORD',
        'RUSHES_ADMIN_EMAIL',
        'RUSHES_ROLE',
        'RUSHES_DRAIN_SECONDS',
        'RUSHES_STOP_SECONDS',
        'RUSHES_SECRET',
        'RUSHES_SECRET_PREVIOUS',
        'RUSHES_OUTBOUND_ALLOW',
        'RUSHES_VOLUMES',
        'RUSHES_CORS_ORIGINS',
        'RUSHES_TRUSTED_PROXIES',
        'RUSHES_RATE_LIMIT',
        'RUSHES_MAX_CONNECTIONS',
        'RUSHES_SMTP_URL',
        'RUSHES_MAIL_FROM',
        'RUSHES_SPEECH_ENGINES',
        'RUSHES_REDIRECT_ALLOW',
        'RUSHES_OIDC_ISSUER',
        'RUSHES_OIDC_CLIENT_ID',
        'RUSHES_OIDC_CLIENT_SECRET',
        'RUSHES_OIDC_MATCH',
        'RUSHES_OIDC_CREATE',
        'RUSHES_OIDC_TRUST',
        'RUSHES_LOG',
        'RUSHES_LOG_LEVEL',
        'RUSHES_RETENTION',
        'RUSHES_TEST_CLOCK',
      ],
    )
    for (const { default: byDefault, meaning } of configVariables) assert.ok(byDefault !== '' && meaning !== '')
  })
})

test('the settings of docs/people.md are taken as they are written there', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../../docs/people.md', import.meta.url)), 'utf8')
  const script = ['set -a', ...listCommands(page), 'env -0'].join('\n')
  const output = execFileSync('bash', ['-euc', script], { encoding: 'utf8', env: { PATH: process.env.PATH } })
  const entries = output.split('\0').map(entry => entry.split(/=(.*)/s).slice(0, 2))
  const settings = Object.fromEntries(entries.filter(([name]) => name!.startsWith('RUSHES_')))
  assert.deepEqual(readConfig(settings).signOn.provider, {
    issuer: 'https://login.example.org',
    clientId: 'rushes',
    clientSecret: '…',
    matchesByEmail: true,
    trustsAddresses: true,
    createFor: ['example.org'],
  })
  assert.equal(Object.keys(settings).length, listCommands(page).length)
})

describe('values that are taken', () => {
  const cases: [Record<string, string>, Partial<ReturnType<typeof readConfig>>][] = [
    [
      { RUSHES_HOST: '::', RUSHES_PORT: '0' },
      { host: '::', port: 0, publicUrl: 'http://localhost:0' },
    ],
    [{ RUSHES_HOST: 'media.local' }, { publicUrl: 'http://media.local:8080' }],
    [{ RUSHES_PUBLIC_URL: 'https://m.example.org:8443//' }, { publicUrl: 'https://m.example.org:8443' }],
    [{ RUSHES_DATA: 'some folder' }, { dataDir: resolve('some folder') }],
    [{ RUSHES_DATABASE_URL: 'postgres://u:p%40w@db/r' }, { databaseUrl: 'postgres://u:p%40w@db/r' }],
    [
      { RUSHES_DATABASE_URL: 'postgres://u:p@a:5432,b:5433/r?target_session_attrs=read-write' },
      { databaseUrl: 'postgres://u:p@a:5432,b:5433/r?target_session_attrs=read-write' },
    ],
    [{ RUSHES_DATABASE_POOL: '40' }, { poolSize: 40 }],
    [{ RUSHES_DATABASE_URL: 'postgresql:///r?host=/run/pg' }, { databaseUrl: 'postgresql:///r?host=/run/pg' }],
    [
      {
        RUSHES_STORAGE_URL: 's3://media-1/a/b/?endpoint=http://127.0.0.1:7480&region=eu-1&pathStyle=true',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
      {
        storage: {
          kind: 's3',
          bucket: 'media-1',
          prefix: 'a/b',
          endpoint: 'http://127.0.0.1:7480',
          region: 'eu-1',
          pathStyle: true,
          credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined },
        },
      },
    ],
    [
      { RUSHES_STORAGE_URL: 's3://media-1', AWS_REGION: 'eu-2' },
      {
        storage: {
          kind: 's3',
          bucket: 'media-1',
          prefix: '',
          endpoint: undefined,
          region: 'eu-2',
          pathStyle: false,
          credentials: { kind: 'instance', endpoint: 'http://169.254.169.254/' },
        },
      },
    ],
    [{ RUSHES_STORAGE_DELIVERY: 'proxy' }, { storageDelivery: 'proxy' }],
    [{ RUSHES_CACHE_MIB: '0' }, { cacheMib: 0 }],
    [{ RUSHES_SEARCH_URL: 'solr+http://s:8983/solr/rushes/' }, { searchUrl: 'http://s:8983/solr/rushes' }],
    [{ RUSHES_SEARCH_URL: 'solr+https://u:p@a:1,b/solr/x' }, { searchUrl: 'https://u:p@a:1,b/solr/x' }],
    [{ RUSHES_SEARCH_MEMORY_MIB: '0' }, { searchMemoryMib: 0 }],
    [{ RUSHES_MEDIA_STALL_SECONDS: '1.5' }, { mediaStallMs: 1500 }],
    [
      { RUSHES_ROLE: 'background', RUSHES_DATABASE_URL: 'postgres://db/r' },
      { role: 'background', drainMs: 5_000 },
    ],
    [
      { RUSHES_DRAIN_SECONDS: '0.5', RUSHES_STOP_SECONDS: '0' },
      { drainMs: 500, stopMs: 0 },
    ],
    [{ RUSHES_SECRET: '0123456789abcdef' }, { secret: '0123456789abcdef' }],
    [
      {
        RUSHES_CORS_ORIGINS: 'https://Review.example/, http://127.0.0.1:5173',
        RUSHES_TRUSTED_PROXIES: '10.0.0.7,fd00::/8',
        RUSHES_RATE_LIMIT: '5,20',
        RUSHES_MAX_CONNECTIONS: '50',
      },
      {
        wall: {
          corsOrigins: ['https://review.example', 'http://127.0.0.1:5173'],
          trustedProxies: ['10.0.0.7', 'fd00::/8'],
          rateLimit: { perToken: 5, perAddress: 20 },
          maxConnections: 50,
        },
      },
    ],
    [
      { RUSHES_RATE_LIMIT: 'off' },
      { wall: { corsOrigins: [], trustedProxies: [], rateLimit: undefined, maxConnections: 10_000 } },
    ],
    [{ RUSHES_TEST_CLOCK: '/tmp/offset', NODE_ENV: 'test' }, { testClockFile: '/tmp/offset' }],
    [
      { RUSHES_OUTBOUND_ALLOW: 'Hooks.Example, 10.0.0.0/8,::1 , fd00::/8,127.0.0.1' },
      {
        outboundAllow: [
          { kind: 'host', host: 'hooks.example' },
          { kind: 'range', address: '10.0.0.0', prefixBits: 8, family: 'ipv4' },
          { kind: 'range', address: '::1', prefixBits: 128, family: 'ipv6' },
          { kind: 'range', address: 'fd00::', prefixBits: 8, family: 'ipv6' },
          { kind: 'range', address: '127.0.0.1', prefixBits: 32, family: 'ipv4' },
        ],
      },
    ],
  ]
  for (const [env, expected] of cases) {
    test(JSON.stringify(env), () => {
      const config = readConfig(env)
      for (const [key, value] of Object.entries(expected)) {
        assert.deepEqual(config[key as keyof typeof config], value)
      }
    })
  }
})

describe('a bad value stops the start with one clear line that names the variable', () => {
  const cases: [string, readonly string[]][] = [
    ['RUSHES_HOST', ['http://x', 'a b', '256.1.1.1', '-x', '127.0.0.1:80']],
    ['RUSHES_PORT', ['abc', '-1', '65536', '80.5', ' 80', '1e3', '0x50']],
    [
      'RUSHES_PUBLIC_URL',
      ['example.org', 'ftp://x', 'http://x?q=1', 'http://u:geheim@x', 'http://x/#a', 'https://x/media'],
    ],
    ['RUSHES_DATA', ['a\0b', 'a\nb']],
    ['RUSHES_DATABASE_POOL', ['3', 'many', '-5']],
    [
      'RUSHES_DATABASE_URL',
      [
        'postgres://a,/d',
        'postgres://a,b/d?target_session_attrs=any',
        'postgres://a:x,b/d',
        'mysql://x/y',
        'postgres://u:geheim@h',
        'postgres://',
        'postgres://u:ge#heim@h/d',
        'h/d',
      ],
    ],
    [
      'RUSHES_STORAGE_URL',
      [
        's3://',
        's3://B',
        's3://bucket?key=1',
        's3://bucket?pathStyle=yes',
        's3://bucket?endpoint=x',
        '/mnt',
        's3://a:geheim@bucket',
      ],
    ],
    [
      'RUSHES_SEARCH_URL',
      [
        'http://s:8983/solr/x',
        'solr+http://s:8983/',
        'solr+http://s/solr/',
        'solr+http:///solr/x',
        'solr+http://s,,t/solr/x',
        'solr+zk://a:2181,b:2181/chroot?collection=x',
      ],
    ],
    ['RUSHES_STORAGE_DELIVERY', ['Proxy', 'no']],
    ['RUSHES_CACHE_MIB', ['-1', '1.5', 'all']],
    ['RUSHES_SEARCH_MEMORY_MIB', ['-1', '1.5', '1e3', 'all']],
    ['RUSHES_MEDIA_STALL_SECONDS', ['-1', '0', '0.0', '1e3', 'never']],
    ['RUSHES_ADMIN_USERNAME', [' admin', 'x'.repeat(256)]],
    ['RUSHES_ADMIN_EMAIL', ['admin', '@x', 'a b@c']],
    ['RUSHES_ROLE', ['All', 'web']],
    ['RUSHES_MIGRATE', ['never', 'No']],
    ['RUSHES_DRAIN_SECONDS', ['-1', 'long']],
    ['RUSHES_STOP_SECONDS', ['20s', '10000']],
    ['RUSHES_SECRET', ['geheim']],
    [
      'RUSHES_OUTBOUND_ALLOW',
      ['http://x', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'a/8', '::/129', '*.example', '1.2.3.4/8/8'],
    ],
    ['RUSHES_CORS_ORIGINS', ['*', 'null', 'review.example', 'https://a.example/b', 'ftp://a', 'https://u:p@a.example']],
    ['RUSHES_TRUSTED_PROXIES', ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '::/129', 'true']],
    ['RUSHES_RATE_LIMIT', ['0,1', '10', '10,5', '1,2,3', 'on', '1.5,2', '-1,5']],
    ['RUSHES_MAX_CONNECTIONS', ['0', '-1', '1.5', 'many', '10000000']],
    ['RUSHES_OIDC_TRUST', ['https://login.example.org', 'http://x', 'email', '*']],
    ['RUSHES_TEST_CLOCK', ['/tmp/offset']],
  ]
  for (const [name, values] of cases) {
    for (const value of values) {
      test(`${name}=${JSON.stringify(value).slice(0, 60)}`, () => {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error: unknown) => {
            assert.ok(error instanceof ConfigError)
            assert.ok(error.message.startsWith(`${name} `), error.message)
            assert.ok(!error.message.includes('\n') && !error.message.includes('geheim'), error.message)
            return true
          },
        )
      })
    }
  }
})

test('an address of IPv6 is put in brackets', () => {
  assert.equal(derivePublicUrl('::1', 8080), 'http://[::1]:8080')
})
