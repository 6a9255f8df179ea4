import { countDayFrames, type Frames, getTimecodeBase, mayDropFrame, type TimecodeFormat } from '@rushes/timebase'
import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, FrameDocument, JsonObject } from '../../../document/document.ts'
import { countLabel } from '../../../document/label-rate.ts'
import type { ReadOptions, ReadResult } from '../../../format.ts'
import { beginRead } from '../../begin-read.ts'
import { fromBinary, toBinary, toBlockBytes } from '../layout/binary.ts'
import { blockLength, lastBlock, mostExtension, textOffset, toBlockNumber } from '../layout/blocks.ts'
import { type CodeTable, getCharacters } from '../layout/characters.ts'
import type { Coding } from '../layout/coding.ts'
import { defaultFormat, type EbuStlDiskFormat, getFormatRate, isDiskFormat } from '../layout/disk-format.ts'
import { gsiLength, readAscii, readGsiNumber } from '../layout/gsi.ts'
import { findLanguage } from '../layout/languages.ts'
import { encodeSource } from '../source.ts'
import { readCues } from './read-cues.ts'
import type { TextMode } from './read-text.ts'

/** How to read an STL file, where the file does not say it. */
export interface EbuStlReadOptions extends ReadOptions {
  /**
   * What the start of the programme (TCP) means. `subtract`: frame 0 of the document is the start of the programme.
   * `keep`: it is 00:00:00:00. `auto`, the default: subtract, unless every subtitle lies before the start.
   */
  readonly startOfProgramme?: 'auto' | 'subtract' | 'keep'
  /** Whether the time code out is that of the last frame shown; default false: the first frame not shown. */
  readonly isEndInclusive?: boolean
}

/** Rows of a file that does not say how many there are. */
const defaultRows = 23
const noReport: Report = () => {}

/** Reads EBU STL (Tech 3264), teletext and open. The support table is in this folder's support.ts. */
export function readEbuStl(input: string | Uint8Array, options: EbuStlReadOptions = {}): ReadResult<FrameDocument> {
  const { maxCues, report, list, isTooLarge } = beginRead(input, options, 'block')
  const fail = () => {
    const rate = getFormatRate(defaultFormat, options.rate)
    return { document: { timing: { unit: 'frames' as const, rate }, cues: [] }, diagnostics: list() }
  }
  if (isTooLarge) return fail()
  const bytes = typeof input === 'string' ? fromBinary(input) : input
  if (bytes.length < gsiLength || !/^STL/i.test(readAscii(bytes, 'DFC'))) {
    report(
      'IMPORT_SIGNATURE_MISSING',
      'error',
      'This is no EBU STL file: it does not begin with a header that says STL',
    )
    return fail()
  }
  const gsi = bytes.subarray(0, gsiLength)
  const format = readDiskFormat(gsi, report)
  const rate = getFormatRate(format, options.rate)
  const language = findLanguage(readAscii(gsi, 'LC'))
  const timecode = { rate, dropFrame: options.dropFrame === true && mayDropFrame(rate) }
  const coding: Coding = {
    ...createCoding(gsi, timecode, language, findMode(bytes, gsi, report), report),
    isEndInclusive: options.isEndInclusive === true,
  }
  const start = findStart(bytes, gsi, coding, options.startOfProgramme ?? 'auto', report)
  const blocks = toBlockBytes(bytes)
  const cues: Cue<number>[] = []
  let isBoxed = false as boolean
  let before = gsiLength
  let rest = gsiLength
  readCues(blocks, gsiLength, { ...coding, start }, maxCues, false, report, ({ cue, origin, from, first, until }) => {
    if (cues.length === 0) before = first
    rest = until
    isBoxed ||= coding.mode === 'teletext' && origin.members.some(({ text }) => text.hasBox)
    cue.ext = { stl: { source: encodeSource(blocks, cues.length === 0 ? first : from, until) } }
    cues.push(cue)
  })
  if ((bytes.length - gsiLength) % blockLength > 0) {
    const last = toBlockNumber(bytes.length - ((bytes.length - gsiLength) % blockLength))
    report('IMPORT_ENTRY_SKIPPED', 'warning', 'What stands behind the last whole block was kept aside', last)
  }
  return {
    document: {
      timing: { unit: 'frames', rate },
      ...(language !== undefined && { language }),
      cues,
      ext: { stl: { ...describeFile(bytes, before, rest, { ...coding, start }), ...(isBoxed && { isBoxed }) } },
    },
    diagnostics: list(),
    ...(start > 0 && { programmeStart: start }),
  }
}

/** How blocks are to be read as the header has it, and the caller where the header does not. */
export function createCoding(
  gsi: Uint8Array,
  timecode: TimecodeFormat,
  language: string | undefined,
  mode: TextMode,
  report: Report = noReport,
): Coding {
  return {
    mode,
    rows: Math.max(1, readGsiNumber(gsi, 'MNR') ?? defaultRows),
    characters: getCharacters(readCodeTable(gsi, report), language),
    timecode,
    base: getTimecodeBase(timecode.rate),
    dayFrames: countDayFrames(timecode),
    start: 0,
    isEndInclusive: false,
  }
}

