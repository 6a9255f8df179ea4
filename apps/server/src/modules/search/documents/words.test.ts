import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWithinEdits } from '../query/edit-distance.ts'
import { toIndexedText } from './schema.ts'
import { foldText, indexWords, toWords, WordCache } from './words.ts'

describe('words of a text', () => {
  const cases: readonly (readonly [text: string, words: string])[] = [
    ['The Quick, brown', 'the quick brown'],
    ['A001_C003.mxf', 'a001 c003 mxf'],
    ["don't", 'don t'],
    ['Straße STRASSE', 'strasse strasse'],
    ['Ångström café naïve', 'angstrom cafe naive'],
    ['İstanbul ISTANBUL', 'istanbul istanbul'],
    ['ΣΟΦΟΣ σοφός', 'σοφοσ σοφοσ'],
    ['МОСКВА Ёлка', 'москва елка'],
    ['ﬁlm １２', 'film 12'],
    ['हिन्दी', 'हिन्दी'],
    ['東京 Tower3塔', '東 京 tower3 塔'],
    ['… — 😀', ''],
    // Letters that no form of Unicode takes apart
    ['Łódź łódka', 'lodz lodka'],
    ['Søren ǾRSTED', 'soren orsted'],
    ['Đorđe Ðe þing', 'dorde de thing'],
    ['Æsir œuvre', 'aesir oeuvre'],
    ['GROẞ groß', 'gross gross'],
    ['Diyarbakır DIYARBAKIR', 'diyarbakir diyarbakir'],
    ['Ħamrun ŧáhkki Ŋála', 'hamrun tahkki nala'],
    // Vowel signs and forms of alef, of which people write what they have time for
    ['اَلْعَرَبِيَّةُ العربية', 'العربية العربية'],
    ['أحمد إحمد آحمد ٱحمد احمد', 'احمد احمد احمد احمد احمد'],
    ['العـــربية', 'العربية'],
    ['مؤمن شيئا على', 'مؤمن شيئا علي'],
    ['שָׁלוֹם שלום', 'שלום שלום'],
    ['בְּרֵאשִׁית', 'בראשית'],
    ['Donau\u00addampf\u00adschiff \u00ad', 'donaudampfschiff'],
    // Sentences without spaces between words
    ['ผมรักภาษาไทยมาก', 'ผม รัก ภาษา ไทย มาก'],
    ['ทำน้ำ', 'ทำ น้ำ'],
    ['ຂ້ອຍຮັກພາສາລາວ', 'ຂ້ອຍ ຮັກ ພາສາ ລາວ'],
    ['ខ្ញុំស្រលាញ់ភាសាខ្មែរ', 'ខ្ញុំ ស្រលាញ់ ភាសាខ្មែរ'],
    ['မြန်မာစကား Yangon', 'မြန်မာ စကား yangon'],
  ]
  for (const [text, words] of cases) {
    // search-4
    test(`${text} is ${words || 'no word'}`, () => assert.equal(toWords(text).join(' '), words))
  }

  test('folding twice is folding once', () => {
    for (const [text] of cases) assert.equal(foldText(foldText(text)), foldText(text))
  })

  test('a word of more than 100 characters is cut, and never in the middle of one', () => {
    assert.equal(toWords('a'.repeat(300))[0]?.length, 100)
    assert.ok(toWords(`a${'𝒳'.repeat(300)}`)[0]?.isWellFormed())
  })
})

describe('what a document holds of words', () => {
  const cache = new WordCache()

  test('pieces are far apart, and words of a field are also under its name', () => {
    const { vector, count, vocabulary } = indexWords([{ text: 'a b a' }, { text: 'a', field: 'description' }], cache)
    assert.equal(vector, "'a':1,3,104 'b':2 '=description=a':104")
    assert.deepEqual([count, vocabulary], [4, ['a', 'b']])
  })

  test('of many pieces, some of which are repeated, is the same as of fresh ones', () => {
    const pieces = (turn: number) =>
      Array.from({ length: 12_000 }, (_, index) => ({
        text: `Über line ${index % 7 === 0 ? `${turn}-${index}` : index}`,
      }))
    for (const turn of [0, 1, 2]) {
      const { vector, vocabulary, count } = indexWords(pieces(turn), cache)
      assert.equal(
        count,
        pieces(turn).reduce((sum, { text }) => sum + toWords(text).length, 0),
      )
      assert.deepEqual(vocabulary, [...new Set(pieces(turn).flatMap(({ text }) => toWords(text)))])
      assert.ok(vector.startsWith("'uber':1,"))
    }
  })

  test('places past the last one that PostgreSQL keeps do not push out the earlier ones', () => {
    const { vector, count } = indexWords([{ text: `start ${'x '.repeat(20_000)} end` }], cache)
    assert.equal(count, 20_002)
    assert.match(vector, /^'start':1 'x':2,3,/)
    assert.ok(vector.endsWith("'end':16383"))
  })
})

describe('edits', () => {
  const cases: readonly (readonly [a: string, b: string, distance: number])[] = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'ab', 1],
    ['abc', 'abd', 1],
    ['abc', 'acb', 1],
    ['abc', 'xabcx', 2],
    ['ca', 'abc', 3],
    ['a😀b', 'ab', 1],
    ['', 'abc', 3],
  ]
  for (const [a, b, distance] of cases) {
    test(`${a || '∅'} and ${b || '∅'} are ${distance} apart`, () => {
      for (const edits of [0, 1, 2, 3]) {
        assert.equal(isWithinEdits(a, b, edits), edits >= distance)
        assert.equal(isWithinEdits(b, a, edits), edits >= distance)
      }
    })
  }
})

test('a long value is cut to what an index entry holds, between characters', () => {
  assert.equal(toIndexedText('x'.repeat(600)).length, 600)
  assert.equal(toIndexedText(`${'x'.repeat(599)}😀`), 'x'.repeat(599))
})
