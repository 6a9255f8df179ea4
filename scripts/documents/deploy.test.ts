/** The files of `deploy/`: what they set exists, and what can be checked without a machine for them is checked. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { configVariables } from '../../apps/server/src/platform/config/config.ts'
import { storePrograms } from '../../apps/server/test/peers/object-store.ts'
import { solrVersion } from '../../apps/server/test/peers/solr.ts'

const folder = 'deploy'
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'rushes-deploy-'))
after(() => rmSync(scratch, { recursive: true }))

/** Whether a program is there to check with. */
const isMissing = (program: string) => (spawnSync(program, ['--version']).error ? `no ${program} here` : false)

interface Service {
  readonly image: string
  readonly volumes?: readonly string[]
  readonly env_file?: string | readonly { readonly path: string; readonly required: boolean }[]
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const compose = (name = 'compose.yaml'): Compose => parse(read(name), { merge: true })

test('every setting of the service that a file names is one', () => {
  const known = new Set([...configVariables.map(({ name }) => name), 'RUSHES_NODES'])
  for (const name of readdirSync(folder)) {
    const found = read(name).match(/\bRUSHES_[A-Z_]+\b/g) ?? []
    for (const variable of found) assert.ok(known.has(variable), `${name}: ${variable}`)
  }
})

for (const file of ['compose.yaml', 'compose-single.yaml']) {
  test(`the services of ${file} have what they name`, () => {
    const { services, volumes } = compose(file)
    for (const [name, { image, volumes: mounts = [], env_file: settings, depends_on: needed = {} }] of Object.entries(
      services,
    )) {
      assert.ok(image, name)
      if (typeof settings === 'string') assert.ok(existsSync(join(folder, settings)), `${name}: ${settings}`)
      else for (const { required } of settings ?? []) assert.equal(required, false, name)
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        const isThere = source.startsWith('./') ? existsSync(join(folder, source)) : Object.hasOwn(volumes, source)
        assert.ok(isThere, `${name}: ${source}`)
      }
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
        assert.ok(Object.hasOwn(services, other), `${name}: ${other}`)
      }
    }
  })
}

test('the compose file has two nodes of each role, which have time to stop', () => {
  const nodes = Object.values(compose().services).filter(({ environment }) => environment?.RUSHES_ROLE)
  const roles = nodes.map(({ environment }) => environment?.RUSHES_ROLE)
  assert.deepEqual(roles, ['api', 'api', 'worker', 'worker', 'background', 'background'])
  const [drain, stop] = [/5;/, /20/]
  for (const [variable, seconds] of [
    ['RUSHES_DRAIN_SECONDS', drain],
    ['RUSHES_STOP_SECONDS', stop],
  ] as const) {
    assert.match(configVariables.find(({ name }) => name === variable)?.default ?? '', seconds)
  }
  for (const node of [...nodes, compose('compose-single.yaml').services.rushes]) {
    assert.equal(node?.stop_grace_period, '40s')
  }
})

test('object store and Solr are of the versions that tests run', () => {
  const { services } = compose()
  assert.equal(services.objects?.image, `versity/versitygw:${storePrograms.versitygw.version}`)
  for (const name of ['solr-1', 'solr-2', 'solr-3']) assert.equal(services[name]?.image, `solr:${solrVersion}`)
})

test('an image holds no settings, no data and no history', () => {
  const ignored = read('Dockerfile.dockerignore').split('\n')
  for (const name of [folder, 'data', '.git', '**/node_modules']) assert.ok(ignored.includes(name), name)
})

test('the scripts are shell', () => {
  for (const name of readdirSync(folder).filter(name => name.endsWith('.sh'))) {
    const { status, stderr } = spawnSync('sh', ['-n', join(folder, name)], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
})

test('systemd takes the units', { skip: isMissing('systemd-analyze') }, () => {
  const units = readdirSync(folder).filter(name => name.endsWith('.service'))
  assert.equal(units.length, 2)
  for (const unit of units) {
    const path = join(scratch, unit.replace('@', '@api'))
    copyFileSync(join(folder, unit), path)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  }
})
