import { WorkflowError, waitForWorkflow } from '@rushes/client'
import type { SubtitleExportRequest } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { toSafeName } from '../service/downloads.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { assertOutput, writeAnswer } from '../terminal/outputs.ts'
import { readId } from './options.ts'

interface ExportOptions extends ProductionOptions {
  readonly preset?: string
  readonly format?: NonNullable<SubtitleExportRequest['format']>
  readonly xmlProfile?: NonNullable<SubtitleExportRequest['profile']>
  readonly timeBase?: NonNullable<SubtitleExportRequest['timeBase']>
  readonly burnIn?: true
  readonly translations?: true
  readonly columns?: string
  readonly output?: string
}

/** Lets the service make a file of subtitles, waits for it, and fetches it. */
export async function run(call: Call<ExportOptions, readonly [clip: string, language: string]>): Promise<void> {
  const { args, options, signal } = call
  const [clip, language] = args
  const { format, xmlProfile, timeBase, burnIn, preset, translations, columns } = options
  if (options.output === '-') assertOutput(call, options.output)
  const moId = readId(clip, 'clip')
  const { api, prId } = await openProduction(call)
  const body: SubtitleExportRequest = {
    ...(format && { format }),
    ...(xmlProfile && { profile: xmlProfile }),
    ...(timeBase && { timeBase }),
    ...(columns !== undefined && { columns }),
    ...(burnIn && { burnIn }),
  }
  const query = translations ? { includeTranslatedToIds: true } : {}
  const input = { prId, moId, language, query, body, signal }
  const { workflowId } = await (preset === undefined
    ? api.subtitles.exportSubtitleOfLanguage(input)
    : api.subtitles.exportSubtitle({ ...input, presetId: preset }))
  const { location } = await waitForWorkflow(api, { prId, id: workflowId, signal }).catch(toFailure)
  if (location === undefined) throw new CommandError('failed', 'The service made no file')
  const response = await fetch(location, { signal })
  if (!response.ok) throw new CommandError('unavailable', `The service answered ${response.status} for the file`)
  const name = decodeURIComponent(new URL(location).pathname.split('/').at(-1) ?? '')
  await writeAnswer(call, response, options.output ?? toSafeName(name))
}

function toFailure(error: unknown): never {
  throw error instanceof WorkflowError ? new CommandError('refused', error.message) : error
}
