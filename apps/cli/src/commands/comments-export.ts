import type { MarkerFormatName } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { assertOutput, writeAnswer } from '../terminal/outputs.ts'
import { readId } from './options.ts'

interface ExportOptions extends ProductionOptions {
  readonly collection?: number
  readonly format?: MarkerFormatName
  readonly internal?: true
  readonly output?: string
}

/** Writes the comments of a clip or of a collection as a marker file. */
export async function run(call: Call<ExportOptions, readonly [clip?: string]>): Promise<void> {
  const { args, options, signal } = call
  const { collection, output, format = 'csv' } = options
  if ((args[0] === undefined) === (collection === undefined)) {
    throw new CommandError(
      'usage',
      'The comments of which clip?',
      'Name one by its id, or a collection by --collection.',
    )
  }
  assertOutput(call, output)
  const moId = args[0] === undefined ? undefined : readId(args[0], 'clip')
  const { api, prId } = await openProduction(call)
  const query = { format, includeInternal: options.internal === true }
  const response =
    moId === undefined
      ? await api.review.exportCommentsOfCollection({ prId, id: collection!, query, signal })
      : await api.review.exportComments({ prId, moId, query, signal })
  await writeAnswer(call, response, output)
}
