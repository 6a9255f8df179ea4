import type { Duration, ShotRules, SpeakerRules, SpottingRules, SubtitlePreset } from './preset.ts'

const frames = (value: number): Duration => ({ unit: 'frames', value })
const milliseconds = (value: number): Duration => ({ unit: 'milliseconds', value })

/**
 * Netflix Timed Text Style Guide, as checked by Subtitle Edit: in-times 1 to H-1 after a shot change and 1 to 0.75H-1
 * before it go to it, 0.75H to H-1 before it to H before; out-times nearer than H end 2 frames before it (H = 12 at 24).
 */
const netflixShots: ShotRules = {
  snap: true,
  in: { snapBefore: 9, clearBefore: 12, snapAfter: 12, clearAfter: 12 },
  out: { snapBefore: 12, clearBefore: 12, snapAfter: 12, clearAfter: 12 },
  outGapFrames: 2,
  chainAcrossCuts: false,
}

/** BBC Subtitle Guidelines: speakers in white, yellow, cyan, green, in this order. */
const colouredSpeakers: SpeakerRules = {
  mode: 'colour',
  colours: ['#ffffff', '#ffff00', '#00ffff', '#00ff00'],
  reuseColourAfterTurns: 20,
  withoutColour: 'dash',
  dashLines: 'all',
  dashSpace: true,
}

/** Netflix: 42 characters, 2 lines, 5/6 s to 7 s, gap 2 frames, gaps below half a second closed; 17 to 20 characters a second. */
const netflixSpotting: SpottingRules = {
  preferredLineLength: 42,
  maximumLineLength: 42,
  preferredLineCount: 2,
  maximumLineCount: 2,
  preferredCharactersPerSecond: 17,
  maximumCharactersPerSecond: 20,
  maximumWordsPerMinute: 240,
  minimumDuration: milliseconds(833),
  maximumDuration: milliseconds(7000),
  minimumGap: frames(2),
  chainGapsBelow: milliseconds(500),
  leadIn: milliseconds(0),
  extendAfterSpeech: milliseconds(500),
  splitAtPause: milliseconds(600),
  minimumSentenceLength: 12,
  lineBalance: 'bottomHeavy',
  splitOnSpeakerChange: true,
  counting: {},
}

/**
 * Teletext for television. BBC Subtitle Guidelines: 37 columns, of which a colour takes one; two lines, three where
 * that is clear; 180 words a minute; no gap unless it lasts a second; subtitles start and end with the shot. Characters
 * a second and longest duration as SDI-NL has them for 37 columns, shortest duration as Arte has it.
 */
const broadcast: SubtitlePreset = {
  id: 'broadcast',
  name: 'Broadcast teletext',
  default: true,
  languages: [],
  regions: [
    { id: 'topRegion', vertical: 'top', row: 1, align: 'center' },
    { id: 'bottomRegion', vertical: 'bottom', row: 22, align: 'center' },
  ],
  styling: {
    colour: '#ffffff',
    backgroundColour: '#000000',
    justification: 'centered',
    region: 'bottomRegion',
    italicsAllowed: false,
  },
  spotting: {
    ...netflixSpotting,
    preferredLineLength: 36,
    maximumLineLength: 37,
    maximumLineCount: 3,
    preferredCharactersPerSecond: 15,
    maximumCharactersPerSecond: 18.75,
    maximumWordsPerMinute: 180,
    minimumDuration: milliseconds(1000),
    minimumGap: frames(0),
    chainGapsBelow: milliseconds(1000),
  },
  shots: { ...netflixShots, outGapFrames: 0 },
  speakers: colouredSpeakers,
  ebuStl: { displayStandardCode: 1, useBox: true, doubleHeight: true, justification: 'centered' },
  warningSeverities: new Map(),
}

/** Video on demand: the Netflix Timed Text Style Guide. */
const online: SubtitlePreset = {
  ...broadcast,
  id: 'online',
  name: 'Online',
  default: false,
  regions: [
    { id: 'topRegion', vertical: 'top', align: 'center' },
    { id: 'bottomRegion', vertical: 'bottom', align: 'center' },
  ],
  styling: { ...broadcast.styling, italicsAllowed: true },
  spotting: netflixSpotting,
  shots: netflixShots,
  speakers: { ...colouredSpeakers, mode: 'dash' },
  ebuStl: { displayStandardCode: 0, justification: 'centered' },
}

/** Social media, mostly without sound: 26 characters in three lines, as editors for it advise. */
const social: SubtitlePreset = {
  ...online,
  id: 'social',
  name: 'Social',
  spotting: {
    ...netflixSpotting,
    preferredLineLength: 26,
    maximumLineLength: 26,
    preferredLineCount: 3,
    maximumLineCount: 3,
    lineBalance: 'balanced',
  },
}

/** Upright video: 25 characters, 29 at most, in three lines, four at most, as editors for it advise. */
const vertical: SubtitlePreset = {
  ...social,
  id: 'vertical',
  name: 'Vertical',
  spotting: {
    ...social.spotting,
    preferredLineLength: 25,
    maximumLineLength: 29,
    maximumLineCount: 4,
  },
}

/** The presets that come with the package, by their ids. Every number can be set otherwise: see `readPreset`. */
export const shippedPresets = { broadcast, online, social, vertical } as const satisfies Record<string, SubtitlePreset>
