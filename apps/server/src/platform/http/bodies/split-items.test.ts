import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createItemSplitter, NotAList } from './split-items.ts'

const bounds = { mostItemBytes: 100, deepest: 5 }

/** The texts of the items, when the bytes come so many at a time. */
function split(bytes: Buffer, step: number): string[] | 'nothing' {
  const splitter = createItemSplitter(bounds)
  const items: string[] = []
  for (let at = 0; at < bytes.length; at += step) {
    splitter.push(bytes.subarray(at, at + step), item => void items.push(item.toString()))
  }
  return splitter.end() ? items : 'nothing'
}

/** The same for every size of chunks, which must make no difference. */
function splitInEveryWay(text: string): string[] | 'nothing' {
  const bytes = Buffer.from(text)
  const whole = split(bytes, bytes.length || 1)
  for (let step = 1; step < bytes.length; step++) assert.deepEqual(split(bytes, step), whole, `${step} at a time`)
  return whole
}

const refused = (text: string, reason: NotAList['reason']) => {
  const bytes = Buffer.from(text)
  for (let step = 1; step <= bytes.length; step++) {
    const isSo = (error: unknown) => error instanceof NotAList && error.reason === reason
    assert.throws(() => split(bytes, step), isSo, `${text}, ${step} at a time`)
  }
}

describe('a JSON array is cut into its items', () => {
  test('wherever its bytes are cut', () => {
    const values = [{ a: '],[{"\\"' }, [1, [2]], 'é東🙂,', -1.5, null, true, {}, [], '', '\\', '"']
    for (const text of [JSON.stringify(values), JSON.stringify(values, undefined, 1)]) {
      const items = splitInEveryWay(text)
      assert.ok(items !== 'nothing')
      assert.deepEqual(
        items.map(item => JSON.parse(item)),
        values,
      )
    }
  })

  test('an empty one has none; nothing at all is no list, and no error either', () => {
    for (const text of ['[]', ' [ \t\r\n] ', '\ufeff[]']) assert.deepEqual(splitInEveryWay(text), [])
    for (const text of ['', ' \n', '\ufeff']) assert.equal(splitInEveryWay(text), 'nothing')
  })

  test('what is missing between commas is an empty item, for the parser to refuse', () => {
    assert.deepEqual(splitInEveryWay('[,]'), ['', ''])
    assert.deepEqual(splitInEveryWay('[1,]'), ['1', ''])
    assert.deepEqual(splitInEveryWay('[1 2]'), ['1 2'])
    assert.deepEqual(splitInEveryWay('[{]]'), ['{]'])
  })

  test('what does not end, or goes on behind its end, is refused', () => {
    for (const text of ['[', '[1', '["]', '["\\"]', '[{"a":1]', '[[1]']) refused(text, 'malformed')
    for (const text of ['[]]', '[] x', '[1]{}', '[1}', '[{}},1]']) refused(text, 'malformed')
  })

  test('so is what is no list', () => {
    for (const text of ['{}', 'null', '"[]"', '1', ' {"a":[]}', '\ufeff\ufeff[]']) refused(text, 'another value')
    // Half a byte order mark.
    assert.throws(() => split(Buffer.from([0xef, 0xbb, 0x5b, 0x5d]), 1), NotAList)
  })

  test('and what is nested too deep or has an item that is too large', () => {
    assert.deepEqual(splitInEveryWay('[[[[[1]]]]]'), ['[[[[1]]]]'])
    refused('[[[[[[1]]]]]]', 'too deep')
    assert.deepEqual(splitInEveryWay(`["${'x'.repeat(98)}"]`), [`"${'x'.repeat(98)}"`])
    refused(`["${'x'.repeat(99)}"]`, 'item too large')
    refused(`[${' '.repeat(101)}`, 'item too large')
  })
})
