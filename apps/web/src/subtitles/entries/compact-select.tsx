import { useId } from 'preact/hooks'

interface CompactSelectProps {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  disabled?: boolean
  onValue: (value: string) => void
}

/** A choice in a bar: its name in front of it, as low as the other controls there. */
export function CompactSelect({ label, value, options, disabled = false, onValue }: CompactSelectProps) {
  const id = useId()
  return (
    <span class="compact-field">
      <label for={id}>{label}</label>
      <select id={id} disabled={disabled} onInput={event => onValue(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
