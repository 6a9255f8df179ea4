import { formatClock } from '../../document/clock.ts'
import type { Report } from '../../document/diagnostics.ts'
import type { Cue, MillisecondDocument, Region } from '../../document/document.ts'
import { reportByLine } from '../../document/report-by-line.ts'
import { mapTimes } from '../../document/times.ts'
import type { Writable } from '../../document/writable.ts'
import type { MillisecondReadResult, ReadOptions } from '../../format.ts'
import { reportUnknownNames } from '../../text/character-references.ts'
import { decodeText, toLineFeeds } from '../../text/decode-text.ts'
import { reportUnwritable } from '../../text/unwritable.ts'
import { beginRead } from '../begin-read.ts'
import { type Block, listBlocks } from './blocks.ts'
import { createColourSheet } from './cue-text/colour-classes.ts'
import { CueTextReader } from './cue-text/read-cue-text.ts'
import { isSpelledAlike } from './cue-text/write-cue-text.ts'
import { parseRegion } from './region.ts'
import { type CueSettings, keepShownRegion, parseSettings } from './settings.ts'
import { findLocalTime } from './timestamp-map.ts'
import { findTimingLine } from './timing.ts'

/** How to read a WebVTT file. */
export interface WebvttReadOptions extends ReadOptions {
  /**
   * Whether the file is read exactly as browsers do: cues whose times are spelled otherwise are skipped, every `<` begins
   * a tag, and a region that would not be shown is none of the cue. Default false.
   */
  readonly isStrict?: boolean
}

/** How many different settings of cues are remembered. */
const maxRemembered = 1000

/**
 * Reads WebVTT as browsers do, unless told otherwise with three differences: times that are merely spelled otherwise
 * (`0:01,5`) are taken, so is a `<` that begins no tag, and a file that is not in UTF-8. Everything that browsers drop in
 * silence is reported. A file without the signature is not read.
 */
