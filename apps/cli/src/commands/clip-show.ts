import type { Call } from '../command.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { toSize, toTime } from '../terminal/terminal.ts'
import { readId } from './options.ts'

/** Shows a clip and its files. */
export async function run(call: Call<ProductionOptions, readonly [clip: string]>): Promise<void> {
  const id = readId(call.args[0], 'clip')
  const { api, prId } = await openProduction(call)
  const clip = await api.media.getMediaObject({ prId, id, signal: call.signal })
  const { sampleRate, timecode } = clip
  const facts: readonly [string, unknown][] = [
    ['name', clip.name],
    ['type', clip.type],
    ['seconds', clip.durationSeconds?.toFixed(3)],
    ['frames a second', sampleRate && `${sampleRate.numerator}/${sampleRate.denumerator}`],
    ['timecode', timecode?.text],
    ['created', toTime(clip.created)],
    ...(clip.mediaObjectInstances ?? []).map(({ type, size, fileName }): [string, unknown] => [
      type.toLowerCase(),
      `${toSize(size)}  ${fileName ?? ''}`,
    ]),
  ]
  const known = facts.filter(([, value]) => value !== undefined && value !== '')
  call.terminal.show(clip, () => known.map(([what, value]) => `${what}: ${value}`))
}
