import type { ComponentChildren } from 'preact'
import './segments.css'
import { formatNumber } from '../../platform/translations.ts'

interface SegmentsProps<Value extends string> {
  /** What is chosen by them. */
  label: string
  /** Each with its text, and how many it stands for where that is known. */
  choices: readonly (readonly [value: Value, text: ComponentChildren, count?: number | undefined])[]
  chosen: string
  onChoose: (value: Value) => void
}

/** A few choices in a row, of which one is made. */
export function Segments<Value extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons in a row are no set of fields
    <div class="segmented" role="group" aria-label={label}>
      {choices.map(([value, text, count]) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {text} {count !== undefined && <span class="num">{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  )
}
