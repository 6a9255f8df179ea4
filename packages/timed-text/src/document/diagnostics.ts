/** What can be found, and what it means. Codes that begin with IMPORT come from readers, with EXPORT from writers. */
export const diagnosticMeanings = {
  IMPORT_TOO_LARGE: 'the file is larger than the limit and was not read',
  IMPORT_LIMIT_REACHED: 'the rest was not read, or not listed, because of a limit',
  IMPORT_SIGNATURE_MISSING: 'the file is none of this format',
  IMPORT_ENCODING_GUESSED: 'the encoding of the text was guessed',
  IMPORT_ENCODING_REPAIRED: 'bytes that are not in the encoding were replaced by U+FFFD',
  IMPORT_NUMBERING_IGNORED: 'cues are not numbered in order',
  IMPORT_TIMING_REPAIRED: 'a time is not as the format has it',
  IMPORT_MARKUP_REPAIRED: 'tags or controls are not as the format has them',
  IMPORT_SETTING_IGNORED: 'a setting is not known, or cannot be used',
  IMPORT_ROLLING_CAPTIONS: 'lines are shown twice, as live captions roll up',
  IMPORT_ENTRY_SKIPPED: 'a part of the file could not be read',
  CUMULATIVE_SPLIT: 'a set of subtitles that add up is not whole',
  TIMING_ORDER: 'a cue does not end after its start, or starts before the one that precedes it',
  TIMING_OVERLAP: 'a cue is shown at the same time as another',
  TIMING_OUT_OF_MEDIA: 'a cue lasts longer than the media, or starts before it',
  DURATION_TOO_SHORT: 'a cue is shown shorter than it should be',
  EXPORT_TIMING_REPAIRED: 'a time cannot be written and was changed',
  EXPORT_TEXT_ALTERED: 'a text cannot be written as it is and was changed',
  UNENCODABLE_CHARACTER: 'a character is not in the code table, and something like it was written',
  STL_FRAME_RATE_CONVERTED: 'times went to the nearest frame of another rate',
  TELETEXT_ROW_OVERFLOW: 'a line does not fit in a row',
  TELETEXT_ROW_LIMIT: 'there are more lines than rows',
  EXTENSION_BLOCKS_USED: 'a text takes several blocks, of which some readers take the first only',
  STYLE_UNSUPPORTED: 'a style cannot be written and was left out',
  COLOUR_APPROXIMATED: 'a colour went to the nearest one',
  POSITION_APPROXIMATED: 'a position went to the nearest one, or was left out',
  RENDER_MODEL_EXCEEDED: 'a player may not have the time, or the room, to draw a subtitle',
  COMMENT_DROPPED: 'notes or hidden cues were left out',
  IDENTIFIER_DROPPED: 'identifiers were left out',
  DELIVERY_REJECTED: 'who is delivered to would not take it',
  DELIVERY_FIXED: 'a character, a colour, a line break or a time was changed to what is taken',
} as const

/** What was found, for programs. */
export type DiagnosticCode = keyof typeof diagnosticMeanings

/** `error`: part of the input is missing from the result; `warning`: repaired or approximated; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** One sentence for people. */
  readonly message: string
  /** Line of the file, counted from 1; readers only. */
  readonly line?: number
  /** Block of the file, counted from 1, where a file has blocks (EBU STL); readers only. */
  readonly block?: number
  /** Index of the cue in the document; of the first, where `count` cues are concerned. */
  readonly cueIndex?: number
  readonly count?: number
}

/** Takes a problem while a file is read; `place` is the line, or the block, where it stands. */
export type Report = (code: DiagnosticCode, severity: Severity, message: string, place?: number) => void

/** Collects what a reader reports, up to a limit; the last entry then says how many were left out. */
export function createReadLog(
  maxDiagnostics: number,
  unit: 'line' | 'block' = 'line',
): { report: Report; list: () => Diagnostic[] } {
  const kept: Diagnostic[] = []
  let omitted = 0
  return {
    report(code, severity, message, place) {
      if (kept.length >= maxDiagnostics) omitted += 1
      else kept.push({ code, severity, message, ...(place !== undefined && { [unit]: place }) })
    },
    list() {
      if (omitted === 0) return kept
      const message = `${omitted} more problems are not listed`
      return [...kept, { code: 'IMPORT_LIMIT_REACHED', severity: 'info', message, count: omitted }]
    },
  }
}

/** Collects what a writer loses: one entry for each kind of loss, however many cues it touches. */
export function createLossLog(): {
  lose: (code: DiagnosticCode, severity: Severity, message: string, cueIndex?: number) => void
  list: () => Diagnostic[]
} {
  const losses = new Map<string, Diagnostic & { cues: Set<number> }>()
  return {
    lose(code, severity, message, cueIndex) {
      let loss = losses.get(message)
      if (!loss) {
        loss = { code, severity, message, ...(cueIndex !== undefined && { cueIndex }), cues: new Set() }
        losses.set(message, loss)
      }
      if (cueIndex !== undefined) loss.cues.add(cueIndex)
    },
    list: () => [...losses.values()].map(({ cues, ...loss }) => (cues.size > 0 ? { ...loss, count: cues.size } : loss)),
  }
}

export type LossLog = ReturnType<typeof createLossLog>
