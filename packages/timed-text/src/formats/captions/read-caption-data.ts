import type { CaptionBytes, CaptionChannel, CaptionData, CaptionFacts } from './caption-data.ts'
import { readServices } from './dtvcc/read-services.ts'
import { readField } from './line-21.ts'

/** The channels that have captions, those of CEA-608 first. Never throws, whatever the data. */
export function readCaptionData(data: CaptionData, facts: CaptionFacts): CaptionChannel[] {
  const lanes: [CaptionBytes[], CaptionBytes[], CaptionBytes[]] = [[], [], []]
  for (let index = 0; index < data.frames.length; index++) {
    const [marker = 0, first = 0, second = 0] = [0, 1, 2].map(offset => data.triplets[3 * index + offset])
    if ((marker & 4) === 0) continue
    const type = marker & 3
    lanes[Math.min(type, 2)]!.push({ frame: data.frames[index]!, first, second, isStart: type === 3 })
  }
  const [field1, field2, packets] = lanes
  return [...readField(field1, 1, facts), ...readField(field2, 2, facts), ...readServices(packets, facts)]
}
