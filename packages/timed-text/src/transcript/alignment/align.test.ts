import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { alignWords, splitText, spreadText, type TimedWord } from '../index.ts'
import { foldWord } from '../timed-word.ts'
import { matchWords } from './match-words.ts'

const options = { from: 0, to: 1_000_000_000, letterTime: 60 }

/** Words of half a second, a quarter of a second apart. */
function hear(text: string): TimedWord[] {
  return splitText(text).map((word, index) => ({
    text: word,
    start: index * 750,
    end: index * 750 + 500,
    confidence: 0.9,
  }))
}

const starts = (words: readonly TimedWord[]) => words.map(({ text, start, end }) => [text.trim(), start, end])

test('words that were heard keep their exact times, whatever their case and punctuation', () => {
  const words = alignWords(splitText('Hello, World! It IS me.'), hear('hello world it is me'), options)
  assert.deepEqual(starts(words), [
    ['Hello,', 0, 500],
    ['World!', 750, 1250],
    ['It', 1500, 2000],
    ['IS', 2250, 2750],
    ['me.', 3000, 3500],
  ])
  assert.ok(words.every(({ confidence, isStartInterpolated }) => confidence === 0.9 && !isStartInterpolated))
})

test('a misheard word gives its time to the right one, and less confidence', () => {
  const [, blade] = alignWords(splitText('this blade has'), hear('this bladed has'), options)
  assert.deepEqual([blade!.start, blade!.end, blade!.confidence], [750, 1250, 0.45])
})

test('words instead of others share their time; the words around keep theirs', () => {
  const words = alignWords(splitText('one alpha beta gamma four'), hear('one two three four'), options)
  assert.deepEqual(starts(words).at(0), ['one', 0, 500])
  assert.deepEqual(starts(words).at(-1), ['four', 2250, 2750])
  const [first, , last] = words.slice(1, 4)
  assert.deepEqual([first!.start, last!.end], [750, 2000])
  assert.deepEqual([first!.isStartInterpolated, first!.isEndInterpolated], [undefined, true])
})

test('words that nobody heard take the silence, and without one a part of the word before', () => {
  const [one, , two] = alignWords(splitText('one and two'), hear('one two'), options)
  assert.deepEqual([one!.end, two!.start], [500, 750])
  const close = [
    { text: 'one ', start: 0, end: 750 },
    { text: 'two', start: 750, end: 1500 },
  ]
  const squeezed = alignWords(splitText('one and two'), close, options)
  assert.deepEqual(starts(squeezed), [
    ['one', 0, 375],
    ['and', 375, 750],
    ['two', 750, 1500],
  ])
})

test('a text before the first word that was heard stands close to it', () => {
  const heard = [{ text: 'begin', start: 60_000, end: 60_500 }]
  const [first, , begin] = alignWords(splitText('now we begin'), heard, options)
  assert.ok(first!.start > 59_000 && begin!.start === 60_000)
})

/** Few different words, so that lists have much in common and much that repeats. */
const word = fc.constantFrom('the', 'sea', 'is', 'calm', 'tonight', 'tide', 'full', 'moon', 'lies', 'fair', 'upon')
const edit = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('drop', 'add', 'change'),
  word: fc.constantFrom('xyzzy', 'qwerty', 'plugh'),
})

describe('for generated texts', () => {
  test('all words of the text are there in order, starts never fall, nothing leaves its bounds', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.array(word, { maxLength: 60 }), (given, heard) => {
        const bounds = { from: 0, to: heard.length * 750 + 5000, letterTime: 60 }
        const words = alignWords(given, hear(heard.join(' ')), bounds)
        assert.deepEqual(
          words.map(({ text }) => text),
          given,
        )
        let reached = 0
        for (const { start, end } of words) {
          assert.ok(start >= reached && end >= start && end <= bounds.to, `${start} ${end} after ${reached}`)
          assert.ok(Number.isInteger(start) && Number.isInteger(end))
          reached = start
        }
      }),
    )
  })

  test('with noise of a tenth, the words that were not touched keep their times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 200 }), fc.array(edit, { minLength: 1, maxLength: 6 }), (count, edits) => {
        // Every word is different, so that it is known which is which.
        const original = Array.from({ length: count }, (_, index) => `word${index.toString(36)}q`)
        const heard = hear(original.join(' '))
        const times = new Map(heard.map(({ text, start, end }) => [text.trim(), { start, end }]))
        const given = [...original]
        for (const { at, what, word } of edits) {
          const place = at % given.length
          if (what === 'drop') given.splice(place, 1)
          else given.splice(place, what === 'add' ? 0 : 1, word)
        }
        const words = alignWords(given, heard, options)
        const touched = new Set(['xyzzy', 'qwerty', 'plugh'])
        for (const [index, { text, start, end }] of words.entries()) {
          if (touched.has(text)) continue
          const known = times.get(text)!
          assert.equal(start, known.start, text)
          const next = words[index + 1]
          if (!next || !touched.has(next.text)) assert.equal(end, known.end, text)
        }
      }),
    )
  })

  test('pairs rise on both sides and join words that are the same or alike', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), fc.array(word, { maxLength: 80 }), (given, heard) => {
        let [last, other] = [-1, -1]
        for (const [a, b] of matchWords(given, heard)) {
          assert.ok(a > last && b > other)
          ;[last, other] = [a, b]
        }
      }),
    )
  })
})

test('ten thousand words with noise are aligned in about a second', () => {
  const vocabulary = Array.from({ length: 900 }, (_, index) => `w${(index * 7919).toString(36)}`)
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const said = Array.from({ length: 10_000 }, () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]!)
  const heard = hear(said.filter(() => random() > 0.05).join(' ')).map(word =>
    random() < 0.08 ? { ...word, text: 'mumble ' } : word,
  )
  const began = performance.now()
  const words = alignWords(said, heard, { from: 0, to: 10_000_000, letterTime: 60 })
  const took = performance.now() - began
  assert.equal(words.length, said.length)
  const times = new Map(heard.map(({ text, start }) => [start, text.trim()]))
  const right = words.filter(({ text, start }) => times.get(start) === text).length
  assert.ok(right > 8_300, `${right} words at a time when they were heard`)
  assert.ok(took < 5_000, `${took} ms`)
})

test('lists that have nothing in common end in time as well', () => {
  const given = Array.from({ length: 8_000 }, (_, index) => `a${index}`)
  const heard = hear(Array.from({ length: 8_000 }, (_, index) => `b${index}`).join(' '))
  const began = performance.now()
  assert.equal(alignWords(given, heard, options).length, given.length)
  assert.ok(performance.now() - began < 10_000)
})

test('a text is spread over the times in which somebody speaks, and over no silence', () => {
  const words = spreadText('one two three four five six', [
    { start: 1000, end: 2000 },
    { start: 5000, end: 6000 },
  ])
  for (const { start, end } of words)
    assert.ok((start >= 1000 && end <= 2000) || (start >= 5000 && end <= 6000) || (start < 2000 && end > 5000))
  assert.deepEqual([words[0]!.start, words.at(-1)!.end], [1000, 6000])
})

test('words are compared without case, accents and punctuation', () => {
  assert.equal(foldWord('«Été!» '), 'ete')
  assert.equal(foldWord('—'), '')
})
