import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { type FormatId, findFormatByFileName, formats, type TimedTextFormat, toFrameDocument } from '@rushes/timed-text'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { describeDiagnostic, type ReadingOptions, readRate, readSubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'

interface ConvertOptions extends ReadingOptions {
  readonly to?: FormatId
  readonly output?: string
  readonly folder?: string
  readonly force?: true
}

/** Converts subtitle files without any service; says what the new format could not hold. */
export async function run(call: Call<ConvertOptions, readonly string[]>): Promise<void> {
  const { args, options, terminal } = call
  if (options.output !== undefined && (args.length > 1 || options.folder !== undefined)) {
    throw new CommandError('usage', '--output is for one file', 'Use --folder for several.')
  }
  if (options.output === '-' && terminal.isJson) {
    throw new CommandError('usage', 'The standard output takes the file or the JSON', 'Name a file with --output.')
  }
  const format = findTarget(options)
  const targets = new Map(args.map(path => [resolve(path), toTarget(path, format, options)]))
  if (new Set(targets.values()).size < targets.size) {
    throw new CommandError(
      'refused',
      'Two of the files would be written as one',
      'Convert them into different folders.',
    )
  }
  const convert = (path: string) => convertFile(path, format, targets.get(resolve(path)), call)
  const { results, failures } = await doAtOnce(args, 1, path => path, convert, {
    signal: call.signal,
    tell: terminal.tell,
  })
  const written = results.filter(({ output }) => output !== undefined)
  if (written.length > 0 || terminal.isJson) {
    terminal.show(results, () =>
      results.flatMap(({ output, diagnostics }) => [
        toText(output),
        ...diagnostics.map(one => `  ${toText(describeDiagnostic(one))}`),
      ]),
    )
  }
  const failure = sumUp(failures, args.length, 'files')
  if (failure) throw failure
}

function findTarget({ to, output }: ConvertOptions): TimedTextFormat {
  if (to !== undefined) return formats[to]
  const format = output === undefined ? undefined : findFormatByFileName(output)
  if (format) return format
  throw new CommandError('usage', 'Into which format?', 'Name it with --to, or by the extension of --output.')
}

/** The path that is written; nothing for the standard output. */
function toTarget(path: string, format: TimedTextFormat, { output, folder }: ConvertOptions): string | undefined {
  if (output === '-') return undefined
  if (output !== undefined) return resolve(output)
  const name = `${basename(path, extname(path))}.${format.extension}`
  return resolve(join(folder ?? dirname(path), name))
}

async function convertFile(
  path: string,
  format: TimedTextFormat,
  output: string | undefined,
  { options, terminal }: Call<ConvertOptions, readonly string[]>,
) {
  const read = await readSubtitleFile(path, options)
  const countsFrames = format.support.milliseconds[0] !== 'kept'
  const rate = countsFrames && options.rate !== undefined ? readRate(options.rate) : undefined
  const document = rate ? toFrameDocument(read.document, rate) : read.document
  const { content, diagnostics: losses } = format.write(document)
  const diagnostics = [...read.diagnostics, ...losses]
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
