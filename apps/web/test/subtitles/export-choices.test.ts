import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type ExportChoices, readChoices, saveChoices } from '../../src/subtitles/files/export-choices.ts'

const stored = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})
beforeEach(() => stored.clear())

const first = { userId: 5, prId: 1, moId: 10, language: 'en' }
const second = { ...first, moId: 11 }

function toUsual(clip: string): ExportChoices {
  return {
    format: 'ebustl',
    delivery: '',
    isFilm: false,
    hasFixes: false,
    timeBases: {},
    hasColours: true,
    stl: {},
    titles: { originalProgrammeTitle: 'The Long Night', originalEpisodeTitle: clip, translator: 'Ann' },
  }
}

test('titles of one clip are not those of the next; those of its language and of the person are', () => {
  const usual = toUsual('Scene 1')
  const titles = {
    ...usual.titles,
    translator: 'Ann Jansen',
    publisher: 'NPO',
    reference: 'R1',
    translatedProgrammeTitle: 'De lange nacht',
    translatedEpisodeTitle: 'Eén',
  }
  const stl = { ebuStlLanguageCode: '09', ebuStlMarginTop: 2 }
  saveChoices(first, { ...usual, titles, stl }, usual)
  const next = readChoices(second, toUsual('Scene 2'))
  assert.deepEqual(next.titles, {
    originalProgrammeTitle: 'The Long Night',
    originalEpisodeTitle: 'Scene 2',
    translator: 'Ann Jansen',
    publisher: 'NPO',
    translatedProgrammeTitle: 'De lange nacht',
  })
  assert.deepEqual(next.stl, stl)
  const again = readChoices(first, usual)
  assert.deepEqual([again.titles, again.stl], [titles, stl])
  const other = readChoices({ ...first, language: 'fr' }, usual)
  assert.deepEqual([other.stl, other.titles.translatedProgrammeTitle], [{ ebuStlMarginTop: 2 }, undefined])
})

test('a title that was not changed follows the name that it comes from; one that was emptied stays empty', () => {
  const usual = toUsual('Scene 1')
  saveChoices(first, { ...usual, titles: { ...usual.titles, translator: '' } }, usual)
  const renamed = toUsual('Scene 1, new')
  const { titles } = readChoices(first, { ...renamed, titles: { ...renamed.titles, originalProgrammeTitle: 'Dawn' } })
  assert.deepEqual(titles, { originalProgrammeTitle: 'Dawn', originalEpisodeTitle: 'Scene 1, new', translator: '' })
})

test('titles of another clip that were stored for the whole production are passed over', () => {
  stored.set(
    'rushes.subtitles.export.5.1',
    JSON.stringify({
      titles: { originalEpisodeTitle: 'Scene 7', translator: 'Bob' },
      stl: { ebuStlLanguageCode: '1D' },
    }),
  )
  const { titles, stl } = readChoices(first, toUsual('Scene 1'))
  assert.deepEqual([titles.originalEpisodeTitle, titles.translator, stl], ['Scene 1', 'Bob', {}])
})
