import { createReadLog } from '../../document/diagnostics.ts'
import type { Cue, TextPart } from '../../document/document.ts'
import { defaultReadLimits } from '../../format.ts'
import { controls, toPair } from '../scc/line21/codes.ts'
import { CaptionDecoder } from '../scc/read/decoder.ts'
import { CueList } from '../scc/read/screen-cues.ts'
import type { CaptionBytes, CaptionChannel, CaptionFacts } from './caption-data.ts'

/*
 * A field carries two channels of captions, which take turns: a control code says whose the bytes after it are (47 CFR
 * 15.119(e), CTA-608-E 8.4). A decoder reads CC1; the codes of another channel are given to it as those of CC1.
 */

const secondChannelBit = 0x0800
const nothing = 0
/** Codes after which text is painted that has nothing to do with the text before it. */
const lineBeginnings: ReadonlySet<number> = new Set([
  controls.carriageReturn,
  controls.rollUp2,
  controls.rollUp3,
  controls.rollUp4,
  controls.resumeDirectCaptioning,
])

/** The channels of a field that have captions. */
export function readField(data: readonly CaptionBytes[], field: 1 | 2, facts: CaptionFacts): CaptionChannel[] {
  return ([1, 2] as const).flatMap(channel => {
    const pairs = selectChannel(data, channel)
    const cues = pairs.some(pair => pair !== nothing) ? readChannel(pairs, data, facts) : undefined
    if (!cues || cues.cues.length === 0) return []
    const document = { timing: { unit: 'frames' as const, rate: facts.rate }, cues: cues.cues }
    return [{ name: `CC${2 * (field - 1) + channel}`, document, diagnostics: cues.diagnostics }]
  })
}

/** The pairs of a channel as those of CC1, with nothing instead of all others. */
function selectChannel(data: readonly CaptionBytes[], channel: 1 | 2): number[] {
  let isSelected = false
  return data.map(({ first, second }) => {
    const pair = toPair((first << 8) | second)
    const high = pair >> 8
    if (high >= 0x10 && high < 0x20) {
      isSelected = ((pair & secondChannelBit) !== 0) === (channel === 2)
      const ofFirst = pair & ~secondChannelBit
      // In the second field these codes have a first byte of their own.
      return isSelected ? ((ofFirst & 0x7ff0) === 0x1520 ? ofFirst - 0x0100 : ofFirst) : nothing
    }
    if (high > 0 && high < 0x10) isSelected = false
    return isSelected ? pair : nothing
  })
}

/** A decoder counts pairs, of which a frame may have several or none. */
function readChannel(pairs: readonly number[], data: readonly CaptionBytes[], { frameCount }: CaptionFacts) {
  const { report, list } = createReadLog(defaultReadLimits.maxDiagnostics)
  const cues = new CueList()
  const reported = new Set<string>()
  const decoder = new CaptionDecoder(
    (rows, start, end) => cues.add(rows, start, end),
    (code, severity, message) => {
      if (!reported.has(message)) report(code, severity, message)
      reported.add(message)
    },
  )
  for (const [index, pair] of pairs.entries()) {
    if (lineBeginnings.has(pair) && pairs[index - 1] !== pair) decoder.beginLine(index + 1)
    decoder.take(pair, index)
  }
  decoder.take(controls.eraseDisplayedMemory, pairs.length)
  const toFrame = (index: number) => data[index]?.frame ?? Math.max(frameCount, data.at(-1)?.frame ?? 0)
  return { cues: cues.cues.flatMap(cue => inFrames(cue, toFrame)), diagnostics: list() }
}

function inFrames(cue: Cue<number>, toFrame: (index: number) => number): Cue<number>[] {
  const [start, end] = [toFrame(cue.start), toFrame(cue.end)]
  const textParts = cue.textParts.map((part): TextPart<number> => {
    if (part.type === 'lineBreak' || part.start === undefined) return part
    const { start: index, ...rest } = part
    return toFrame(index) > start ? { ...rest, start: toFrame(index) } : rest
  })
  return end > start ? [{ ...cue, start, end, textParts }] : []
}
