import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubtitleEntry } from '@rushes/contract'
import { createFrameClock, RATE_25, RATE_29_97, RATE_30 } from '@rushes/timebase'
import { cutFound, findText } from '../../src/subtitles/entries/find.ts'
import { readLength, toEnd, toLength, writeLength } from '../../src/subtitles/entries/lengths.ts'
import { mergeRows, replaceFound, setMembers, setText, shiftRows, splitRow } from '../../src/subtitles/model/edits.ts'
import { findLinked } from '../../src/subtitles/model/linked-entry.ts'
import { mergeLists } from '../../src/subtitles/model/merge.ts'
import { findDifference } from '../../src/subtitles/model/patch.ts'
import { changeText, cutParts, joinParts, readStyle, styleRange, toText } from '../../src/subtitles/model/rich-text.ts'
import { type Rows, sortRows, toRow } from '../../src/subtitles/model/rows.ts'
import { compareWords } from '../../src/subtitles/side/changed-words.ts'
import { type ComparedRow, hasOtherTimes, hasOtherWords, takeTheirs } from '../../src/subtitles/side/differences.ts'
import { applyPatch, entry, textsOf, toRows } from './lists.ts'

describe('styled text', () => {
  const styled = [
    { content: 'Hello ', style: { italic: true } },
    { content: 'world', style: { colour: '#ffff00' as const } },
  ]

  test('what is typed looks as the letter before it, and the rest keeps its look', () => {
    assert.deepEqual(changeText(styled, 'Hello big world'), [
      { content: 'Hello big ', style: { italic: true } },
      { content: 'world', style: { colour: '#ffff00' } },
    ])
    assert.deepEqual(changeText(styled, 'Hello worlds\nthere'), [
      styled[0],
      { content: 'worlds', style: { colour: '#ffff00' } },
      { content: '\n', type: 'lineBreak' },
      { content: 'there', style: { colour: '#ffff00' } },
    ])
    assert.deepEqual(changeText(styled, ''), [])
  })

  test('a range is styled, and neighbours that look the same are one part', () => {
    const bold = styleRange(styled, { from: 0, to: 3 }, { bold: true })
    assert.deepEqual(
      bold.map(({ content, style }) => [content, style]),
      [
        ['Hel', { italic: true, bold: true }],
        ['lo ', { italic: true }],
        ['world', { colour: '#ffff00' }],
      ],
    )
    assert.deepEqual(styleRange(bold, { from: 0, to: 3 }, { bold: undefined }), styled)
    assert.deepEqual(readStyle(bold, { from: 1, to: 4 }), { italic: true, bold: true })
    assert.deepEqual(readStyle(styled, { from: 11, to: 11 }), { colour: '#ffff00' })
  })

  test('is cut without the blanks at the cut, and joined one line below the other', () => {
    const [upper, lower] = cutParts(styled, 6)
    assert.deepEqual([toText(upper), toText(lower)], ['Hello', 'world'])
    assert.equal(toText(joinParts(upper, lower)), 'Hello\nworld')
    assert.equal(toText(joinParts([], lower)), 'world')
  })
})

describe('edits of the list', () => {
  test('splitting shares the time by letters, merging gives the whole back', () => {
    const rows = toRows(entry(0, 100, 'abcdef ghi'), entry(100, 120, 'next'))
    const split = splitRow(rows, rows[0]!.key, 6)
    assert.deepEqual(textsOf(split!.rows), ['0-67 abcdef', '67-100 ghi', '100-120 next'])
    assert.deepEqual(textsOf(splitRow(rows, rows[0]!.key, 6, { frame: 30 })!.rows).slice(0, 2), [
      '0-30 abcdef',
      '30-100 ghi',
    ])
    assert.deepEqual(textsOf(mergeRows(split!.rows, rows[0]!.key)!), ['0-100 abcdef\nghi', '100-120 next'])
    assert.equal(mergeRows(rows, rows[1]!.key), undefined)
    const short = toRows(entry(5, 6, 'ab'))
    assert.equal(splitRow(short, short[0]!.key, 1), undefined)
  })

  test('shifting moves what starts from a frame on, with the times inside', () => {
    const timed = { ...entry(50, 60, 'late'), textParts: [{ content: 'late', start: 55 }] }
    const rows = shiftRows(toRows(entry(0, 10, 'early'), timed), 50, 5)
    assert.deepEqual(textsOf(rows), ['0-10 early', '55-65 late'])
    assert.equal(rows[1]?.entry.textParts?.[0]?.start, 60)
  })

  test('replacing keeps the look of what stood there', () => {
    const rows = toRows({ start: 0, end: 9, textParts: [{ content: 'a cat, a cat', style: { italic: true } }] })
    const ranges = [
      { from: 2, to: 5 },
      { from: 9, to: 12 },
    ]
    const [row] = replaceFound(rows, [{ key: rows[0]!.key, ranges }], 'lion')
    assert.deepEqual(row?.entry.textParts, [{ content: 'a lion, a lion', style: { italic: true } }])
  })
})

