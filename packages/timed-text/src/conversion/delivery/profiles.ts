import { RATE_25 } from '@rushes/timebase'
import type { DeliveryId } from '../../format-facts.ts'
import { createNetflixPreset } from '../../quality/presets.ts'
import type { DeliveryProfile, Source } from './profile.ts'

const milliseconds = (value: number) => ({ unit: 'milliseconds' as const, value })
const frames = (value: number) => ({ unit: 'frames' as const, value })

const german = (section: string): Source => ({
  title: 'Untertitel-Standards von ARD, ORF, SRF, ZDF (NDR)',
  section,
  date: '2015-03-30',
})

/** What the public broadcasters of Germany, Austria and Switzerland have agreed upon; each has a guide of its own, too. */
function createGerman(id: DeliveryId, name: string): DeliveryProfile {
  return {
    id,
    name,
    format: 'ebustl',
    limits: {
      maximumLineLength: 37,
      maximumLineCount: 2,
      minimumDuration: milliseconds(1000),
      maximumCharactersPerSecond: 15,
      minimumGap: frames(1),
    },
    // Red and blue are not taken; magenta is to be avoided.
    colours: ['#ffffff', '#ffff00', '#00ffff', '#00ff00'],
    ebuStl: { displayStandardCode: 1, doubleHeight: true, useBox: true, justification: 'centered' },
    sources: {
      format: german('Schriftgröße'),
      maximumLineLength: german('Zeichen'),
      maximumLineCount: german('Form'),
      minimumDuration: german('Standzeiten'),
      maximumCharactersPerSecond: german('Standzeiten'),
      minimumGap: german('Standzeiten'),
      colours: german('Farben'),
      ebuStl: german('Form, Schriftgröße, Farben'),
    },
  }
}

const bbcSource = (section: string): Source => ({
  title: 'BBC Subtitle Guidelines, version 1.1.4',
  section,
  date: '2016-12-01',
})

const bbcOnline: DeliveryProfile = {
  id: 'bbc-online',
  name: 'BBC, online',
  format: 'ebuttd',
  limits: { maximumLineLength: 37, maximumLineCount: 3, maximumWordsPerMinute: 180 },
  sources: {
    format: bbcSource('1 Introduction'),
    maximumLineLength: bbcSource('3.1 Line length'),
    maximumLineCount: bbcSource('3.3 Avoid 3 lines or more'),
    maximumWordsPerMinute: bbcSource('4.1 Target minimum timing'),
  },
}

const arteSource = (section: string): Source => ({
  title: 'EZConvert help, EBU for ARTE Files',
  section,
  date: 'read 2026-11-27',
})

const arte: DeliveryProfile = {
  id: 'arte',
  name: 'ARTE',
  format: 'ebustl',
  rate: RATE_25,
  limits: { maximumLineLength: 37 },
  ebuStl: { displayStandardCode: 1, doubleHeight: true, useBox: true },
  sources: {
    format: arteSource('EBU for ARTE Files'),
    rate: arteSource('Teletext subtitles'),
    maximumLineLength: arteSource('Safe Area'),
    ebuStl: arteSource('Teletext subtitles, Safe Area'),
  },
}

const rtlSource = (section: string): Source => ({
  title: 'RTL Deutschland, Mediaspecs, Untertitel & SDH-UT',
  section,
  date: 'read 2026-11-27',
})

const rtl: DeliveryProfile = {
  id: 'rtl',
  name: 'RTL Deutschland',
  format: 'ebustl',
  rate: RATE_25,
  limits: { maximumLineLength: 40, maximumLineCount: 2 },
  ebuStl: { displayStandardCode: 0, justification: 'centered' },
  sources: {
    format: rtlSource('Dateiformat'),
    rate: rtlSource('Dateiformat'),
    maximumLineLength: rtlSource('Position im Bild'),
    maximumLineCount: rtlSource('Position im Bild'),
    ebuStl: rtlSource('Position im Bild, Schriftfont bei der Ausstrahlung'),
  },
}

const netflixSource = (section: string): Source => ({
  title: 'Netflix, Timed Text Style Guide: General Requirements',
  section,
  date: 'read 2026-11-27',
})
const netflixLanguageSource: Source = {
  title: 'Netflix, Timed Text Style Guide of the language',
  section: 'Character Limitation, Reading Speed',
  date: 'read 2026-11-23',
}

/** Netflix takes TTML1, of which EBU-TT-D is a profile, and IMSC 1.1 for Japanese. */
function createNetflix(language: string | undefined): DeliveryProfile {
  const isJapanese = /^ja(?:-|$)/i.test(language ?? '')
  const { maximumLineLength, maximumCharactersPerSecond } = createNetflixPreset(language).spotting
  return {
    id: 'netflix',
    name: 'Netflix',
    format: isJapanese ? 'imsc' : 'ebuttd',
    limits: {
      maximumLineLength,
      maximumLineCount: 2,
      minimumDuration: milliseconds(833),
      maximumDuration: milliseconds(7000),
      minimumGap: frames(2),
      maximumCharactersPerSecond,
    },
    sources: {
      format: netflixSource('2 File Format'),
      maximumLineLength: netflixLanguageSource,
      maximumLineCount: netflixSource('4 Line Treatment'),
      minimumDuration: netflixSource('1 Duration'),
      maximumDuration: netflixSource('1 Duration'),
      minimumGap: netflixSource('3 Frame Gap'),
      maximumCharactersPerSecond: netflixLanguageSource,
    },
  }
}

const profiles: readonly DeliveryProfile[] = [
  createGerman('ard', 'ARD'),
  createGerman('zdf', 'ZDF'),
  createGerman('orf', 'ORF'),
  createGerman('srf', 'SRF'),
  arte,
  bbcOnline,
  rtl,
  createNetflix(undefined),
]

/** Who is delivered to, in the order of lists. */
export function listDeliveryProfiles(): readonly DeliveryProfile[] {
  return profiles
}

/** The profile of an id, for subtitles in a language (BCP 47), on which some of its limits depend. */
export function findDeliveryProfile(id: string, language?: string): DeliveryProfile | undefined {
  return id === 'netflix' ? createNetflix(language) : profiles.find(profile => profile.id === id)
}
