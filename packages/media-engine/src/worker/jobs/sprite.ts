import { Packet } from 'node-av/lib'
import type { SpritePlan } from '../../plan/sprite.ts'
import { Decoder } from '../native/decoder.ts'
import { FilterChain } from '../native/filter-chain.ts'
import { getStream, openInput, readPackets } from '../native/input.ts'
import { encodeJpeg } from './jpeg.ts'

/** Makes the planned sprite; no bytes when no key frame could be decoded. */
export function makeSprite(plan: SpritePlan): { readonly bytes: Uint8Array } {
  const input = openInput(plan.path, plan.demuxer)
  const stream = getStream(input, plan.streamIndex)
  const decoder = new Decoder(stream)
  const filters = new FilterChain(plan.filter, stream.timeBase, plan.colourTable)
  let bytes: Uint8Array = new Uint8Array()
  const filterAndKeep = (frame: Parameters<FilterChain['filter']>[0]): void => {
    for (const picture of filters.filter(frame)) if (bytes.length === 0) bytes = encodeJpeg(picture)
  }
  using packet = new Packet()
  packet.alloc()
  try {
    for (const { streamIndex, isKeyframe } of readPackets(input, packet)) {
      if (streamIndex !== plan.streamIndex || !isKeyframe) continue
      for (const frame of decoder.decode(packet)) filterAndKeep(frame)
    }
    for (const frame of decoder.decode(null)) filterAndKeep(frame)
    filterAndKeep(null)
  } finally {
    decoder.close()
    filters.close()
    input.closeInputSync()
  }
  return { bytes }
}