describe('finding', () => {
  const options = { isCaseSensitive: false, isWholeWord: false }
  const find = (text: string, sought: string) => findText(toRows(entry(0, 9, text)), sought, options)[0]?.ranges ?? []

  test('a blank finds a blank or a line break, two blanks nothing but two', () => {
    assert.deepEqual(find('a b\nc', ' '), [
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ])
    assert.deepEqual(find('a b\nc  d', '  '), [{ from: 5, to: 7 }])
    assert.deepEqual(find('a b\nc  d', 'c  D'), [{ from: 4, to: 8 }])
  })
})

test('a link means the subtitle of its number at its frame, else what begins or is shown at the frame', () => {
  const rows = toRows(
    entry(0, 40, 'one'),
    entry(50, 90, 'two'),
    entry(50, 70, 'second voice'),
    entry(100, 140, 'three'),
  )
  const find = (frame: number | undefined, number?: number) =>
    toText(findLinked(rows, { frame, number })?.entry.textParts)
  assert.deepEqual([find(50, 3), find(50, 2), find(50, 4), find(50)], ['second voice', 'two', 'two', 'two'])
  assert.deepEqual(
    [find(120), find(95), find(undefined, 4), find(undefined, 9), find(undefined)],
    ['three', '', 'three', '', ''],
  )
})

test('a text is cut where found places begin and end, whole or line by line', () => {
  const cut = (text: string, at: number) =>
    cutFound(text, at, [
      { from: 4, to: 7 },
      { from: 9, to: 14 },
    ]).map(({ content, range }) => (range ? `[${content}]` : content))
  assert.deepEqual(cut('The cat and a dog', 0), ['The ', '[cat]', ' a', '[nd a ]', 'dog'])
  assert.deepEqual(cut('cat a', 4), ['[cat]', ' a'])
  assert.deepEqual(cut('nd', 10), ['[nd]'])
  assert.deepEqual(cut('dog', 14), ['dog'])
  assert.deepEqual(cut('', 3), [])
})

describe('the patch', () => {
  test('makes the stored list the one that is wanted, whatever was done', () => {
    let seed = 11
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let turn = 0; turn < 300; turn++) {
      const base = sortRows(Array.from({ length: 12 }, (_, index) => toRow(entry(random(100), 200, `t${index}`))))
      let rows: Rows = base
      for (let step = 0; step < 6; step++) {
        const key = rows[random(rows.length)]?.key ?? 0
        const what = random(4)
        if (what === 0) rows = rows.filter(row => row.key !== key)
        else if (what === 1) rows = sortRows([...rows, toRow(entry(random(100), 200, 'new'))])
        else if (what === 2) rows = setMembers(rows, key, { start: random(100) })
        else rows = setText(rows, key, `changed ${step}`)
      }
      const { patch, rows: order } = findDifference(base, rows)
      const stored = applyPatch(
        base.map(row => row.entry),
        patch,
      )
      assert.deepEqual(
        stored,
        sortRows(order).map(row => row.entry),
      )
      assert.deepEqual(textsOf(stored.map(toRow)).sort(), textsOf(rows).sort())
    }
  })

  test('leaves out what is held, and is one operation when nearly all has changed', () => {
    const base = toRows(...Array.from({ length: 400 }, (_, index) => entry(index, index + 1, `${index}`)))
    const { key } = base[0]!
    assert.deepEqual(findDifference(base, setText(base, key, 'held'), new Set([key])).patch, [])
    assert.deepEqual(
      findDifference(base, shiftRows(base, 0, 3)).patch.map(({ op, path }) => [op, path]),
      [['replace', '/structuredDescription/subtitles']],
    )
  })
})

