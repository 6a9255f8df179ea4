/** The bill of materials of SECURITY.md: all of an installation, under licences that go with Apache-2.0. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { listCommands } from '../documents/documented-commands.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly unknown[]
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[]
}

const licences = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
  // Used as they are, and fonts.
  ...['MPL-2.0', 'OFL-1.1'],
])
/** Whose package names no licence, with the one in its repository. */
const unnamed: Readonly<Record<string, string>> = { '@shinyoshiaki/jspack': 'BSD-3-Clause' }

test('the bill of materials has every package that the service is installed with, its digest and its licence', () => {
  const [command = ''] = listCommands(readFileSync('SECURITY.md', 'utf8'))
  const [typed = ''] = command.split(' > ')
  const { components } = JSON.parse(execFileSync('sh', ['-c', typed], { encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    components: readonly Component[]
  }
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`))
  for (const path of globSync('{apps/{server,cli,web},packages/*}/package.json')) {
    const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: Record<string, string> }
    for (const [name, version] of Object.entries(dependencies)) {
      if (!name.startsWith('@rushes/')) assert.ok(listed.has(`${name} ${version}`), `${name} ${version} of ${path}`)
    }
  }
  // The workspaces of this project come from no registry.
  for (const { name, licenses = [], purl } of components) {
    const found = licenses.flatMap(({ license, expression = license?.id ?? '' }) =>
      expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /),
    )
    for (const licence of found.length > 0 ? found : [unnamed[name] ?? '']) {
      assert.ok(licences.has(licence), `${purl} has the licence ${licence || 'that it does not name'}`)
    }
  }
  const withoutDigest = components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name)
  const own = globSync('{apps/*,packages/*,bench,scripts/generated-clients}/package.json')
  assert.deepEqual(withoutDigest.toSorted(), own.map(path => basename(dirname(path))).toSorted())
})
