import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { TimebaseError } from '@rushes/timebase'
import {
  type Conversion,
  type ConvertedFile,
  convertFile,
  type FormatId,
  findDeliveryProfile,
  findFormatByFileName,
  formats,
  type TimedTextFormat,
  toReadOptions,
} from '@rushes/timed-text'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { describeDiagnostic, readColumns, readRate, readSubtitleFile, type SubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'

interface ConvertOptions {
  readonly sourceFormat?: FormatId
  readonly encoding?: string
  readonly format?: FormatId
  readonly from?: string
  readonly to?: string
  readonly keep?: 'time' | 'frames'
  readonly offset?: string
  readonly drop?: 'auto' | 'yes' | 'no'
  readonly sourceStart?: string
  readonly start?: string
  readonly columns?: string
  readonly language?: string
  readonly delivery?: string
  readonly fix?: true
  readonly folder?: string
  readonly force?: true
}

/** A file, and what is written of it; nothing for the standard output. */
interface Job {
  readonly path: string
  readonly format: TimedTextFormat
  readonly output: string | undefined
}

/** Converts subtitle files without any service; says what the new format could not hold. */
export async function run(call: Call<ConvertOptions, readonly string[]>): Promise<void> {
  const { options, signal, terminal } = call
  const jobs = listJobs(call)
  const conversion = toConversion(options)
  const { results, failures } = await doAtOnce(
    jobs,
    1,
    ({ path }) => path,
    job => convert(job, conversion, call),
    { signal, tell: terminal.tell },
  )
  const written = results.filter(({ output }) => output !== undefined)
  if (written.length > 0 || terminal.isJson) {
    terminal.show(results, () =>
      results.flatMap(({ output, diagnostics }) => [
        toText(output),
        ...diagnostics.map(one => `  ${toText(describeDiagnostic(one))}`),
      ]),
    )
  }
  const failure = sumUp(failures, jobs.length, 'files')
  if (failure) throw failure
}

/** One file and what it becomes, or with `--folder` many. */
function listJobs({ args, options, terminal }: Call<ConvertOptions, readonly string[]>): Job[] {
  const { folder, delivery, language } = options
  const id = options.format ?? (delivery === undefined ? undefined : findDeliveryProfile(delivery, language)?.format)
  const format = id && formats[id]
  if (folder === undefined) {
    const [path = '', output, ...more] = args
    if (output === undefined || more.length > 0) {
      throw new CommandError('usage', 'A file becomes one other file', 'Name both, or a folder for many with --folder.')
    }
    if (output === '-' && terminal.isJson) {
      throw new CommandError('usage', 'The standard output takes the file or the JSON', 'Name a file to write.')
    }
    const target = output === '-' ? undefined : resolve(output)
    return [{ path, format: format ?? findFormatByFileName(output) ?? missingFormat(), output: target }]
  }
  if (args.includes('-')) throw new CommandError('usage', 'The standard input has no name to be written by')
  const jobs = [...new Set(args)].map((path): Job => {
    const target = format ?? missingFormat()
    const name = `${basename(path, extname(path))}.${target.extension}`
    return { path, format: target, output: resolve(join(folder, name)) }
  })
  if (new Set(jobs.map(({ output }) => output)).size === jobs.length) return jobs
  throw new CommandError('refused', 'Two of the files would be written as one', 'Convert them into different folders.')
}

function missingFormat(): never {
  throw new CommandError('usage', 'Into which format?', 'Name it with --format, or by the extension of the new file.')
}

function toConversion({
  from,
  to,
  keep,
  offset,
  drop = 'auto',
  sourceStart,
  start,
  columns,
  delivery,
  language,
  fix,
}: ConvertOptions): Conversion {
  const profile = delivery === undefined ? undefined : findDeliveryProfile(delivery, language)
  return {
    ...(from !== undefined && { sourceRate: readRate(from) }),
    ...(to !== undefined && { rate: readRate(to) }),
    ...(drop !== 'auto' && { dropFrame: drop === 'yes' }),
    ...(keep !== undefined && { keep }),
    ...(offset !== undefined && { offset }),
    ...(sourceStart !== undefined && { sourceStart }),
    ...(start !== undefined && { start }),
    ...(columns !== undefined && { columns: readColumns(columns) }),
    ...(profile && { delivery: profile, fix: fix === true }),
  }
}

async function convert(
  { path, format, output }: Job,
  conversion: Conversion,
  call: Call<ConvertOptions, readonly string[]>,
) {
  const { options, terminal } = call
  const { sourceFormat, encoding, language } = options
  const read = await readSubtitleFile(path, { format: sourceFormat, encoding }, call, {
    ...toReadOptions(conversion),
    ...(language !== undefined && { language }),
  })
  const { document, content, diagnostics } = convertOrRefuse(read, format, conversion)
  if (output === undefined) {
    await terminal.write(content)
    for (const one of diagnostics) terminal.tell(toText(describeDiagnostic(one)))
  } else {
    await mkdir(dirname(output), { recursive: true })
    await writeFile(output, content, { flag: options.force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new CommandError('refused', `${output} is there already`, 'Replace it with --force.')
    })
  }
  return { input: path, output, format: format.id, subtitles: document.cues.length, diagnostics }
}

function convertOrRefuse(read: SubtitleFile, format: TimedTextFormat, conversion: Conversion): ConvertedFile {
  try {
    return convertFile(read, format, conversion)
  } catch (error) {
    if (error instanceof TimebaseError) throw new CommandError('refused', error.message)
    throw error
  }
}
