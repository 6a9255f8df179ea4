import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { JsonPatch } from '@rushes/contract'
import fc from 'fast-check'
import { applyPatch, listPatchedMembers } from './json-patch.ts'
import { patchPlainly } from './patch-plainly.ts'

interface PublishedCase {
  comment?: string
  doc: unknown
  patch: JsonPatch
  expected?: unknown
  error?: string
  disabled?: boolean
}

const conformance = new URL('../../../../../../shared/conformance/json-patch/', import.meta.url)

for (const file of ['tests.json', 'spec_tests.json']) {
  const url = new URL(file, conformance)
  // http-32
  describe(`RFC 6902, published cases of ${file}`, {
    skip: existsSync(url) ? false : 'the conformance data is absent',
  }, () => {
    if (!existsSync(url)) return
    const cases: PublishedCase[] = JSON.parse(readFileSync(url, 'utf8'))
    for (const [index, published] of cases.entries()) {
      if (published.disabled) continue
      // http-32
      test(`${index} ${published.comment ?? published.error ?? ''}`, () => {
        const before = JSON.stringify(published.doc)
        if (published.error !== undefined) {
          assert.throws(() => applyPatch(published.doc, published.patch))
        } else {
          const patched = applyPatch(published.doc, published.patch)
          if (published.expected !== undefined) assert.deepEqual(patched, published.expected)
        }
        assert.equal(JSON.stringify(published.doc), before, 'the given document is untouched')
      })
    }
  })
}

describe('the operation create', () => {
  // http-32
  test('writes where nothing is', () => {
    assert.deepEqual(applyPatch({}, [{ op: 'create', path: '/a', value: 1 }]), { a: 1 })
  })
  // http-32, http-35
  test('is a conflict where a value is', () => {
    assert.throws(() => applyPatch({ a: null }, [{ op: 'create', path: '/a', value: 1 }]), { name: 'ConflictError' })
  })
})

// http-33, http-35
test('a failed test is a conflict, and nothing of the patch holds', () => {
  const document = { a: 1, list: [1] }
  const patch: JsonPatch = [
    { op: 'add', path: '/list/-', value: 2 },
    { op: 'test', path: '/a', value: 2 },
  ]
  assert.throws(() => applyPatch(document, patch), { name: 'ConflictError' })
  assert.deepEqual(document, { a: 1, list: [1] })
})

// http-35
test('a test of what is absent is a conflict as well; a pointer that is none still breaks a rule', () => {
  for (const path of ['/b', '/a/b', '/list/1', '/list/-', '/x/y/z']) {
    const patch: JsonPatch = [{ op: 'test', path, value: 1 }]
    assert.throws(() => applyPatch({ a: 1, list: [1] }, patch), { name: 'ConflictError' }, path)
  }
  assert.throws(() => applyPatch({}, [{ op: 'test', path: 'b', value: 1 }]), { name: 'ValidationError' })
})

// http-36
test('add to a path whose parent does not exist breaks a rule and names the operation', () => {
  const patch: JsonPatch = [{ op: 'add', path: '/structuredDescription/some/sub', value: 1 }]
  assert.throws(
    () => applyPatch({ structuredDescription: {} }, patch),
    error => error instanceof Error && error.name === 'ValidationError' && error.message.startsWith('/0/path'),
  )
})

for (const path of ['/__proto__/x', '/constructor', '/a/prototype']) {
  // http-37
  test(`${path} is refused`, () => {
    assert.throws(() => applyPatch({ a: {} }, [{ op: 'add', path, value: 1 }]), { name: 'ValidationError' })
  })
}

test('the patched members are those that are written to, a test not among them', () => {
  const patch: JsonPatch = [
    { op: 'test', path: '/version', value: 1 },
    { op: 'move', from: '/a/b', path: '/c' },
    { op: 'add', path: '/a/x', value: 1 },
  ]
  assert.deepEqual(listPatchedMembers(patch).sort(), ['a', 'c'])
})

