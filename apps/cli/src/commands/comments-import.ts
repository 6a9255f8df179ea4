import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toText } from '../terminal/terminal.ts'
import { readId } from './options.ts'

/** Creates comments from the markers of a file, told by its extension; ends with 6 where a line was refused. */
export async function run(call: Call<ProductionOptions, readonly [clip: string, path: string]>): Promise<void> {
  const { args, signal, terminal } = call
  const [clip, path] = args
  const moId = readId(clip, 'clip')
  if (!['.csv', '.edl'].includes(extname(path).toLowerCase())) {
    throw new CommandError('refused', `${path} is neither a .csv nor an .edl`)
  }
  const content = (await readFile(path)).toString('base64')
  const { api, prId } = await openProduction(call)
  const body = { content, fileName: basename(path) }
  const result = await api.review.importComments({ prId, moId, body, signal })
  const { created, unchanged, refused, lines } = result
  terminal.show(result, () => [
    ...lines
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ line, message }) => `line ${line}: ${toText(message)}`),
    `${created} created, ${unchanged} unchanged, ${refused} refused`,
  ])
  if (refused > 0) throw new CommandError('refused', `${refused} of ${lines.length} markers were refused`)
}
