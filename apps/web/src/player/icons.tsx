/** The signs on the buttons of the player: drawn, since few machines have the letters for them. */
const shapes = {
  play: { filled: 'M6 4l14 8-14 8z' },
  pause: { filled: 'M6 4h4v16H6zM14 4h4v16h-4z' },
  back: { filled: 'M5 4h3v16H5zM20 4v16L9 12z' },
  forward: { filled: 'M16 4h3v16h-3zM4 4l11 8-11 8z' },
  markIn: { drawn: 'M13 4H7v16h6', filled: 'M12 12l7-5v10z' },
  markOut: { drawn: 'M11 4h6v16h-6', filled: 'M12 12L5 7v10z' },
  clear: { drawn: 'M5 5l14 14M19 5L5 19' },
  loop: {
    drawn:
      'M4 12V9.5A3.5 3.5 0 0 1 7.5 6H18M14.5 2.5L18 6l-3.5 3.5M20 12v2.5a3.5 3.5 0 0 1-3.5 3.5H6M9.5 14.5L6 18l3.5 3.5',
  },
  sound: { filled: 'M3 9h4l6-5v16l-6-5H3z', drawn: 'M16 9a4.2 4.2 0 0 1 0 6M18.6 6.2a8.2 8.2 0 0 1 0 11.6' },
  silence: { filled: 'M3 9h4l6-5v16l-6-5H3z', drawn: 'M16 9.5l5 5M21 9.5l-5 5' },
  keys: { drawn: 'M3 6h18v12H3zM7 10h.1M11 10h.1M15 10h.1M8 14h8' },
  fullScreen: { drawn: 'M4 9V4h5M15 4h5v5M4 15v5h5M20 15v5h-5' },
} as const satisfies Record<string, { filled?: string; drawn?: string }>

export type IconName = keyof typeof shapes

export function Icon({ name }: { name: IconName }) {
  const shape: { filled?: string; drawn?: string } = shapes[name]
  return (
    <svg class="player-icon" viewBox="0 0 24 24" aria-hidden="true">
      {shape.filled && <path d={shape.filled} />}
      {shape.drawn && <path class="player-icon-line" d={shape.drawn} />}
    </svg>
  )
}
