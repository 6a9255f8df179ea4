import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { findUntested, listCommands, testedPages, untestedCommands } from './documented-commands.ts'

const pages = [...globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md']), 'bench/README.md']
const read = (page: string) => readFileSync(page, 'utf8')

test('a test runs every command of the documents, or a reason is given why none does', () => {
  assert.ok(pages.length > 60)
  assert.deepEqual(
    pages.flatMap(page => findUntested(page, read(page))),
    [],
  )
})

test('the tests of pages read them, and no excuse outlives its command', () => {
  for (const [page, file] of Object.entries(testedPages)) assert.ok(read(file).includes(basename(page)), file)
  const commands = new Set(pages.flatMap(page => listCommands(read(page))))
  assert.deepEqual(
    Object.keys(untestedCommands).filter(command => !commands.has(command)),
    [],
  )
})

const violations: Record<string, [text: string, found: string]> = {
  'a command of a page that no test reads': ['Do\n```sh\nnpm start\n```\n', 'npm start'],
  'a command behind others': ['```bash\n# then\n\n  rushes ls -p 3\n```\n', 'rushes ls -p 3'],
  'a command over several lines': ['```console\ncurl \\\n  example.org\n```\n', 'curl example.org'],
  'a command between tildes': ['~~~sh\nnpm test\n~~~\n', 'npm test'],
  'a command in a list': ['1. Do\n   ```sh\n   npm test\n   ```\n', 'npm test'],
  'a command in a block without a language': ['```\n$ make\n```\n', '$ make'],
  'a block of a language that is not known here': ['```fish\nls\n```\n', 'a block of the unknown language fish'],
}

for (const [violation, [text, found]] of Object.entries(violations)) {
  test(`${violation} is found`, () => assert.deepEqual(findUntested('docs/new.md', text), [`docs/new.md: ${found}`]))
}

test('output and other languages are no commands', () => {
  const text =
    '```\nmanifest.json  what is in it\n```\n```json\n{ "npm": "start" }\n```\n```ini\nExecStart=npm start\n```\n'
  assert.deepEqual(findUntested('docs/new.md', text), [])
})
