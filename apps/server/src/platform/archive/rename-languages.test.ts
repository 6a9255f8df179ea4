import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findLanguage, findStatusKey } from './languages-of-0275.ts'

describe('migration 0275', () => {
  for (const [file, expected] of [
    ['rename-languages.ts', '443941da75aa05d9543ac511b3ef1afd67b0646c4c4c3c1ccb70337713b6cf07'],
    ['languages-of-0275.ts', '222b2083ae982420427a64e75e11d687665c1ca60b668046eac4fe0668ba23cb'],
  ] as const) {
    test(`runs ${file} as it was when it was released: copy it for something new`, async () => {
      const text = await readFile(join(import.meta.dirname, file), 'utf8')
      assert.equal(createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'), expected)
    })
  }

  // As the registry and CLDR have them: another ICU of Node may call a language otherwise, and then fails this.
  test('finds tags of well-known languages as it did when it was released', () => {
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
