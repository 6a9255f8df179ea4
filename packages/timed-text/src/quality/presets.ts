import type { Duration, SubtitlePreset } from '../spotting/presets/preset.ts'
import { shippedPresets } from '../spotting/presets/shipped-presets.ts'

const frames = (value: number): Duration => ({ unit: 'frames', value })
const milliseconds = (value: number): Duration => ({ unit: 'milliseconds', value })

/** What depends on the language: characters of a line, characters a second for adults and for children. */
const netflixByLanguage = {
  en: [42, 20, 17],
  ar: [42, 20, 17],
  hi: [42, 22, 18],
  ko: [16, 12, 9],
  zh: [16, 9, 7],
  ja: [23, 4, 4],
  th: [35, 17, 13],
} as const satisfies Record<string, readonly [lineLength: number, speed: number, speedForChildren: number]>

/** Every other language. */
const netflixUsual = [42, 17, 13] as const

/**
 * The Netflix Timed Text Style Guide for a language, as its pages and the checker of Subtitle Edit have it. `en` or any
 * other BCP 47 tag; texts for children are read more slowly.
 */
export function createNetflixPreset(language?: string, audience: 'adults' | 'children' = 'adults'): SubtitlePreset {
  const primary = language?.split('-', 1)[0]?.toLowerCase() ?? ''
  const [lineLength, adults, children] = Object.hasOwn(netflixByLanguage, primary)
    ? netflixByLanguage[primary as keyof typeof netflixByLanguage]
    : netflixUsual
  const speed = audience === 'children' ? children : adults
  return {
    ...shippedPresets.online,
    id: 'netflix',
    name: 'Netflix Timed Text Style Guide',
    languages: language === undefined ? [] : [language],
    spotting: {
      ...shippedPresets.online.spotting,
      preferredLineLength: lineLength,
      // "42 characters per line"; 16 in Chinese and Korean, 23 in Japanese (upright), 35 in Thai
      maximumLineLength: lineLength,
      // two lines at most
      preferredLineCount: 2,
      maximumLineCount: 2,
      preferredCharactersPerSecond: speed,
      maximumCharactersPerSecond: speed,
      // it has no limit by words
      maximumWordsPerMinute: 2000,
      // 5/6 of a second: 20 frames at 24
      minimumDuration: milliseconds(833),
      // 7 seconds
      maximumDuration: milliseconds(7000),
      // 2 frames at every rate
      minimumGap: frames(2),
      // gaps of 3 to 11 frames at 24 are closed: all that are shorter than half a second
      chainGapsBelow: milliseconds(500),
    },
    warningSeverities: new Map([['READING_SPEED_WPM', 'off']]),
  }
}

const bbc: SubtitlePreset = {
  ...shippedPresets.broadcast,
  id: 'bbc',
  name: 'BBC Subtitle Guidelines',
  default: false,
  languages: ['en'],
  spotting: {
    ...shippedPresets.broadcast.spotting,
    preferredLineLength: 37,
    // 37 columns in broadcast
    maximumLineLength: 37,
    // two lines, three where that is clear
    preferredLineCount: 2,
    maximumLineCount: 3,
    // 160 to 180 words a minute
    maximumWordsPerMinute: 180,
    // speed is counted in words: the severity of the other is off
    maximumCharactersPerSecond: 200,
    // about 0.3 seconds for each word, and no word is shown shorter
    minimumDuration: milliseconds(300),
    // no longest duration is named; the field's 7 seconds
    maximumDuration: milliseconds(7000),
    minimumGap: frames(0),
    // no gap unless it lasts a second
    chainGapsBelow: milliseconds(1000),
  },
  warningSeverities: new Map([['READING_SPEED_CPS', 'off']]),
}

const ebuTeletext: SubtitlePreset = {
  ...shippedPresets.broadcast,
  id: 'ebuTeletext',
  name: 'EBU teletext',
  default: false,
  spotting: {
    ...shippedPresets.broadcast.spotting,
    preferredLineLength: 36,
    // 40 cells, of which double height takes one and the box two (EBU Tech 3264); a colour takes another
    maximumLineLength: 37,
    preferredLineCount: 2,
    // double height takes two of the 23 rows for each line; two lines are the custom of houses
    maximumLineCount: 2,
    preferredCharactersPerSecond: 15,
    // SDI for Dutch television: 37 columns, 18.75 characters a second, 1.32 to 7 seconds, gap 160 ms
    maximumCharactersPerSecond: 18.75,
    minimumDuration: milliseconds(1320),
    maximumDuration: milliseconds(7000),
    minimumGap: milliseconds(160),
    chainGapsBelow: milliseconds(1000),
  },
  // teletext has no italics, whatever a file says
  warningSeverities: new Map([
    ['READING_SPEED_WPM', 'off'],
    ['STYLE_UNSUPPORTED', 'error'],
    ['TELETEXT_ROW_OVERFLOW', 'error'],
  ]),
}

/** Presets whose limits are those of guidelines that others published, by their ids. */
export const qualityPresets = { netflix: createNetflixPreset(), bbc, ebuTeletext } as const satisfies Record<
  string,
  SubtitlePreset
>
