import { readFile } from 'node:fs/promises'
import { FileBody } from '@rushes/contract'
import type { FormatId } from '@rushes/timed-text/format-facts'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { describeDiagnostic, readSubtitleFile } from '../subtitle-files.ts'
import { toText } from '../terminal/terminal.ts'
import { readId } from './options.ts'

interface PutOptions extends ProductionOptions {
  readonly preset?: string
  readonly from?: FormatId
}

/** Replaces subtitles by those of a file, which has to have some. */
export async function run(
  call: Call<PutOptions, readonly [clip: string, language: string, path: string]>,
): Promise<void> {
  const { args, options, signal, terminal } = call
  const [clip, language, path] = args
  const moId = readId(clip, 'clip')
  const { format, document, diagnostics } = await readSubtitleFile(path, options.from ? { from: options.from } : {})
  for (const one of diagnostics) terminal.tell(toText(describeDiagnostic(one)))
  const { api, prId } = await openProduction(call)
  const [mediaType] = format.mediaTypes
  const input = { prId, moId, language, body: new FileBody(mediaType, await readFile(path)), signal }
  const stored = await (options.preset === undefined
    ? api.subtitles.replaceSubtitleOfLanguage(input)
    : api.subtitles.replaceSubtitle({ ...input, presetId: options.preset }))
  terminal.show(stored, () => [`${document.cues.length} subtitles in ${stored.language ?? language} of clip ${moId}`])
}
