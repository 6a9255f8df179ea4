import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { matchesLike } from '../query/like.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'

let kit: SearchKit
const long = `${'Nothing here. '.repeat(30)}At last a blue door, and behind the blue door a garden. ${'And nothing. '.repeat(30)}`
before(async () => {
  kit = await startSearch()
  await kit.put([
    annotation(1, { description: 'The Café at night, a blue door', name: 'blue', tags: ['Blue hour', 'red'] }),
    annotation(2, { description: long, cf_place_s: 'Gent' }),
    annotation(4, { description: 'ผมรักภาษาไทยมาก, Wasser\u00adfall שָׁלוֹם' }),
    annotation(5, { description: 'ខ្ញុំស្រលាញ់ភាសាខ្មែរ' }),
    annotation(6, { description: 'នៅស្រុកខ្មែរ', name: 'ខ្មែរ' }),
    annotation(7, { description: 'เด็กไปโรงเรียน' }),
    annotation(3, { description: 'A "<blue>" & "green" door', name: 'Straße 東京 blue' }),
  ])
})
after(() => kit.stop())

const mark = async (q: string, id: number, more: Record<string, unknown> = {}) =>
  (await kit.search({ q, hl: true, 'hl.simple.pre': '[', 'hl.simple.post': ']', ...more })).highlighting[String(id)]

describe('`hl`', () => {
  // search-4, search-33
  test('marks the words of the query as they are written, whatever their case and their accents', async () => {
    assert.deepEqual(await mark('cafe BLUE', 1, { 'hl.snippets': 5 }), {
      description: ['The [Café] at night, a [blue] door'],
      name: ['[blue]'],
      tags: ['[Blue] hour'],
    })
    assert.deepEqual(await mark('strasse 京', 3), { name: ['[Straße] 東[京] blue'] })
    assert.deepEqual(await mark('ภาษา wasserfall שלום', 4), {
      description: ['ผมรัก[ภาษา]ไทยมาก, [Wasser\u00adfall] [שָׁלוֹם]'],
    })
  })

  // search-4
  test('marks words of scripts without spaces in the compounds that dictionaries have, which come after others', async () => {
    assert.deepEqual(await kit.find('ខ្មែរ'), [6, 5])
    assert.deepEqual(await mark('ខ្មែរ', 5), { description: ['ខ្ញុំស្រលាញ់[ភាសាខ្មែរ]'] })
    assert.deepEqual(await mark('เรียน', 7), { description: ['เด็กไป[โรงเรียน]'] })
    for (const [q, ids] of [
      ['description:ភាសា', [5]],
      ['ខ្មែរ AND ស្រលាញ់', [5]],
      ['ขาย OR เรียน', [7]],
      // Quoted it is that word alone, and shorter ones are in too many others.
      ['"ភាសា"', []],
      ['ភា', []],
      ['*ភា*', [5]],
      ['ไปเรียน', []],
    ] as const)
      assert.deepEqual(await kit.find(q), ids, q)
  })

  test('marks phrases as wholes, and the beginnings of words, patterns and similar words', async () => {
    assert.deepEqual(await mark('"blue door"', 1), { description: ['The Café at night, a [blue] [door]'] })
    assert.deepEqual(await mark('nig*', 1), { description: ['The Café at [night], a blue door'] })
    assert.deepEqual(await mark('n?ght', 1), { description: ['The Café at [night], a blue door'] })
    assert.deepEqual(await mark('nigth~', 1), { description: ['The Café at [night], a blue door'] })
    assert.deepEqual(await mark('"door night"~9', 1), { description: ['The Café at [night], a blue [door]'] })
  })

  test('marks nothing that is excluded, and nothing without words', async () => {
    assert.deepEqual(await mark('door -green', 1), { description: ['The Café at night, a blue [door]'] })
    assert.deepEqual(await mark('*:*', 1), {})
    assert.deepEqual((await kit.search({ q: 'door' })).highlighting, {})
  })

  // search-33
  test('marks the values of a list that were sought as wholes, and only those', async () => {
    assert.deepEqual(await mark('tags:"Blue hour"', 1), { tags: ['[Blue hour]'] })
    assert.deepEqual(await mark('tags:(red "Blue hour")', 1, { 'hl.snippets': 5 }), { tags: ['[Blue hour]', '[red]'] })
    assert.deepEqual(await mark('tags:r*', 1), { tags: ['[red]'] })
    assert.deepEqual(await mark('tags:[a TO z]', 1), { tags: ['[red]'] })
    assert.deepEqual(await mark('tags:*', 1), {})
  })

  // search-33
  test('takes the signs by both of their names', async () => {
    const { highlighting } = await kit.search({ q: 'id:1 cafe', hl: true, 'hl.tag.pre': '<', 'hl.tag.post': '>' })
    assert.deepEqual(highlighting['1'], { description: ['The <Café> at night, a blue door'] })
  })

  test('cuts long texts around the marks, and never within a word', async () => {
    const one = await mark('blue', 2)
    assert.equal(one?.description?.length, 1)
    assert.match(one!.description![0]!, /^(?:\S+ )*\S*.*\[blue\] door.*$/)
    assert.ok(one!.description![0]!.length < 170)
    const two = await mark('blue', 2, { 'hl.snippets': 3, 'hl.fragsize': 20 })
    assert.equal(two?.description?.length, 2)
    assert.equal((await mark('blue', 2, { 'hl.fragsize': 0 }))?.description?.[0], long.replaceAll('blue', '[blue]'))
  })

  // search-33
  test('looks where it is asked to, and writes HTML where that is wanted', async () => {
    assert.deepEqual(await mark('blue', 1, { 'hl.fl': ['name'] }), { name: ['[blue]'] })
    assert.deepEqual(await mark('description:blue', 1, { 'hl.requireFieldMatch': true }), {
      description: ['The Café at night, a [blue] door'],
    })
    assert.deepEqual(await mark('description:blue', 3, { 'hl.encoder': 'html', 'hl.fl': 'description' }), {
      description: ['A &quot;&lt;[blue]&gt;&quot; &amp; &quot;green&quot; door'],
    })
    assert.deepEqual(await mark('cf_place_s:Gent', 2), { cf_place_s: ['[Gent]'] })
  })
})

test('a pattern matches as the database matches it, and never takes long', () => {
  const letter = fc.constantFrom('a', 'b', '😀')
  fc.assert(
    fc.property(
      fc.array(letter, { maxLength: 8 }),
      fc.array(fc.oneof(letter, fc.constantFrom('%', '_')), { maxLength: 8 }),
      (text, pattern) => {
        const expression = pattern.map(part => (part === '%' ? '.*' : part === '_' ? '.' : part)).join('')
        assert.equal(
          matchesLike(text.join(''), pattern.join('')),
          new RegExp(`^${expression}$`, 'su').test(text.join('')),
        )
      },
    ),
  )
  const began = performance.now()
  assert.equal(matchesLike('a'.repeat(600), `${'%a'.repeat(300)}b`), false)
  assert.ok(performance.now() - began < 500)
  assert.equal(matchesLike('100%', '100\\%'), true)
  assert.equal(matchesLike('100x', '100\\%'), false)
})
