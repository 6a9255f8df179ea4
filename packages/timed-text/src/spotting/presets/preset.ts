import {
  type Frames,
  type Milliseconds,
  millisecondsToFrames,
  RATE_24,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { Severity } from '../../document/diagnostics.ts'
import type { Colour } from '../../document/document.ts'
import type { CharacterCounting } from '../../document/measures.ts'
import type { EbuStlWriteOptions } from '../../formats/ebu-stl/index.ts'

/** How subtitles of one kind look and are spotted. `readPreset` reads one; `shippedPresets` holds those of the package. */
export interface SubtitlePreset {
  readonly id?: string
  readonly name?: string
  readonly description?: string
  /** Whether a production takes it when none is named. */
  readonly default: boolean
  /** BCP 47; none means that it serves every language. */
  readonly languages: readonly string[]
  readonly regions: readonly PresetRegion[]
  readonly styling: PresetStyling
  readonly spotting: SpottingRules
  readonly shots: ShotRules
  readonly speakers: SpeakerRules
  /** What an EBU STL file of these subtitles is written with, unless an export says otherwise. */
  readonly ebuStl: EbuStlDefaults
  /** Severity of a warning by its code, where it is not the usual one. */
  readonly warningSeverities: ReadonlyMap<string, Severity | 'off'>
}

/** A length of time as people write it: milliseconds, or frames of whatever rate the media has. */
export type Duration =
  | { readonly unit: 'milliseconds'; readonly value: Milliseconds }
  | { readonly unit: 'frames'; readonly value: Frames }

export interface PresetRegion {
  readonly id: string
  readonly vertical?: 'top' | 'middle' | 'bottom'
  /** Row of teletext, 1 to 23. */
  readonly row?: number
  /** Percent of the height, from the top. */
  readonly linePercent?: number
  readonly align?: 'left' | 'center' | 'right'
}

export interface PresetStyling {
  readonly fontFamily?: string
  /** With its unit: `80%`, `1c 2c`. */
  readonly fontSize?: string
  readonly colour?: Colour
  readonly backgroundColour?: Colour
  readonly justification: 'left' | 'centered' | 'right'
  /** Id of the region of new subtitles. */
  readonly region?: string
  readonly italicsAllowed: boolean
}

/** Names of lines and words are those of the production setting `spottingRules`, which is such an object itself. */
export interface SpottingRules {
  readonly preferredLineLength: number
  readonly maximumLineLength: number
  readonly preferredLineCount: number
  readonly maximumLineCount: number
  readonly preferredCharactersPerSecond: number
  readonly maximumCharactersPerSecond: number
  readonly maximumWordsPerMinute: number
  readonly minimumDuration: Duration
  readonly maximumDuration: Duration
  readonly minimumGap: Duration
  /** Gaps shorter than this are closed to the minimum gap. */
  readonly chainGapsBelow: Duration
  /** How long before the speech a subtitle appears, and how long after it may stay. */
  readonly leadIn: Duration
  readonly extendAfterSpeech: Duration
  /** A pause of this length is a good place to end a subtitle. */
  readonly splitAtPause: Duration
  /** A sentence shorter than this may share a subtitle with the next, in characters. */
  readonly minimumSentenceLength: number
  readonly lineBalance: 'bottomHeavy' | 'balanced' | 'topHeavy'
  readonly splitOnSpeakerChange: boolean
  readonly counting: CharacterCounting
}

/** How subtitles keep away from shot changes. */
export interface ShotRules {
  readonly snap: boolean
  readonly in: ShotZone
  readonly out: ShotZone
  /** Frames between the end of a subtitle and the shot change that it ends at; the same at every rate. */
  readonly outGapFrames: Frames
  /** Whether a gap is closed when a shot change lies in it. */
  readonly chainAcrossCuts: boolean
}

/**
 * Distances from a shot change, in frames at 24 a second, scaled to the rate of the media. A time nearer than `snap`
 * goes to the shot change; one nearer than `clear`, but not than `snap`, goes to the distance `clear` from it.
 */
export interface ShotZone {
  readonly snapBefore: number
  readonly clearBefore: number
  readonly snapAfter: number
  readonly clearAfter: number
}

export interface SpeakerRules {
  readonly mode: 'colour' | 'dash' | 'label' | 'none'
  /** By first appearance. */
  readonly colours: readonly Colour[]
  /** A colour is given to a new speaker when its last one has not spoken for so many turns. */
  readonly reuseColourAfterTurns: number
  /** What marks the speakers that no colour is left for. */
  readonly withoutColour: 'dash' | 'label' | 'none'
  /** Which lines of a dialogue begin with a dash. */
  readonly dashLines: 'all' | 'fromSecond'
  readonly dashSpace: boolean
}

export type EbuStlDefaults = Pick<
  EbuStlWriteOptions,
  'displayStandardCode' | 'marginTop' | 'marginBottom' | 'useBox' | 'doubleHeight' | 'justification'
>

/** A duration at the rate of the media; the one place where it is rounded, to the nearest frame. */
export function toFrames(duration: Duration, rate: SampleRate): Frames {
  return duration.unit === 'frames' ? duration.value : millisecondsToFrames(duration.value, rate)
}

/** Frames at 24 a second as frames of a rate: half a second stays half a second. */
export function scaleZone(framesAt24: number, rate: SampleRate): Frames {
  return resampleFrames(framesAt24, RATE_24, rate)
}

export function scaleShotZone(
  { snapBefore, clearBefore, snapAfter, clearAfter }: ShotZone,
  rate: SampleRate,
): ShotZone {
  return {
    snapBefore: scaleZone(snapBefore, rate),
    clearBefore: scaleZone(clearBefore, rate),
    snapAfter: scaleZone(snapAfter, rate),
    clearAfter: scaleZone(clearAfter, rate),
  }
}
