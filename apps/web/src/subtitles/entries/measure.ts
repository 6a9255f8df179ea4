import { computed } from '@preact/signals'
import type { SubtitleEntry } from '@rushes/contract'
import { type CharacterCounting, type CueMeasures, measureCue } from '@rushes/timed-text'
import { language } from '../../platform/translations.ts'
import type { FrameFormat } from '../../player/frames.ts'

const speeds = computed(
  () => new Intl.NumberFormat(language.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const known = new WeakMap<SubtitleEntry, CueMeasures>()

/** Line lengths and reading speed of an entry, counted as the service counts them; entries are not changed, but replaced. */
export function measureEntry(
  entry: SubtitleEntry,
  { rate, pictures }: Pick<FrameFormat, 'rate' | 'pictures'>,
  counting?: CharacterCounting,
): CueMeasures {
  const measured = known.get(entry)
  if (measured) return measured
  const { start, end, textParts = [] } = entry
  const parts = textParts.map(({ content, type, style }) =>
    type === 'lineBreak'
      ? ({ type: 'lineBreak' } as const)
      : ({ type: 'text', content, ...(style?.ruby && { style: { ruby: style.ruby } }) } as const),
  )
  const measures = pictures
    ? measureCue(
        { start: pictures.toMilliseconds(start), end: pictures.toMilliseconds(end), textParts: parts },
        { unit: 'milliseconds' },
        counting,
      )
    : measureCue({ start, end, textParts: parts }, { unit: 'frames', rate }, counting)
  known.set(entry, measures)
  return measures
}

/** A speed as people read it: one decimal, rounded up as in the warnings. */
export function writeSpeed(perSecond: number): string {
  return speeds.value.format(Math.ceil(perSecond * 10) / 10)
}
