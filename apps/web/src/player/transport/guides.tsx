import { signal } from '@preact/signals'
import type { MenuItem } from '../../design/floating/menu.tsx'
import { texts } from '../messages.ts'

const kinds = ['none', 'safeAreas', 'thirds', 'wide', 'cinema', 'square', 'upright'] as const
type Kind = (typeof kinds)[number]

/** Width by height of what the frames mask. */
const ratios: Partial<Record<Kind, number>> = { wide: 2.39, cinema: 1.85, square: 1, upright: 9 / 16 }

/** Lines over the picture, the same for every film of the visit. */
export const guides = signal<Kind>('none')

export function listGuideItems(): MenuItem[] {
  return kinds.map(kind => ({
    text: texts(kind),
    isChecked: guides.value === kind,
    onChoose: () => {
      guides.value = kind
    },
  }))
}

/** Action and title safe areas (EBU R 95: 3.5 and 5 % of each side), thirds, or the frame of another ratio. */
export function Guides({ ratio }: { ratio: number }) {
  const kind = guides.value
  if (kind === 'none') return null
  const wanted = ratios[kind]
  const [x, y] =
    wanted === undefined ? [0, 0] : wanted > ratio ? [0, (1 - ratio / wanted) * 50] : [(1 - wanted / ratio) * 50, 0]
  return (
    <svg class="player-guides" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" data-guides={kind}>
      {kind === 'safeAreas' &&
        [3.5, 5].map(inset => (
          <rect key={inset} x={inset} y={inset} width={100 - 2 * inset} height={100 - 2 * inset} />
        ))}
      {kind === 'thirds' && <path d="M33.3 0V100M66.7 0V100M0 33.3H100M0 66.7H100" />}
      {wanted !== undefined && (
        <>
          <path class="player-mask" d={`M0 0H100V100H0ZM${x} ${y}V${100 - y}H${100 - x}V${y}Z`} />
          <rect x={x} y={y} width={100 - 2 * x} height={100 - 2 * y} />
        </>
      )}
    </svg>
  )
}
