import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withFieldPaths, withKnownNames } from './names.ts'

const [composed, apart] = ['\u00e9', 'e\u0301']

// custom-fields-30
describe('names that are sent', () => {
  const cases: [name: string, sent: string[], stored: string[], described: string[], known: string[]][] = [
    ['are stored as they come where nothing is known', [apart, 'a'], [], [], [apart, 'a']],
    ['have the spelling of the description', [apart, 'a'], [], [composed], [composed, 'a']],
    ['have the spelling that is stored, described or not', [composed], [apart], [composed], [apart]],
    ['are as they come where both are stored', [composed, apart], [apart, composed], [composed], [composed, apart]],
    ['are as they come where both are described', [composed, apart], [], [composed, apart], [composed, apart]],
    ['are one where both are new', [composed, apart], [], [], [composed]],
    [
      'are compared as a whole',
      ['\u00e9t\u00e9', 'e\u0301t'],
      ['e\u0301te\u0301'],
      [],
      ['e\u0301te\u0301', 'e\u0301t'],
    ],
  ]
  for (const [name, sent, stored, described, known] of cases) {
    test(name, () => {
      const toMembers = (names: string[]) => Object.fromEntries(names.map(name => [name, 1]))
      assert.deepEqual(Object.keys(withKnownNames(toMembers(sent), toMembers(stored), described)), known)
    })
  }

  test('have the later value where two spellings are one', () => {
    assert.deepEqual(withKnownNames({ [composed]: 1, [apart]: 2 }, {}, [apart]), { [apart]: 2 })
  })
})

// custom-fields-30
test('paths of a patch name what is stored, also with signs that pointers escape', () => {
  const stored = { [`${apart}/~ x`]: 1, plain: 2 }
  const patch = withFieldPaths(
    [
      { op: 'replace', path: `/customFields/${composed}~1~0 x/value`, value: composed },
      { op: 'move', from: `/customFields/${composed}~1~0 x`, path: '/customFields/plain' },
      { op: 'add', path: `/customFields/${composed}`, value: 1 },
      { op: 'add', path: `/description`, value: apart },
    ],
    stored,
  )
  assert.deepEqual(
    patch.map(({ path, from }) => [path, from]),
    [
      [`/customFields/${apart}~1~0 x/value`, undefined],
      ['/customFields/plain', `/customFields/${apart}~1~0 x`],
      [`/customFields/${composed}`, undefined],
      ['/description', undefined],
    ],
  )
  assert.deepEqual([patch[0]?.value, patch[3]?.value], [composed, apart])
})
