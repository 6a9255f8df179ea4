import { createReadLog, type Report } from '../../../document/diagnostics.ts'
import { defaultReadLimits } from '../../../format.ts'
import type { CaptionBytes, CaptionChannel, CaptionFacts } from '../caption-data.ts'
import { CaptionService } from './service.ts'

/*
 * Packets of CTA-708-E 5 and the blocks of services in them (6):
 *
 *   packet   sequence number (2 bits), size code (6)   then 2 × size code − 1 bytes, of which there are 127 for 0
 *   block    service (3 bits), size (5)                service 7: its number is in the next byte
 */

const extended = 7

/** The services that have captions. */
export function readServices(data: readonly CaptionBytes[], facts: CaptionFacts): CaptionChannel[] {
  const { report, list } = createReadLog(defaultReadLimits.maxDiagnostics)
  const services = new Map<number, CaptionService>()
  let packet: number[] = []
  let frame = 0
  const endPacket = () => {
    readPacket(packet, report, (number, block) => {
      const service = services.get(number) ?? new CaptionService(facts)
      services.set(number, service)
      service.take(block, frame)
    })
    packet = []
  }
  for (const { frame: next, first, second, isStart } of data) {
    if (next !== frame) for (const service of services.values()) service.endFrame(frame, next)
    frame = next
    if (isStart && packet.length > 0) endPacket()
    if (!isStart && packet.length === 0) continue
    packet.push(first, second)
    if (packet.length >= toSize(packet[0]!)) endPacket()
  }
  if (packet.length > 0) endPacket()
  return [...services].flatMap(([number, service]) => {
    const end = Math.max(frame, facts.frameCount)
    service.endFrame(frame, end)
    const cues = service.finish(end)
    if (cues.length === 0) return []
    const document = { timing: { unit: 'frames' as const, rate: facts.rate }, cues }
    return [{ name: `SERVICE${number}`, document, diagnostics: list() }]
  })
}

/** Bytes of a packet with its first one. */
function toSize(header: number): number {
  return (header & 0x3f) === 0 ? 128 : 2 * (header & 0x3f)
}

function readPacket(
  packet: readonly number[],
  report: Report,
  take: (service: number, block: readonly number[]) => void,
): void {
  const size = toSize(packet[0]!)
  if (packet.length < size) report('IMPORT_ENTRY_SKIPPED', 'error', 'A packet of captions has lost its end')
  for (let index = 1; index < Math.min(size, packet.length); ) {
    const header = packet[index++]!
    const length = header & 0x1f
    let number = header >> 5
    if (number === extended && length > 0) number = packet[index++]! & 0x3f
    // A block without a service is what the rest of a packet is filled with.
    if (number === 0) return
    take(number, packet.slice(index, index + length))
    index += length
  }
}
