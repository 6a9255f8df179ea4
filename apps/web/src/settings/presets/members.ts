/** What a subtitling preset may say, as data: the form is made of this. Pure. */

import { qualityPresets, readHousePreset, type SubtitlePreset, shippedPresets } from '@rushes/timed-text'
import type { MemberText } from './messages.ts'

/** A length of time as people write it: milliseconds, or frames of whatever rate the media has. */
export interface Duration {
  readonly unit: 'milliseconds' | 'frames'
  readonly value: number
}

/** A preset, or a part of one, as stored in the settings. */
export type Written = Readonly<Record<string, unknown>>

export type MemberKind =
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: 1 | 'any' }
  /** Milliseconds or frames: `<name>Ms` or `<name>Frames`. */
  | { readonly kind: 'duration' }
  | { readonly kind: 'text' | 'colour' | 'flag' | 'region' }
  | { readonly kind: 'choice'; readonly options: readonly (string | number)[] }

/** One member that has a control of its own; `path` leads to it in the preset. */
export type Member = MemberKind & {
  readonly text: MemberText
  readonly path: readonly [string, ...string[]]
}

const whole = (min: number, max: number) => ({ kind: 'number', min, max, step: 1 }) as const
const number = (min: number, max: number) => ({ kind: 'number', min, max, step: 'any' }) as const
const duration = { kind: 'duration' } as const
const flag = { kind: 'flag' } as const
const choice = (...options: readonly (string | number)[]) => ({ kind: 'choice', options }) as const

type Names<Section extends string> = Record<string, MemberKind & { readonly text: MemberText; readonly in?: Section }>

function listMembers(section: string, members: Names<string>): readonly Member[] {
  return Object.entries(members).map(([name, { in: above, ...member }]) => ({
    ...member,
    path: above === undefined ? [section, name] : [section, above, name],
  }))
}

export const stylingMembers = listMembers('styling', {
  fontFamily: { kind: 'text', text: 'fontFamily' },
  fontSize: { kind: 'text', text: 'fontSize' },
  colour: { kind: 'colour', text: 'colour' },
  backgroundColour: { kind: 'colour', text: 'backgroundColour' },
  justification: { ...choice('left', 'centered', 'right'), text: 'justification' },
  region: { kind: 'region', text: 'region' },
  italicsAllowed: { ...flag, text: 'italicsAllowed' },
})

export const spottingMembers = listMembers('spotting', {
  preferredLineLength: { ...whole(1, 200), text: 'preferredLineLength' },
  maximumLineLength: { ...whole(1, 200), text: 'maximumLineLength' },
  preferredLineCount: { ...whole(1, 10), text: 'preferredLineCount' },
  maximumLineCount: { ...whole(1, 10), text: 'maximumLineCount' },
  preferredCharactersPerSecond: { ...number(1, 200), text: 'preferredCharactersPerSecond' },
  maximumCharactersPerSecond: { ...number(1, 200), text: 'maximumCharactersPerSecond' },
  maximumWordsPerMinute: { ...number(1, 2000), text: 'maximumWordsPerMinute' },
  minimumDuration: { ...duration, text: 'minimumDuration' },
  maximumDuration: { ...duration, text: 'maximumDuration' },
  minimumGap: { ...duration, text: 'minimumGap' },
  chainGapsBelow: { ...duration, text: 'chainGapsBelow' },
  leadIn: { ...duration, text: 'leadIn' },
  extendAfterSpeech: { ...duration, text: 'extendAfterSpeech' },
  splitAtPause: { ...duration, text: 'splitAtPause' },
  minimumSentenceLength: { ...whole(0, 1000), text: 'minimumSentenceLength' },
  lineBalance: { ...choice('bottomHeavy', 'balanced', 'topHeavy'), text: 'lineBalance' },
  splitOnSpeakerChange: { ...flag, text: 'splitOnSpeakerChange' },
  countSpaces: { ...flag, text: 'countSpaces' },
  countPunctuation: { ...flag, text: 'countPunctuation' },
  countEastAsianWidth: { ...flag, text: 'countEastAsianWidth' },
})

