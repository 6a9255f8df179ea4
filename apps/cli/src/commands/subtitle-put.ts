import { FileBody } from '@rushes/contract'
import type { FormatId } from '@rushes/timed-text/format-facts'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { describeDiagnostic, readColumns, readSubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'
import { readId } from './options.ts'

interface PutOptions extends ProductionOptions {
  readonly preset?: string
  readonly format?: FormatId
  readonly columns?: string
}

/** Replaces subtitles by those of a file, which has to have some. */
export async function run(
  call: Call<PutOptions, readonly [clip: string, language: string, path: string]>,
): Promise<void> {
  const { args, options, signal, terminal } = call
  const [clip, language, path] = args
  const moId = readId(clip, 'clip')
  const { columns } = options
  const named = columns === undefined ? {} : { columns: readColumns(columns) }
  const file = await readSubtitleFile(path, { format: options.format }, call, { language, ...named })
  const { bytes, format, document, diagnostics } = file
  for (const one of diagnostics) terminal.tell(toText(describeDiagnostic(one)))
  const { api, prId } = await openProduction(call)
  const [mediaType] = format.mediaTypes
  const query = columns === undefined ? {} : { columns }
  const input = { prId, moId, language, query, body: new FileBody(mediaType, bytes), signal }
  const stored = await (options.preset === undefined
    ? api.subtitles.replaceSubtitleOfLanguage(input)
    : api.subtitles.replaceSubtitle({ ...input, presetId: options.preset }))
  terminal.show(stored, () => [`${document.cues.length} subtitles in ${stored.language ?? language} of clip ${moId}`])
}