function readDiskFormat(gsi: Uint8Array, report: Report): EbuStlDiskFormat {
  const text = readAscii(gsi, 'DFC').toUpperCase()
  if (isDiskFormat(text)) return text
  report('IMPORT_SETTING_IGNORED', 'warning', 'The disk format code is not known; 25 frames a second were taken for it')
  return defaultFormat
}

/** The code table that a header names; Latin where it names none. */
export function readCodeTable(gsi: Uint8Array, report: Report = noReport): CodeTable {
  const text = readAscii(gsi, 'CCT')
  if (text === '00' || text === '01' || text === '02' || text === '03' || text === '04') return text
  report('IMPORT_SETTING_IGNORED', 'warning', 'The character code table is not known; Latin was taken for it')
  return '00'
}

/** Open subtitles have no teletext controls; where a header says open, or nothing, and there are some, they count. */
function findMode(bytes: Uint8Array, gsi: Uint8Array, report: Report): TextMode {
  const code = readAscii(gsi, 'DSC')
  if (code === '1' || code === '2') return 'teletext'
  if (!hasTeletextCodes(bytes)) return 'open'
  report('IMPORT_SETTING_IGNORED', 'info', 'The header does not say teletext, but the texts are coded as such')
  return 'teletext'
}

/** Whether a text has a colour, or a box as teletext begins it. Black is no evidence: zeros fill up many a block. */
function hasTeletextCodes(bytes: Uint8Array): boolean {
  for (let offset = gsiLength; offset + blockLength <= bytes.length; offset += blockLength) {
    const extension = bytes[offset + 3]!
    if (extension > mostExtension && extension !== lastBlock) continue
    for (let index = offset + textOffset; index < offset + blockLength; index++) {
      const byte = bytes[index]!
      if ((byte >= 1 && byte <= 7) || (byte === 0x0b && bytes[index + 1] === 0x0b)) return true
    }
  }
  return false
}

/** Which time code is frame 0. */
function findStart(
  bytes: Uint8Array,
  gsi: Uint8Array,
  coding: Coding,
  meaning: 'auto' | 'subtract' | 'keep',
  report: Report,
): Frames {
  if (meaning === 'keep') return 0
  const label = readProgrammeLabel(gsi)
  const start = countProgrammeStart(gsi, coding)
  if (start === 0 || meaning === 'subtract' || hasSubtitleFrom(bytes, label)) return start
  report('IMPORT_SETTING_IGNORED', 'info', 'Every subtitle lies before the start of the programme, which was ignored')
  return 0
}

/** The time code at which the header has the programme begin; 0 where it has none. */
export function countProgrammeStart(gsi: Uint8Array, coding: Coding): Frames {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = readProgrammeLabel(gsi)
  const start = countLabel({ hours, minutes, seconds, frames }, coding)?.frames ?? 0
  return start < coding.dayFrames ? start : 0
}

function readProgrammeLabel(gsi: Uint8Array): number[] {
  const digits = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(readAscii(gsi, 'TCP'))
  return digits ? digits.slice(1).map(Number) : [0, 0, 0, 0]
}

function hasSubtitleFrom(bytes: Uint8Array, label: readonly number[]): boolean {
  const pack = ([hours = 0, minutes = 0, seconds = 0, frames = 0]: ArrayLike<number> & Iterable<number>) =>
    ((hours * 256 + minutes) * 256 + seconds) * 256 + frames
  const start = pack(label)
  let hasSubtitles = false
  for (let offset = gsiLength; offset + blockLength <= bytes.length; offset += blockLength) {
    if (bytes[offset + 3] !== lastBlock) continue
    hasSubtitles = true
    if (pack(bytes.subarray(offset + 5, offset + 9)) >= start) return true
  }
  return !hasSubtitles
}

/** What the writer needs to make the same file again: the header, the bytes that are of no cue, and how it was read. */
function describeFile(bytes: Uint8Array, firstCue: number, rest: number, coding: Coding): JsonObject {
  const before = bytes.subarray(gsiLength, firstCue)
  const after = bytes.subarray(rest)
  const blocks = Math.floor((bytes.length - gsiLength) / blockLength)
  return {
    gsi: btoa(toBinary(bytes.subarray(0, gsiLength))),
    blocks,
    mode: coding.mode,
    ...(before.length > 0 && { before: btoa(toBinary(before)) }),
    ...(after.length > 0 && { after: btoa(toBinary(after)) }),
    ...(coding.start > 0 && { startsAtProgramme: true }),
    ...(coding.timecode.dropFrame && { dropFrame: true }),
    ...(coding.isEndInclusive && { isEndInclusive: true }),
  }
}
