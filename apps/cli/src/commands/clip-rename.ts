import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'

/** Gives a clip another name. */
export async function run(call: Call<ProductionOptions, readonly [clip: string, name: string]>): Promise<void> {
  const { args, signal, terminal } = call
  const id = readId(args[0], 'clip')
  const { api, prId } = await openProduction(call)
  const body = [{ op: 'replace' as const, path: '/name', value: args[1] }]
  const clip = await api.media.patchMediaObject({ prId, id, body, signal })
  terminal.show({ id, name: clip.name }, () => [`Clip ${id} is called ${clip.name}`])
}
