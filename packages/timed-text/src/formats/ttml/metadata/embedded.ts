import type { JsonValue, TimedTextDocument } from '../../../document/document.ts'
import { toMillisecondDocument } from '../../../document/times.ts'

/*
 * EBU-TT can contain the EBU STL file that it was made from. Broadcasters air that file, so it must not outlive an edit:
 * the document remembers what its cues said when they were read.
 */

/** Whether an element is an embedded file. */
function isEmbedded(xml: JsonValue): boolean {
  return typeof xml === 'string' && /^<(?:[\w.-]+:)?binaryData[\s>]/.test(xml)
}

export function hasEmbedded(foreign: readonly JsonValue[]): boolean {
  return foreign.some(isEmbedded)
}

/** The kept elements without the files that are not of these cues any more; `onStale` is called where there are some. */
export function listCurrent(document: TimedTextDocument, onStale: () => void): JsonValue | undefined {
  const { foreign, embeddedWith } = document.ext?.ttml ?? {}
  if (typeof embeddedWith !== 'string' || !Array.isArray(foreign) || !hasEmbedded(foreign)) return foreign
  if (embeddedWith === fingerprintCues(document)) return foreign
  onStale()
  return foreign.filter(xml => !isEmbedded(xml))
}

/** Differs where what cues say, how, or when, differs. */
export function fingerprintCues(document: TimedTextDocument): string {
  let hash = 0x811c9dc5
  for (const { start, end, textParts } of toMillisecondDocument(document).cues) {
    const parts = textParts.map(part => {
      if (part.type === 'lineBreak') return '\n'
      const style = Object.entries(part.style ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return JSON.stringify([part.content, style, part.start, part.end])
    })
    const text = `${start} ${end} ${parts.join('')}`
    // FNV-1a.
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