describe('merging what two people did', () => {
  const base = toRows(entry(0, 10, 'one'), entry(10, 20, 'two'), entry(20, 30, 'three'))
  const [one, two, three] = base.map(({ key }) => key)

  test('both count, member by member', () => {
    const mine = setText(
      base.filter(({ key }) => key !== three),
      one!,
      'one of mine',
    )
    const theirs = [entry(0, 12, 'one'), entry(5, 8, 'added'), entry(10, 20, 'their two'), entry(20, 30, 'three')]
    const { rows, conflicts } = mergeLists(base, mine, theirs)
    assert.deepEqual(textsOf(rows), ['0-12 one of mine', '5-8 added', '10-20 their two'])
    assert.deepEqual([rows[0]?.key, rows[2]?.key, conflicts.size], [one, two, 0])
  })

  test('the same member changed by both is reported, and mine stays', () => {
    const { rows, conflicts } = mergeLists(base, setText(base, two!, 'mine'), [
      entry(0, 10, 'one'),
      entry(10, 20, 'theirs'),
    ])
    assert.deepEqual(textsOf(rows), ['0-10 one', '10-20 mine'])
    assert.deepEqual([...conflicts.keys()], [two])
  })

  test('an entry that was put in here and is stored already is the same one', () => {
    const added = toRow(entry(40, 50, 'new'))
    const { rows } = mergeLists(base, [...base, added], [...base.map(row => row.entry), entry(40, 50, 'new')])
    assert.deepEqual(textsOf(rows), ['0-10 one', '10-20 two', '20-30 three', '40-50 new'])
    assert.equal(rows[3]?.key, added.key)
  })

  test('what one has changed and the other deleted is kept', () => {
    const mine = setText(base, one!, 'mine').filter(({ key }) => key !== two)
    const { rows, kept } = mergeLists(base, mine, [entry(10, 20, 'theirs'), entry(20, 30, 'three')])
    assert.deepEqual(textsOf(rows), ['0-10 mine', '10-20 theirs', '20-30 three'])
    assert.equal(kept, 2)
  })

  test('a list that was shifted as a whole keeps what was typed here', () => {
    const shifted = base.map(({ entry: { start, end, textParts } }) => ({
      start: start + 100,
      end: end + 100,
      textParts: textParts!,
    }))
    const { rows, conflicts } = mergeLists(base, setText(base, three!, 'mine'), shifted)
    assert.deepEqual(textsOf(rows), ['100-110 one', '110-120 two', '120-130 mine'])
    assert.equal(conflicts.size, 0)
  })
})

describe('the length of a subtitle', () => {
  /** A second at 30 pictures, one at 15, and one at 30. */
  const times = [
    ...Array.from({ length: 30 }, (_, n) => Math.round((n * 1000) / 30)),
    ...Array.from({ length: 15 }, (_, n) => 1000 + Math.round((n * 1000) / 15)),
    ...Array.from({ length: 30 }, (_, n) => 2000 + Math.round((n * 1000) / 30)),
  ]
  const plain = { dropFrame: false, startTimecode: 90_000 }
  const variable = { ...plain, rate: RATE_30, pictures: createFrameClock(RATE_30, { times, end: 3000 }) }
  const constant = { ...plain, rate: RATE_25 }

  test('at a variable rate counts labels, not pictures', () => {
    for (const [start, end, length, text] of [
      [0, 30, 30, '01:00'],
      [30, 45, 30, '01:00'],
      [30, 31, 2, '00:02'],
      [15, 45, 45, '01:15'],
      [44, 46, 3, '00:03'],
      [0, 75, 90, '03:00'],
    ] as const) {
      assert.deepEqual(
        [toLength(start, end, variable), writeLength(length, variable), readLength(text, variable)],
        [length, text, length],
        `${start} to ${end}`,
      )
      assert.equal(toEnd(start, length, variable), end)
    }
    // Half of a picture that is shown for two frames ends with it or before it, and nothing is shorter than a picture.
    assert.ok([31, 32].includes(toEnd(30, 3, variable)))
    assert.equal(toEnd(30, 1, variable), 31)
  })

  test('at a constant rate counts frames, from zero', () => {
    assert.deepEqual([toLength(10, 35, constant), toEnd(10, 25, constant)], [25, 35])
    for (const [frames, text, format] of [
      [25, '01:00', constant],
      [1502, '01:00:02', constant],
      [90_000, '01:00:00:00', constant],
      [1800, '01:00;02', { ...plain, rate: RATE_29_97, dropFrame: true }],
    ] as const) {
      assert.equal(writeLength(frames, format), text)
      assert.equal(readLength(` ${text} `, format), frames)
    }
    assert.equal(readLength('soon', constant), undefined)
  })
})

