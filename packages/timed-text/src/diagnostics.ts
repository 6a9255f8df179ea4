/** What was found, for programs. Codes that begin with IMPORT come from readers, with EXPORT from writers. */
export type DiagnosticCode =
  | 'IMPORT_TOO_LARGE'
  | 'IMPORT_LIMIT_REACHED'
  | 'IMPORT_SIGNATURE_MISSING'
  | 'IMPORT_ENCODING_GUESSED'
  | 'IMPORT_ENCODING_REPAIRED'
  | 'IMPORT_NUMBERING_IGNORED'
  | 'IMPORT_TIMING_REPAIRED'
  | 'IMPORT_MARKUP_REPAIRED'
  | 'IMPORT_SETTING_IGNORED'
  | 'IMPORT_ENTRY_SKIPPED'
  | 'CUMULATIVE_SPLIT'
  | 'TIMING_ORDER'
  | 'EXPORT_TIMING_REPAIRED'
  | 'EXPORT_TEXT_ALTERED'
  | 'UNENCODABLE_CHARACTER'
  | 'STL_FRAME_RATE_CONVERTED'
  | 'TELETEXT_ROW_OVERFLOW'
  | 'TELETEXT_ROW_LIMIT'
  | 'EXTENSION_BLOCKS_USED'
  | 'STYLE_UNSUPPORTED'
  | 'COLOUR_APPROXIMATED'
  | 'POSITION_APPROXIMATED'
  | 'COMMENT_DROPPED'
  | 'IDENTIFIER_DROPPED'

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
