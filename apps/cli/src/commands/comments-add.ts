import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { readId } from './options.ts'
import { readPosition, writePosition } from './positions.ts'

interface AddOptions extends ProductionOptions {
  readonly at?: string
  readonly until?: string
  readonly reply?: number
}

/** Writes a comment on a clip, a frame or a part of it, or an answer to one. */
export async function run(call: Call<AddOptions, readonly [clip: string, text: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const moId = readId(args[0], 'clip')
  const { api, prId } = await openProduction(call)
  const clip = await api.media.getMediaObject({ prId, id: moId, signal })
  const start = readPosition(clip, options.at ?? '0')
  const body = {
    description: args[1],
    start,
    ...(options.until !== undefined && {
      structuredDescription: { range: { start, end: readPosition(clip, options.until) } },
    }),
    ...(options.reply !== undefined && { relatedToId: options.reply }),
  }
  const comment = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body, signal })
  terminal.show(comment, () => [`Comment ${comment.id} at ${writePosition(clip, comment.start)}`])
}
