import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations } from './invariants.ts'
import { wordRules } from './words.ts'

/** Lines that break each rule. */
const planted: Record<string, readonly string[]> = {
  'not "anew"': ['// The index is written anew.'],
  'not "mend"': ['/** Mends the file. */', '// which nobody can mend', "const text = 'mended'"],
  'not "heal"': ['// It heals at the next start.'],
  'not "whoever"': ['Whoever holds the link may see the clip.'],
  'not "of theirs"': ['// a production of theirs', 'media of theirs, could'],
  'not "another house"': ['// the clip of another house'],
  'not "house word"': ['// a house word'],
  'not "comes in"': ['/** A chunk as it comes in. */', '## Coming in', 'Nobody can come in by the link.'],
  'not "goes out"': ['// The mail goes out after the commit.'],
  'not "comes again"': ['// an event that comes again'],
  'not "is not understood here"': ["'This content type is not understood here'"],
  'not "is not made in this way"': ["'Shot is not made in this way'"],
  'not "what hangs on"': ['/** What hangs on a collection. */'],
  'not "stands in"': ['The code stands in a folder.', '\'"--" stands in a comment\'', '// the tag it stood in'],
  'not "tells of"': ['/** The event that tells of it. */', '// what they were told of'],
  'not "is told"': ['// The change is told in an event.', 'they are told apart by it'],
  'not "in the place of"': ['// words in the place of others'],
  'not "stands at"': ['// Key frames stand at every multiple.'],
}

test('every rule has a planted violation', () => {
  assert.deepEqual(
    Object.keys(planted),
    wordRules.map(({ name }) => name),
  )
})

for (const [name, lines] of Object.entries(planted)) {
  test(`${name}: a violation is reported with its line and what to write instead`, () => {
    const rule = wordRules.find(known => known.name === name)
    assert.ok(rule)
    for (const line of lines) {
      for (const file of [
        'apps/web/src/share/messages.ts',
        'docs/media.md',
        'README.md',
        'packages/query/src/index.ts',
      ]) {
        const found = findViolations(new Map([[file, `first\n${line}\n`]]), wordRules)
        assert.deepEqual(found, [`${file}:2: ${name}; ${rule.advice}`])
      }
    }
  })
}

test('words that only look alike are fine, and so are decisions and migrations', () => {
  const fine = [
    'for (const one of theirs.entries()) {}',
    '/** Events come in bursts. */',
    'recommend, healthy, commend',
  ]
  assert.deepEqual(findViolations(new Map([['apps/server/src/main.ts', fine.join('\n')]]), wordRules), [])
  const text = Object.values(planted).flat().join('\n')
  const quoted = ['docs/adr/0018-rebuild.md', 'apps/server/src/platform/database/migrations/0001_a.sql', 'CHANGELOG.md']
  assert.deepEqual(findViolations(new Map(quoted.map(file => [file, text])), wordRules), [])
})