// http-37
test('a pointer that is none breaks a rule, also where only the patched members are asked for', () => {
  for (const path of ['no slash', '/a~2', '/__proto__/x']) {
    assert.throws(() => listPatchedMembers([{ op: 'add', path, value: 1 }]), { name: 'ValidationError' }, path)
  }
  assert.throws(() => listPatchedMembers([{ op: 'move', path: '/a' }]), { name: 'ValidationError' })
})

// http-38
test('copies of copies grow only so far', () => {
  const patch: JsonPatch = Array.from({ length: 1000 }, () => ({ op: 'copy', from: '/a', path: '/a/a' }))
  const began = performance.now()
  assert.throws(() => applyPatch({ a: { text: 'x'.repeat(1000) } }, patch), { name: 'ValidationError' })
  assert.ok(performance.now() - began < 2000)
})

// http-38
test('moves of moves nest only so deep, and are refused before anything overflows', () => {
  const levels = Array.from({ length: 62 }, () => 'x')
  const nested = levels.reduce<unknown>(inner => ({ x: inner }), {})
  const patch: JsonPatch = [{ op: 'add', path: '/at0', value: {} }]
  for (let index = 0; index < 400; index++) {
    patch.push({ op: 'add', path: `/at${index + 1}`, value: structuredClone(nested) })
    patch.push({ op: 'move', from: `/at${index}`, path: `/at${index + 1}/${levels.join('/')}` })
  }
  for (const last of [[], [{ op: 'copy', from: '/at400', path: '/copy' }]] satisfies JsonPatch[]) {
    assert.throws(() => applyPatch({}, [...patch, ...last]), { name: 'ValidationError' })
  }
})

// http-38
test('a small patch cannot have a large document looked at again and again', () => {
  const list = Array.from({ length: 50_000 }, (_, index) => index)
  const members = Object.fromEntries(list.map(index => [`member${index}`, index]))
  const endless: JsonPatch[] = [
    Array.from({ length: 1000 }, () => ({ op: 'test', path: '/list', value: list })),
    Array.from({ length: 1000 }, (_, index) => ({
      op: 'move',
      from: index % 2 === 0 ? '/members' : '/moved',
      path: index % 2 === 0 ? '/moved' : '/members',
    })),
  ]
  for (const patch of endless) {
    const began = performance.now()
    assert.throws(() => applyPatch({ list: [...list], members }, patch), { name: 'ValidationError' })
    assert.ok(performance.now() - began < 10_000)
  }
})

describe('random patches', () => {
  const name = fc.constantFrom('a', 'b', 'c', '~', '/', '')
  const pointer = fc
    .array(fc.oneof(name, fc.constantFrom('0', '1', '-')), { maxLength: 3 })
    .map(names => names.map(each => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
  const value = fc.jsonValue({ maxDepth: 2 }).map(toJson)
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test', 'create'), path: pointer, value }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
  ) as fc.Arbitrary<JsonPatch[number]>
  const document = fc
    .dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.dictionary(name, value, { maxKeys: 3 })), {
      maxKeys: 4,
    })
    .map(toJson)

  test('do what a plain reading of RFC 6902 does, or fail where it fails', () => {
    let [applied, refused] = [0, 0]
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 6 }), (doc, patch) => {
        const text = JSON.stringify(doc)
        const expected = patchPlainly(doc, patch)
        let actual: unknown
        try {
          actual = { document: applyPatch<unknown>(doc, patch) }
        } catch (error) {
          assert.match((error as Error).name, /^(?:ValidationError|ConflictError)$/)
        }
        assert.deepEqual(actual, expected)
        assert.equal(JSON.stringify(doc), text, 'the given document is untouched')
        if (expected) applied++
        else refused++
      }),
      { numRuns: 3000 },
    )
    assert.ok(applied > 100 && refused > 100, `${applied} applied, ${refused} refused`)
  })
})

/** As it would arrive. */
function toJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}
