import { Button } from '../../design/fields/button.tsx'
import { addUp } from '../totals.ts'
import { duplicates, isTrayOpen, showTray, uploads } from '../uploads.ts'
import { texts } from './messages.ts'
import './ring.css'
import { formatPercent } from '../../platform/translations.ts'

const radius = 7
const around = 2 * Math.PI * radius

/** How far all uploads are, in the bar at the top of every page; opens the list of them. */
export function UploadsRing() {
  const all = uploads.value
  const { percent, attention: stopped, arrived } = addUp(all)
  const attention = stopped + duplicates.value.length
  const label =
    attention > 0
      ? texts('uploadsAttention', { count: attention })
      : arrived === all.length
        ? texts('uploadsArrived')
        : texts('uploadsPercent', { percent: formatPercent(percent) })
  return (
    <Button
      kind="icon"
      class="uploads-ring"
      aria-label={label}
      aria-expanded={isTrayOpen.value}
      data-attention={attention > 0 || undefined}
      onClick={() => showTray(!isTrayOpen.value)}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <circle class="uploads-ring-ground" cx="9" cy="9" r={radius} />
        <circle
          class="uploads-ring-part"
          cx="9"
          cy="9"
          r={radius}
          pathLength={around}
          stroke-dasharray={`${(around * percent) / 100} ${around}`}
        />
      </svg>
    </Button>
  )
}
