import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findLanguage, findStatusKey } from './languages-of-0275.ts'

describe('migration 0275', () => {
  for (const [file, expected] of [
    ['rename-languages.ts', '443941da75aa05d9543ac511b3ef1afd67b0646c4c4c3c1ccb70337713b6cf07'],
    ['languages-of-0275.ts', '92234a7fda9820413aef782a51fff490e17d5214edc3ab61b5d7f0ede84de285'],
  ] as const) {
    test(`runs ${file} as it was when it was released: copy it for something new`, async () => {
      const text = await readFile(join(import.meta.dirname, file), 'utf8')
      assert.equal(createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'), expected)
    })
  }

  test('finds the same tags in every release', () => {
    const names = ['eng', 'nl_be', 'zh-yue', 'i-klingon', 'iw', 'x-House', 'qaa', 'xyzzy', 'no']
    assert.deepEqual(
      names.map(name => findLanguage(name)),
      ['en', 'nl-BE', 'yue', 'tlh', 'he', 'x-house', 'qaa', undefined, 'no'],
    )
    const keys = ['eng', 'en;', 'dut-be;12', 'xyzzy;1']
    assert.deepEqual(
      keys.map(key => findStatusKey(key)),
      ['en', 'en', 'nl-BE;12', undefined],
    )
  })
})
