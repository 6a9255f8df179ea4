import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'

interface DeleteOptions extends ProductionOptions {
  readonly yes?: true
}

/** Deletes clips with their files and all that hangs on them; only with `--yes`, since nothing brings them back. */
export async function run(call: Call<DeleteOptions, readonly string[]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const ids = args.map(text => readId(text, 'clip'))
  if (options.yes !== true) {
    const what = ids.length === 1 ? 'a clip' : `${ids.length} clips`
    throw new CommandError('usage', `This deletes ${what} for good, with files and comments`, 'Add --yes to do it.')
  }
  const { api, prId } = await openProduction(call)
  const remove = (id: number) => api.media.deleteMediaObject({ prId, id, signal })
  const { results, failures } = await doAtOnce(ids, 1, id => `Clip ${id}`, remove, { signal, tell: terminal.tell })
  terminal.show(
    results.map(({ id, name }) => ({ id, name })),
    () => results.map(({ id, name }) => `Clip ${id} is deleted: ${name}`),
  )
  const failure = sumUp(failures, ids.length, 'clips')
  if (failure) throw failure
}
