import type { CharacterCounting } from '../../document/measures.ts'
import { type Faults, MemberReader, omitAbsent } from './member-reader.ts'
import type { Duration, ShotRules, ShotZone, SpottingRules } from './preset.ts'

const longestMs = 60 * 60 * 1000
const mostFrames = 100_000

/** Reads the member `spotting` of a preset. */
export function readSpotting(reader: MemberReader, base: SpottingRules): SpottingRules {
  const lengths = readPair(reader, 'LineLength', 200, base.preferredLineLength, base.maximumLineLength)
  const counts = readPair(reader, 'LineCount', 10, base.preferredLineCount, base.maximumLineCount)
  const minimumDuration = readDuration(reader, 'minimumDuration', base.minimumDuration)
  const maximumDuration = readDuration(reader, 'maximumDuration', base.maximumDuration)
  const isReversed = minimumDuration.unit === maximumDuration.unit && minimumDuration.value > maximumDuration.value
  if (isReversed) reader.fail('minimumDuration', 'must not exceed maximumDuration')
  const preferredSpeed = reader.number('preferredCharactersPerSecond', 1, 200, undefined)
  const maximumSpeed = reader.number('maximumCharactersPerSecond', 1, 200, base.maximumCharactersPerSecond)
  if (preferredSpeed !== undefined && preferredSpeed > maximumSpeed) {
    reader.fail('preferredCharactersPerSecond', 'must not exceed maximumCharactersPerSecond')
  }
  const rules: SpottingRules = {
    preferredLineLength: lengths.preferred,
    maximumLineLength: lengths.maximum,
    preferredLineCount: counts.preferred,
    maximumLineCount: counts.maximum,
    preferredCharactersPerSecond: Math.min(preferredSpeed ?? base.preferredCharactersPerSecond, maximumSpeed),
    maximumCharactersPerSecond: maximumSpeed,
    maximumWordsPerMinute: reader.number('maximumWordsPerMinute', 1, 2000, base.maximumWordsPerMinute),
    minimumDuration: isReversed ? maximumDuration : minimumDuration,
    maximumDuration,
    minimumGap: readDuration(reader, 'minimumGap', base.minimumGap),
    chainGapsBelow: readDuration(reader, 'chainGapsBelow', base.chainGapsBelow),
    leadIn: readDuration(reader, 'leadIn', base.leadIn),
    extendAfterSpeech: readDuration(reader, 'extendAfterSpeech', base.extendAfterSpeech),
    splitAtPause: readDuration(reader, 'splitAtPause', base.splitAtPause),
    minimumSentenceLength: reader.whole('minimumSentenceLength', 0, 1000, base.minimumSentenceLength),
    lineBalance: reader.oneOf('lineBalance', ['bottomHeavy', 'balanced', 'topHeavy'], base.lineBalance),
    splitOnSpeakerChange: reader.flag('splitOnSpeakerChange', base.splitOnSpeakerChange),
    counting: readCounting(reader, base.counting),
  }
  reader.end()
  return rules
}

/** A preferred and a maximum number; a preferred one that was not given follows a smaller maximum. */
function readPair(
  reader: MemberReader,
  name: 'LineLength' | 'LineCount',
  most: number,
  preferred: number,
  maximum: number,
) {
  const given = reader.whole(`preferred${name}`, 1, most, undefined)
  const limit = reader.whole(`maximum${name}`, 1, most, Math.max(maximum, given ?? 0))
  if (given !== undefined && given > limit) reader.fail(`preferred${name}`, `must not exceed maximum${name}`)
  return { preferred: Math.min(given ?? preferred, limit), maximum: limit }
}

function readDuration(reader: MemberReader, name: string, base: Duration): Duration {
  const milliseconds = reader.whole(`${name}Ms`, 0, longestMs, undefined)
  const frames = reader.whole(`${name}Frames`, 0, mostFrames, undefined)
  if (milliseconds !== undefined && frames !== undefined) {
    reader.fail(`${name}Frames`, `must not be given beside ${name}Ms`)
  }
  if (milliseconds !== undefined) return { unit: 'milliseconds', value: milliseconds }
  return frames === undefined ? base : { unit: 'frames', value: frames }
}

function readCounting(reader: MemberReader, base: CharacterCounting): CharacterCounting {
  return omitAbsent({
    spaces: reader.flag('countSpaces', base.spaces),
    punctuation: reader.flag('countPunctuation', base.punctuation),
    eastAsianWidth: reader.flag('countEastAsianWidth', base.eastAsianWidth),
  })
}

export function readShots(reader: MemberReader, base: ShotRules, faults: Faults): ShotRules {
  const zone = (name: 'in' | 'out') =>
    readZone(new MemberReader(reader.raw(name), reader.pathOf(name), faults), base[name])
  const rules: ShotRules = {
    snap: reader.flag('snap', base.snap),
    in: zone('in'),
    out: zone('out'),
    outGapFrames: reader.whole('outGapFrames', 0, 1000, base.outGapFrames),
    chainAcrossCuts: reader.flag('chainAcrossCuts', base.chainAcrossCuts),
  }
  reader.end()
  return rules
}

function readZone(reader: MemberReader, base: ShotZone): ShotZone {
  const side = (name: 'Before' | 'After') => {
    const snap = reader.whole(`snap${name}`, 0, 1000, undefined)
    const clear = reader.whole(`clear${name}`, 0, 1000, Math.max(base[`clear${name}`], snap ?? 0))
    if (snap !== undefined && snap > clear) reader.fail(`snap${name}`, `must not exceed clear${name}`)
    return { snap: Math.min(snap ?? base[`snap${name}`], clear), clear }
  }
  const [before, after] = [side('Before'), side('After')]
  reader.end()
  return { snapBefore: before.snap, clearBefore: before.clear, snapAfter: after.snap, clearAfter: after.clear }
}
