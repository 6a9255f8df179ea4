import { decodeText } from '../decode-text.ts'
import { createReadLog, type Report } from '../diagnostics.ts'
import type { Cue, MillisecondDocument, Region } from '../document.ts'
import { defaultReadLimits, type MillisecondReadResult, type ReadOptions } from '../format.ts'
import { splitLines } from '../text-parts.ts'
import { type Block, hasArrow, listBlocks } from './blocks.ts'
import { createColourSheet } from './colour-classes.ts'
import { parseRegion } from './region.ts'
import { parseSettings } from './settings.ts'
import { findTimingLine } from './timing.ts'
import { isSpelledAlike, readPayload } from './write-cue-text.ts'

/**
 * Reads WebVTT as browsers do, with two differences: times that are merely spelled otherwise (`0:01,5`) are taken, and
 * everything that browsers drop in silence is reported. A file without the signature is not read.
 */
export function readWebvtt(input: string | Uint8Array, options: ReadOptions = {}): MillisecondReadResult {
  const limits = { ...defaultReadLimits, ...options }
  const log = createReadLog(limits.maxDiagnostics)
  const empty: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues: [] }
  if (input.length > limits.maxBytes) {
    log.report('IMPORT_TOO_LARGE', 'error', `The file is larger than ${limits.maxBytes} bytes and was not read`)
    return { document: empty, diagnostics: log.list() }
  }
  const text = decodeText(input, 'utf-8', log.report).replaceAll('\0', '\ufffd')
  const lines = splitLines(text)
  if (!/^WEBVTT(?:[\t ]|$)/.test(lines[0]!)) {
    log.report('IMPORT_SIGNATURE_MISSING', 'error', 'The file does not begin with WEBVTT and was not read', 1)
    return { document: empty, diagnostics: log.list() }
  }
  let headerEnd = 1
  while (headerEnd < lines.length && lines[headerEnd] !== '' && !hasArrow(lines[headerEnd])) headerEnd++
  const header = lines.slice(0, headerEnd).join('\n').slice('WEBVTT'.length)
  const body = readBlocks(listBlocks(lines, headerEnd), limits.maxCues, log.report)
  const document = { ...empty, ...body, ...(header && { ext: { webvtt: { header } } }) }
  return { document, diagnostics: log.list() }
}

type Body = Pick<MillisecondDocument, 'cues' | 'regions' | 'styleSheets' | 'notes'>

function readBlocks(blocks: Iterable<Block>, maxCues: number, report: Report): Body {
  const cues: Cue<number>[] = []
  const regions = new Map<string, Region>()
  const styleSheets: string[] = []
  let notes: string[] = []
  for (const block of blocks) {
    if (block.kind === 'cue') {
      if (cues.length >= maxCues) {
        report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} cues were read`, block.line + 1)
        break
      }
      const cue = readCue(block, notes, report)
      if (!cue) continue
      const previous = cues.at(-1)
      if (previous && cue.start < previous.start) {
        report('TIMING_ORDER', 'warning', 'A cue starts before the one that precedes it', block.textLine)
      }
      cues.push(cue)
      notes = []
    } else if (block.kind === 'note') notes.push(readNote(block.text))
    else if (block.kind === 'unknown') {
      report('IMPORT_ENTRY_SKIPPED', 'error', 'A block without times was skipped', block.line + 1)
    } else if (cues.length > 0) {
      report('IMPORT_ENTRY_SKIPPED', 'error', 'STYLE and REGION count before the first cue only', block.line + 1)
    } else if (block.kind === 'style') {
      if (block.text.length > 0) styleSheets.push(block.text.join('\n'))
    } else readRegion(block, regions, report)
  }
  const colourSheet = createColourSheet(cues)
  const ownSheets = styleSheets.filter(sheet => sheet !== colourSheet)
  return {
    cues,
    ...(regions.size > 0 && { regions: [...regions.values()] }),
    ...(ownSheets.length > 0 && { styleSheets: ownSheets }),
    ...(notes.length > 0 && { notes }),
  }
}

function readRegion(block: Block, regions: Map<string, Region>, report: Report): void {
  const region = parseRegion(block.text.join('\n'), problem => {
    report('IMPORT_SETTING_IGNORED', 'warning', problem, block.line + 1)
  })
  if (!region) return
  if (regions.delete(region.id)) {
    report('IMPORT_ENTRY_SKIPPED', 'warning', 'A region was replaced by a later one of the same id', block.line + 1)
  }
  regions.set(region.id, region)
}

function readCue(block: Block, notes: readonly string[], report: Report): Cue<number> | undefined {
  const line = block.textLine
  const timing = findTimingLine(block.timing ?? '')
  if (!timing) {
    report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times cannot be read', line)
    return undefined
  }
  if (!timing.isExact) report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is not written as 00:00:00.000', line)
  if (timing.end <= timing.start) report('TIMING_ORDER', 'warning', 'A cue does not end after its start', line)
  const { start, end } = timing
  const settings = parseSettings(timing.settings, problem => report('IMPORT_SETTING_IGNORED', 'warning', problem, line))
  const payload = block.text.join('\n')
  let isRepaired = false
  const textParts = readPayload(payload, start, (problem, index) => {
    isRepaired = true
    report('IMPORT_MARKUP_REPAIRED', 'warning', problem, line + index + 1)
  })
  const times = { start, end, textParts, ...settings }
  const cue: Cue<number> = {
    ...(block.id === undefined ? times : { id: block.id, ...times }),
    ...(notes.length > 0 && { notes }),
  }
  // What our spelling would lose is kept beside the text; what was repaired is not.
  return isRepaired || isSpelledAlike(payload, cue) ? cue : { ...cue, ext: { webvtt: { payload } } }
}

/** A note begins behind the word, or on the next line. A line of one U+00A0 is how a blank line is written. */
function readNote([first = '', ...others]: readonly string[]): string {
  const begin = first.slice('NOTE '.length)
  const lines = others.map(line => (line === '\u00a0' ? '' : line))
  return (begin || lines.length === 0 ? [begin, ...lines] : lines).join('\n')
}