export function readWebvtt(input: string | Uint8Array, options: WebvttReadOptions = {}): MillisecondReadResult {
  const { maxCues, report: reportLine, list, isTooLarge } = beginRead(input, options)
  const empty: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues: [] }
  if (isTooLarge) return { document: empty, diagnostics: list() }
  const encoding = options.isStrict ? 'utf-8' : findEncoding(input, options.encoding, reportLine)
  const source = decodeText(input, encoding, reportLine)
  reportUnwritable(source, reportLine)
  reportUnknownNames(source, reportLine)
  const text = toLineFeeds(source.replaceAll('\0', '\ufffd'))
  const report = reportByLine(text, reportLine)
  if (!/^WEBVTT(?:[\t\n ]|$)/.test(text)) {
    report('IMPORT_SIGNATURE_MISSING', 'error', 'The file does not begin with WEBVTT and was not read', 0)
    return { document: empty, diagnostics: list() }
  }
  const headerEnd = findHeaderEnd(text)
  const header = text.slice('WEBVTT'.length, headerEnd)
  const reader = new BlockReader(text, options.isStrict === true, report)
  for (const block of listBlocks(text, headerEnd)) {
    if (block.kind === 'cue' && reader.cues.length >= maxCues) {
      report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} cues were read`, block.at)
      break
    }
    reader.read(block)
  }
  const document = { ...empty, ...reader.finish(), ...(header && { ext: { webvtt: { header } } }) }
  return { document: countFromLocal(document, findLocalTime(header), report), diagnostics: list() }
}

/** The document with its times counted from the one that the file calls the begin of its media. */
function countFromLocal(document: MillisecondDocument, local: number | undefined, report: Report): MillisecondDocument {
  if (local === undefined || local === 0) return document
  const cues = document.cues.filter(({ end }) => end > local)
  const early = document.cues.length - cues.length
  report('IMPORT_TIMING_REPAIRED', 'warning', `Times were counted from ${formatClock(local, '.')}, the LOCAL time`, 0)
  if (early > 0) report('IMPORT_ENTRY_SKIPPED', 'error', `${early} cues before the LOCAL time were skipped`, 0)
  return mapTimes({ ...document, timing: { unit: 'milliseconds' }, cues }, time => Math.max(0, time - local))
}

/**
 * The encoding of a file: UTF-8 where it can be. Where it cannot, what the caller says of it counts, and else what its
 * bytes look like.
 */
function findEncoding(input: string | Uint8Array, stated: string | undefined, report: Report): string {
  if (typeof input === 'string') return 'utf-8'
  const [first, second] = input
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  if (wide) {
    const isStated = stated?.toLowerCase().startsWith('utf-16')
    if (!isStated) report('IMPORT_ENCODING_GUESSED', 'warning', `The file is in ${wide}, not in UTF-8`)
    return wide
  }
  return stated !== undefined && isUtf8(input) ? 'utf-8' : (stated ?? 'guess')
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The header ends before a blank line, or before the line of an arrow that is not on the first. */
function findHeaderEnd(text: string): number {
  const firstEnd = text.indexOf('\n')
  if (firstEnd < 0) return text.length
  const blank = text.indexOf('\n\n', firstEnd)
  const end = blank >= 0 ? blank : text.endsWith('\n') ? text.length - 1 : text.length
  const arrow = text.indexOf('-->', firstEnd)
  return arrow >= 0 && arrow < end ? text.lastIndexOf('\n', arrow) : end
}

type Body = Pick<MillisecondDocument, 'cues' | 'regions' | 'styleSheets' | 'notes'>

class BlockReader {
  readonly cues: Cue<number>[] = []
  readonly #text: string
  readonly #isStrict: boolean
  readonly #report: Report
  readonly #cueTexts: CueTextReader
  readonly #settings = new Map<string, CueSettings>()
  readonly #regions = new Map<string, Region>()
  readonly #regionIds = new Set<string>()
  readonly #styleSheets: string[] = []
  #notes: string[] = []

  constructor(text: string, isStrict: boolean, report: Report) {
    this.#text = text
    this.#isStrict = isStrict
    this.#report = report
    this.#cueTexts = new CueTextReader(isStrict)
  }

  read(block: Block): void {
    const { kind, at, from, end } = block
    if (kind === 'cue') {
      this.#readCue(block)
      return
    }
    const text = this.#text.slice(from, end)
    if (kind === 'note') this.#notes.push(readNote(text))
    else if (kind === 'unknown') {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A block without times was skipped', at)
    } else if (this.cues.length > 0) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'STYLE and REGION count before the first cue only', at)
    } else if (kind === 'style') {
      if (text !== '') this.#styleSheets.push(text)
    } else this.#readRegion(text, at)
  }

  finish(): Body {
    const { cues } = this
    const styleSheets = this.#styleSheets
    const colourSheet = styleSheets.length > 0 ? createColourSheet(cues) : undefined
    const ownSheets = styleSheets.filter(sheet => sheet !== colourSheet)
    return {
      cues,
      ...(this.#regions.size > 0 && { regions: [...this.#regions.values()] }),
      ...(ownSheets.length > 0 && { styleSheets: ownSheets }),
      ...(this.#notes.length > 0 && { notes: this.#notes }),
    }
  }

  #readRegion(text: string, at: number): void {
    const region = parseRegion(text, problem => this.#report('IMPORT_SETTING_IGNORED', 'warning', problem, at))
    if (!region) return
    if (this.#regions.delete(region.id)) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'warning', 'A region was replaced by a later one of the same id', at)
    }
    this.#regions.set(region.id, region)
    this.#regionIds.add(region.id)
  }

  #readCue({ at, timing, timingEnd, from, end: textEnd }: Block): void {
    const times = findTimingLine(this.#text, timing, timingEnd)
    if (!times || (this.#isStrict && !times.isExact)) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times cannot be read', timing)
      return
    }
    const { start, end } = times
    if (!times.isExact) {
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is not written as 00:00:00.000', timing)
    }
    if (end <= start) this.#report('TIMING_ORDER', 'warning', 'A cue does not end after its start', timing)
    const previous = this.cues[this.cues.length - 1]
    if (previous && start < previous.start) {
      this.#report('TIMING_ORDER', 'warning', 'A cue starts before the one that precedes it', timing)
    }
    const { region, layout } = times.settings === '' ? noSettings : this.#readSettings(times.settings, timing)
    const payload = this.#text.slice(from, textEnd)
    let isRepaired = false
    const { textParts, isOurs } = this.#cueTexts.read(payload, start, (problem, index) => {
      isRepaired = true
      this.#report('IMPORT_MARKUP_REPAIRED', 'warning', problem, from + index)
    })
    const cue: Writable<Cue<number>> = { start, end, textParts }
    if (timing > at) cue.id = this.#text.slice(at, timing - 1)
    if (region !== undefined) cue.region = region
    if (layout) cue.layout = layout
    if (this.#notes.length > 0) {
      cue.notes = this.#notes
      this.#notes = []
    }
    // What our spelling would lose is kept beside the text; what was repaired is not.
    if (!isRepaired && !(isOurs ?? isSpelledAlike(payload, cue))) cue.ext = { webvtt: { payload } }
    this.cues.push(cue)
  }

  #readSettings(settings: string, at: number): CueSettings {
    const known = this.#settings.get(settings)
    if (known) return known
    let isFaulty = false
    const read = parseSettings(settings, this.#isStrict, problem => {
      isFaulty = true
      this.#report('IMPORT_SETTING_IGNORED', 'warning', problem, at)
    })
    const found = this.#isStrict ? keepShownRegion(read, this.#regionIds) : read
    // Faults are reported for every cue.
    if (!isFaulty && this.#settings.size < maxRemembered) this.#settings.set(settings, found)
    return found
  }
}

const noSettings: CueSettings = {}

/** A note begins behind the word, or on the next line. A line of one U+00A0 is how a blank line is written. */
function readNote(text: string): string {
  const [first = '', ...others] = text.split('\n')
  const begin = first.slice('NOTE '.length)
  const lines = others.map(line => (line === '\u00a0' ? '' : line))
  return (begin || lines.length === 0 ? [begin, ...lines] : lines).join('\n')
}
