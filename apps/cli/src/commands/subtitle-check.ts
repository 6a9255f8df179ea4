import { framesToMilliseconds } from '@rushes/timebase'
import {
  checkCues,
  createNetflixPreset,
  type QualityWarning,
  qualityPresets,
  type SubtitlePreset,
  shippedPresets,
  toFrameDocument,
} from '@rushes/timed-text'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { describeDiagnostic, findRate, type ReadingOptions, readSubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'

interface CheckOptions extends ReadingOptions {
  readonly preset?: keyof typeof shippedPresets | keyof typeof qualityPresets
  readonly language?: string
}

/** What a check found, in a file or in one of its subtitles. */
interface Finding {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** Of the file, counted from 1. */
  readonly line?: number
  /** Counted from 1. */
  readonly subtitle?: number
  /** Milliseconds. */
  readonly at?: number
}

/** Checks subtitle files without any service; ends with 1 where an error or a warning was found. */
export async function run(call: Call<CheckOptions, readonly string[]>): Promise<void> {
  const { args, terminal } = call
  const check = (path: string) => checkFile(path, call)
  const { results, failures } = await doAtOnce(args, 1, path => path, check, {
    signal: call.signal,
    tell: terminal.tell,
  })
  terminal.show(results, () => results.flatMap(toLines))
  const failure = sumUp(failures, args.length, 'files')
  if (failure) throw failure
  const faulty = results.filter(({ findings }) => findings.some(({ severity }) => severity !== 'info'))
  if (faulty.length > 0) throw new CommandError('failed', `Not faultless: ${faulty.length} of ${results.length}`)
}

type Checked = Awaited<ReturnType<typeof checkFile>>

async function checkFile(path: string, call: Call<CheckOptions, readonly string[]>) {
  const { options } = call
  const { format, document, diagnostics } = await readSubtitleFile(path, options, call)
  const rate = findRate(options, document)
  const inFrames = toFrameDocument(document, rate)
  const language = options.language ?? document.language
  const checked = checkCues(
    language === undefined ? inFrames : { ...inFrames, language },
    findPreset(options, language),
  )
  const ofFile = diagnostics.map(
    ({ code, severity, message, line, cueIndex }): Finding => ({
      code,
      severity,
      message,
      ...(line === undefined ? {} : { line }),
      ...(cueIndex === undefined ? {} : { subtitle: cueIndex + 1 }),
    }),
  )
  const ofCues = [...checked].flatMap(([index, warnings]) =>
    warnings.map(warning => toFinding(warning, index, framesToMilliseconds(inFrames.cues[index]!.start, rate))),
  )
  return { path, format: format.id, subtitles: document.cues.length, findings: [...ofFile, ...ofCues] }
}

function toFinding({ type, severity, message, value, limit }: QualityWarning, index: number, at: number): Finding {
  const measured = limit === undefined ? '' : ` (${round(value)}, ${round(limit)} at most or at least)`
  return { code: type, severity, message: `${message}${measured}`, subtitle: index + 1, at }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function findPreset({ preset = 'broadcast' }: CheckOptions, language: string | undefined): SubtitlePreset {
  if (preset === 'netflix') return createNetflixPreset(language)
  return { ...shippedPresets, ...qualityPresets }[preset]
}

function toLines({ path, format, subtitles, findings }: Checked): string[] {
  const lines = findings.map(({ line, subtitle, severity, message }) =>
    describeDiagnostic({
      severity,
      message,
      ...(line === undefined ? {} : { line }),
      ...(subtitle === undefined ? {} : { cueIndex: subtitle - 1 }),
    }),
  )
  return [`${toText(path)}: ${format}, ${subtitles} subtitles`, ...lines.map(line => `  ${toText(line)}`)]
}
