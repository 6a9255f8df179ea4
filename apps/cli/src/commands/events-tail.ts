import { followEvents } from '@rushes/client'
import type { Event } from '@rushes/contract'
import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toText, toTime } from '../terminal/terminal.ts'

interface TailOptions extends ProductionOptions {
  readonly after?: string
  readonly type?: readonly string[]
}

/** Tells events as they happen; a stream that is cut is taken up again where it was. Ctrl-C is its proper end. */
export async function run(call: Call<TailOptions>): Promise<void> {
  const { options, signal, terminal } = call
  const { api, prId } = await openProduction(call)
  const wanted = options.type && new Set(options.type)
  const from = options.after === undefined ? {} : { after: options.after }
  for await (const event of followEvents(api, { prId, signal, ...from })) {
    if (!wanted || wanted.has(event.type)) terminal.showNext(event, () => toLine(event))
  }
}

function toLine({ id, type, created, verb, message, name }: Event): string {
  return [toTime(created), id, type, verb, message ?? name].map(toText).join('\t')
}