describe('two versions', () => {
  const mark = (here: string, there: string) => {
    const words = compareWords(here, there)
    const say = (side: 'here' | 'there') =>
      words[side].map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
    return [say('here'), say('there')]
  }
  const compared = (mine: readonly SubtitleEntry[], theirs: readonly SubtitleEntry[]): ComparedRow => {
    const [entries, otherEntries] = [mine, theirs].map(list =>
      list.map(({ start, end, textParts }, index) => ({ index, start, end, text: toText(textParts) })),
    )
    return { start: 0, end: 0, entries: entries!, otherEntries: otherEntries! }
  }

  test('words that only one of them has are marked, with punctuation and line breaks', () => {
    assert.deepEqual(mark('Where were you?', 'Where are you, Ann?'), ['Where [were] you?', 'Where [are] you[, Ann]?'])
    assert.deepEqual(mark('one\ntwo', 'one two'), ['one[\n]two', 'one[ ]two'])
    assert.deepEqual(mark('', 'new'), ['', '[new]'])
    assert.deepEqual(mark('same', 'same'), ['same', 'same'])
    assert.deepEqual(mark('a '.repeat(600), 'a '.repeat(601))[0], `[${'a '.repeat(600)}]`)
  })

  test('differ by times, by words, and by how many subtitles say it', () => {
    const row = (mine: SubtitleEntry[], theirs: SubtitleEntry[]) => {
      const made = compared(mine, theirs)
      return [hasOtherTimes(made), hasOtherWords(made)]
    }
    assert.deepEqual(row([entry(0, 9, 'a')], [entry(0, 9, 'a')]), [false, false])
    assert.deepEqual(row([entry(0, 9, 'a')], [entry(0, 9, 'b')]), [false, true])
    assert.deepEqual(row([entry(0, 9, 'a')], [entry(1, 9, 'a')]), [true, false])
    assert.deepEqual(row([entry(0, 9, 'a\nb')], [entry(0, 4, 'a'), entry(4, 9, 'b')]), [true, false])
  })

  test('theirs are taken with their words in the same language, else their times alone, and only what was compared', () => {
    const [mine, kept] = [{ ...entry(0, 40, 'one'), notes: ['mine'], region: 'top' }, entry(50, 90, 'two')]
    const rows = toRows(mine, kept)
    const take = (here: SubtitleEntry[], theirs: SubtitleEntry[], isSameLanguage = true) =>
      takeTheirs(rows, compared(here, theirs), { theirs, isSameLanguage, regions: new Set(['top']) })
    const taken = take([mine], [entry(2, 42, 'uno')])!
    assert.deepEqual([textsOf(taken), taken[0]?.key], [['2-42 uno', '50-90 two'], rows[0]?.key])
    assert.deepEqual(taken[0]?.entry.notes, ['mine'])
    assert.deepEqual(textsOf(take([mine], [entry(2, 42, 'uno')], false)!), ['2-42 one', '50-90 two'])
    const halves = [
      { ...entry(0, 20, 'u'), region: 'top', id: '7' },
      { ...entry(22, 40, 'no'), region: 'other' },
    ]
    const split = take([mine], halves)!
    assert.deepEqual(textsOf(split), ['0-20 u', '22-40 no', '50-90 two'])
    assert.deepEqual(split[0]?.entry, { start: 0, end: 20, textParts: [{ content: 'u' }], region: 'top' })
    assert.deepEqual(split[1]?.entry, { start: 22, end: 40, textParts: [{ content: 'no' }] })
    assert.deepEqual(textsOf(take([], [entry(95, 99, 'tres')], false)!), ['0-40 one', '50-90 two', '95-99 '])
    assert.deepEqual(textsOf(take([kept], [])!), ['0-40 one'])
    assert.equal(take([entry(0, 40, 'one, as it was')], [entry(2, 42, 'uno')]), undefined)
  })
})
