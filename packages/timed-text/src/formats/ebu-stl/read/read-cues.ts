import type { Frames } from '@rushes/timebase'
import type { Report } from '../../../document/diagnostics.ts'
import type { Cue } from '../../../document/document.ts'
import type { Writable } from '../../../document/writable.ts'
import type { BlockBytes } from '../layout/binary.ts'
import { type Subtitle, scanBlocks, toBlockNumber } from '../layout/blocks.ts'
import type { Coding } from '../layout/coding.ts'
import {
  type CueOrigin,
  firstOfSet,
  lastOfSet,
  middleOfSet,
  noSet,
  readSubtitle,
  type SubtitleContent,
  toCue,
} from './read-subtitle.ts'

/** A cue with the bytes that it came from: its blocks, and those before them that are of no cue. */
export interface SourcedCue {
  readonly cue: Writable<Cue<number>>
  readonly origin: CueOrigin
  readonly from: number
  /** Offset of the first block that is its own. */
  readonly first: number
  readonly until: number
  /** Offsets of the blocks of its text, in order. */
  readonly own: readonly number[]
}

interface Member {
  readonly from: number
  readonly subtitle: Subtitle
  readonly content: SubtitleContent
}

/**
 * Reads cues from blocks, and gives them one by one. `hasStarted` says that an earlier block was in the programme, so that a much smaller time
 * code is after midnight and not before the programme.
 */
export function readCues(
  blocks: BlockBytes,
  begin: number,
  coding: Coding,
  maxCues: number,
  hasStarted: boolean,
  report: Report,
  take: (cue: SourcedCue) => void,
): void {
  let set: Member[] = []
  let from = begin
  let isInProgramme = hasStarted
  const finishSet = () => {
    if (set.length > 0) take(join(set, coding))
    set = []
  }
  const breakSet = () => {
    if (set.length === 0) return
    report(
      'CUMULATIVE_SPLIT',
      'info',
      'A cumulative set has no end; its parts were read as subtitles',
      blockOf(set[0]!),
    )
    for (const member of set) take(join([member], coding))
    set = []
  }
  const isCut = scanBlocks(blocks.bytes, begin, maxCues, report, subtitle => {
    const timed = readSubtitle(blocks, subtitle, coding, report)
    const content = timed && toDocumentTime(timed, coding, isInProgramme, subtitle, report)
    if (!content) return
    const member = { from, subtitle, content }
    from = subtitle.until
    isInProgramme = true
    if (content.end < content.start) {
      report('TIMING_ORDER', 'warning', 'A subtitle ends before its start', toBlockNumber(subtitle.first))
    }
    if (continuesSet(set.at(-1)?.content, content)) {
      set.push(member)
      if (content.position === lastOfSet) finishSet()
      return
    }
    breakSet()
    set = [member]
    if (content.position === noSet) finishSet()
    else if (content.position !== firstOfSet) breakSet()
  })
  breakSet()
  if (isCut) report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} subtitles were read`)
}

function continuesSet(last: SubtitleContent | undefined, next: SubtitleContent): boolean {
  if (!last || (next.position !== middleOfSet && next.position !== lastOfSet)) return false
  return next.group === last.group && next.isComment === last.isComment && next.start >= last.start
}

function join(members: readonly Member[], coding: Coding): SourcedCue {
  const [first] = members
  const last = members.at(-1)!
  return {
    ...toCue(
      members.map(({ content }) => content),
      coding,
    ),
    from: first!.from,
    first: first!.subtitle.first,
    until: last.subtitle.until,
    own: members.length > 1 ? members.flatMap(listOwn) : listOwn(first!),
  }
}

function listOwn({ subtitle }: Member): readonly number[] {
  return subtitle.series ?? [subtitle.first]
}

/** Time codes as frames of the document; undefined for what is over before the programme begins ("subtitle zero"). */
function toDocumentTime(
  content: SubtitleContent,
  { start: programmeStart, dayFrames }: Coding,
  hasStarted: boolean,
  { first }: Subtitle,
  report: Report,
): SubtitleContent | undefined {
  const isOverMidnight = content.start - content.end > dayFrames / 2
  const isNextDay = hasStarted && programmeStart - content.start > dayFrames / 2
  const start: Frames = content.start + (isNextDay ? dayFrames : 0) - programmeStart
  const end: Frames = content.end + (isNextDay || isOverMidnight ? dayFrames : 0) - programmeStart
  if (start === content.start && end === content.end) return content
  if (start < 0 && end <= 0) {
    const message = 'A subtitle that ends before the programme begins was kept aside'
    report('IMPORT_ENTRY_SKIPPED', 'info', message, toBlockNumber(first))
    return undefined
  }
  if (start < 0) {
    const message = 'A subtitle that starts before the programme starts with it'
    report('IMPORT_TIMING_REPAIRED', 'warning', message, toBlockNumber(first))
  }
  return { ...content, start: Math.max(0, start), end: Math.max(0, end) }
}

function blockOf({ subtitle }: Member): number {
  return toBlockNumber(subtitle.first)
}