export const shotMembers = [
  ...listMembers('shots', {
    snap: { ...flag, text: 'snap' },
    chainAcrossCuts: { ...flag, text: 'chainAcrossCuts' },
    outGapFrames: { ...whole(0, 1000), text: 'outGapFrames' },
  }),
  ...(['in', 'out'] as const).flatMap(zone =>
    listMembers('shots', {
      snapBefore: { ...whole(0, 1000), text: `${zone}SnapBefore`, in: zone },
      clearBefore: { ...whole(0, 1000), text: `${zone}ClearBefore`, in: zone },
      snapAfter: { ...whole(0, 1000), text: `${zone}SnapAfter`, in: zone },
      clearAfter: { ...whole(0, 1000), text: `${zone}ClearAfter`, in: zone },
    }),
  ),
]

export const speakerMembers = listMembers('speakers', {
  mode: { ...choice('colour', 'dash', 'label', 'none'), text: 'speakerMode' },
  withoutColour: { ...choice('dash', 'label', 'none'), text: 'withoutColour' },
  reuseColourAfterTurns: { ...whole(0, 1_000_000), text: 'reuseColourAfterTurns' },
  dashLines: { ...choice('all', 'fromSecond'), text: 'dashLines' },
  dashSpace: { ...flag, text: 'dashSpace' },
})

export const ebuStlMembers = listMembers('ebuStl', {
  displayStandardCode: { ...choice(0, 1, 2), text: 'displayStandardCode' },
  marginTop: { ...whole(0, 99), text: 'marginTop' },
  marginBottom: { ...whole(0, 99), text: 'marginBottom' },
  useBox: { ...flag, text: 'useBox' },
  doubleHeight: { ...flag, text: 'doubleHeight' },
  justification: { ...choice('unchanged', 'left', 'centered', 'right'), text: 'justification' },
})

/** Presets that come with the service, and published guidelines, by the names that `basedOn` takes. */
export const bases: Readonly<Record<string, SubtitlePreset>> = { ...shippedPresets, ...qualityPresets }

/** The preset as it works: what it leaves open is that of what it is based on. */
export function completePreset(written: Written): SubtitlePreset {
  return readHousePreset(written).preset
}

/** The member as it was written; nothing where it is inherited. Of a duration with its unit in the name: see `readDuration`. */
export function readMember(written: Written, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (Object(value) as Written)[name], written)
}

/** The preset with this member changed, or taken away by `undefined`; a part that becomes empty goes, too. */
export function writeMember(written: Written, [name, ...below]: readonly string[], value: unknown): Written {
  if (name === undefined) return written
  const { [name]: old, ...others } = written
  const next = below.length === 0 ? value : writeMember(Object(old ?? {}) as Written, below, value)
  const isGone = next === undefined || (below.length > 0 && Object.keys(Object(next) as object).length === 0)
  return isGone ? others : { ...others, [name]: next }
}

/** A duration as it was written. */
export function readDuration(written: Written, path: readonly string[]): Duration | undefined {
  const [milliseconds, frames] = toDurationPaths(path).map(where => readMember(written, where))
  if (typeof milliseconds === 'number') return { unit: 'milliseconds', value: milliseconds }
  return typeof frames === 'number' ? { unit: 'frames', value: frames } : undefined
}

export function writeDuration(written: Written, path: readonly string[], duration: Duration | undefined): Written {
  const [inMilliseconds = [], inFrames = []] = toDurationPaths(path)
  const bare = writeMember(writeMember(written, inMilliseconds, undefined), inFrames, undefined)
  if (duration === undefined) return bare
  return writeMember(bare, duration.unit === 'frames' ? inFrames : inMilliseconds, duration.value)
}

/** Where a duration may stand: in milliseconds, and in frames. */
export function toDurationPaths(path: readonly string[]): [string[], string[]] {
  const above = path.slice(0, -1)
  const name = path.at(-1) ?? ''
  return [
    [...above, `${name}Ms`],
    [...above, `${name}Frames`],
  ]
}

const countings: Readonly<Record<string, 'spaces' | 'punctuation' | 'eastAsianWidth'>> = {
  countSpaces: 'spaces',
  countPunctuation: 'punctuation',
  countEastAsianWidth: 'eastAsianWidth',
}

/** What holds where the member is not written. */
export function readInherited(complete: SubtitlePreset, { path }: Member): unknown {
  const counting = countings[path.at(-1) ?? '']
  if (counting) return complete.spotting.counting[counting] ?? counting !== 'eastAsianWidth'
  return readMember({ ...complete }, path)
}
