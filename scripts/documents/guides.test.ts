import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { contract, type Endpoint } from '../../packages/contract/src/index.ts'
import { withExamples } from './document-guides.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap(module => Object.values(module))
const addresses = new Set(
  endpoints.flatMap(({ method, path, aliases }) => [path, ...aliases].map(one => `${method} ${one}`)),
)
const guides = globSync('docs/guides/*.md')
const documents = [...globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md']), 'bench/README.md']
const pages = [
  ...guides,
  'README.md',
  'docs/operation.md',
  'docs/tour.md',
  'docs/from-the-original.md',
  'packages/client/README.md',
  'packages/contract/README.md',
]

/** Requests that a text names, as the contract writes them; without what is in the query. */
function listRequests(text: string): string[] {
  const found = text.matchAll(/`((?:GET|HEAD|POST|PUT|PATCH|DELETE) \/[^`?\s]*)(?:\?[^`]*)?`/g)
  return Array.from(found, match => match[1]!)
}

for (const page of pages) {
  const text = readFileSync(page, 'utf8')

  test(`${page} names requests that there are`, () => {
    // A comment is an annotation by another word of the same path.
    const known = (request: string) =>
      addresses.has(request) ||
      addresses.has(request.replace(/\/clip$/, '/{type}').replace('/workflow/{id}/progress', '/{alias}/{id}/progress'))
    assert.deepEqual(
      listRequests(text).filter(request => !known(request)),
      [],
    )
  })

  test(`${page} links to what there is`, () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), match => match[1]!)
    assert.deepEqual(
      links.filter(link => !existsSync(join(dirname(page), link))),
      [],
    )
  })
}

test('pictures that documents show are there, small, and as large as a screen', () => {
  const shown = documents.flatMap(document =>
    Array.from(readFileSync(document, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), match =>
      join(dirname(document), match[1]!),
    ),
  )
  assert.deepEqual([...new Set(shown)].toSorted(), globSync('docs/pictures/*').toSorted())
  for (const picture of shown) {
    const bytes = readFileSync(picture)
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG', picture)
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1440, 900], picture)
    assert.ok(bytes.length < 200_000, `${picture} has ${bytes.length} bytes`)
  }
})

test('documents name settings that are read somewhere', () => {
  const files = [
    '{apps,bench}/**/src/**/*.ts',
    'apps/server/test/{,peers/}*.ts',
    'scripts/*.{ts,mjs}',
    'deploy/Caddyfile',
  ]
  const sources = globSync(files, { exclude: ['**/*.test.ts'] })
  const read = new Set(sources.flatMap(source => listSettings(source)))
  for (const document of documents) {
    const unknown = listSettings(document).filter(name => !read.has(name))
    assert.deepEqual(unknown, [], document)
  }
})

function listSettings(file: string): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(/\bRUSHES_[A-Z_]*[A-Z]/g), match => match[0])
}

test('documents name scripts of this project, and measurements that there are', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const measurements = readFileSync('bench/src/main.ts', 'utf8')
  for (const document of documents) {
    const text = readFileSync(document, 'utf8')
    for (const [, script = ''] of text.matchAll(/\bnpm run (?:--\w+ )?([a-z][\w:]*)/g)) {
      assert.ok(Object.hasOwn(scripts, script), `${script} in ${document}`)
    }
    for (const [, name] of text.matchAll(/`npm run bench (\w+)/g)) {
      assert.match(measurements, new RegExp(`^  ${name}:`, 'm'), document)
    }
  }
})

test('the guides show the examples as they are, and each example once', () => {
  for (const guide of guides) assert.equal(readFileSync(guide, 'utf8'), withExamples(guide), guide)
  const shown = guides.flatMap(guide =>
    Array.from(readFileSync(guide, 'utf8').matchAll(/<!-- example (\S+) -->/g), match => match[1]!),
  )
  assert.deepEqual(shown.toSorted(), globSync('*.ts', { cwd: 'packages/client/examples' }).toSorted())
})

test('the examples call nothing that came after Node 20, the oldest that the client names', () => {
  for (const example of globSync('packages/client/examples/*.ts')) {
    assert.doesNotMatch(readFileSync(example, 'utf8'), /\bArray\.fromAsync\b|\bPromise\.(try|withResolvers)\b/, example)
  }
})

test('the page for those who come from the original names many requests, so that they are checked', () => {
  assert.ok(listRequests(readFileSync('docs/from-the-original.md', 'utf8')).length >= 30)
})
