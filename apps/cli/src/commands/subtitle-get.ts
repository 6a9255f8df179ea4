import { ServiceError } from '@rushes/contract'
import { type FormatId, formatFacts } from '@rushes/timed-text/format-facts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { assertOutput, writeAnswer } from '../terminal/outputs.ts'
import { readId } from './options.ts'

interface GetOptions extends ProductionOptions {
  readonly preset?: string
  readonly format?: FormatId | 'json'
  readonly translations?: true
  readonly columns?: string
  readonly output?: string
}

/** Writes subtitles that are there in a format; it makes none. */
export async function run(call: Call<GetOptions, readonly [clip: string, language: string]>): Promise<void> {
  const { args, options, signal } = call
  const [clip, language] = args
  const { format = 'srt', output, preset, translations, columns } = options
  if (format !== 'json') assertOutput(call, output)
  const moId = readId(clip, 'clip')
  const { api, prId } = await openProduction(call)
  const accept = format === 'json' ? 'application/json' : formatFacts[format].mediaTypes[0]
  const query = {
    noCreate: true,
    ...(translations && { includeTranslatedToIds: true }),
    ...(columns !== undefined && { columns }),
  }
  const input = { prId, moId, language, query, headers: { accept }, signal }
  const response = await (preset === undefined
    ? api.subtitles.getSubtitleOfLanguage(input)
    : api.subtitles.getSubtitle({ ...input, presetId: preset })
  ).catch(error => {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    throw new CommandError('not found', error.message, '`rushes ls` lists the clips.')
  })
  await writeAnswer(call, response, output)
}
