import { AV_CODEC_ID_H264 } from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import { FieldPairs } from '../../probe/field-pairs.ts'

/** What finds second fields in the packets of a stream; undefined where its pictures are packets. */
export function createFieldPairs({ codecpar }: Stream): FieldPairs | undefined {
  return codecpar.codecId === AV_CODEC_ID_H264 ? new FieldPairs(codecpar.extradata) : undefined
}

/** True if the packet completes the picture of the packet before it. */
export const isSecondField = (fields: FieldPairs | undefined, packet: Packet): boolean =>
  fields?.isPossible === true && packet.data !== null && fields.isSecondField(packet.data)
