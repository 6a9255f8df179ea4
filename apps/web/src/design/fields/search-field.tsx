import { Icon } from '../icons.tsx'

interface SearchFieldProps {
  /** What is searched, for those who hear it. */
  label: string
  /** What may be typed. */
  placeholder?: string
  value: string
  onValue: (value: string) => void
}

/** A field that narrows the list below it, without a label above. */
export function SearchField({ label, placeholder = label, value, onValue }: SearchFieldProps) {
  return (
    <span class="search search-field">
      <Icon name="search" size={14} />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </span>
  )
}
