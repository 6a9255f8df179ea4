import type { MillisecondDocument } from '../../../document/document.ts'
import { toPlainText } from '../../../text/text-parts.ts'

/** The cues of a document with the members that they have in a browser, as far as tests ask for them. */
export function toTextTrackCues({ cues, regions = [] }: MillisecondDocument): Record<string, unknown>[] {
  const shown = new Map(
    regions.map(({ id, width, lines, regionAnchor, viewportAnchor, scroll }) => [
      id,
      {
        id,
        width: width ?? 100,
        lines: lines ?? 3,
        regionAnchorX: regionAnchor?.x ?? 0,
        regionAnchorY: regionAnchor?.y ?? 100,
        viewportAnchorX: viewportAnchor?.x ?? 0,
        viewportAnchorY: viewportAnchor?.y ?? 100,
        scroll: scroll ?? '',
      },
    ]),
  )
  return cues.map(({ id = '', start, end, textParts, layout = {}, region }) => {
    const { line, position, size, textAlign, writingMode } = layout
    return {
      id,
      startTime: start / 1000,
      endTime: end / 1000,
      text: toPlainText(textParts),
      vertical: writingMode?.slice('vertical-'.length) ?? '',
      line: line?.value ?? 'auto',
      snapToLines: line?.unit !== 'percent',
      lineAlign: line?.align ?? 'start',
      position: position?.percent ?? 'auto',
      positionAlign: position?.align ?? 'auto',
      size: size ?? 100,
      align: textAlign ?? 'center',
      region: (region === undefined ? undefined : shown.get(region)) ?? null,
    }
  })
}
