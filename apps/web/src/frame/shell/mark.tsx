import './mark.css'

/** The sign of the product: three takes, the middle one chosen. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="4" y="9" width="3" height="9" rx="1.5" />
      <rect x="10.5" y="3" width="3" height="18" rx="1.5" />
      <rect x="17" y="6.5" width="3" height="12" rx="1.5" />
    </svg>
  )
}
