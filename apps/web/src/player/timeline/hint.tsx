import { type FrameFormat, writeTimecode } from '../frames.ts'
import type { Sprite, SpriteCell } from '../sources.ts'
import { toSeconds } from '../times/seek-times.ts'
import { findCell } from './draw.ts'

interface HintProps {
  format: FrameFormat
  sprite: Sprite | undefined
  frame: number
  /** Where it is on the line; a hint at an end of it stays within. */
  at: string
}

/** What a click there would show. */
export function Hint({ frame, at, format, sprite }: HintProps) {
  const cell = sprite && findCell(sprite, toSeconds(frame, format))
  return (
    <div class="time-line-hint" style={{ '--at': at, '--half': `${(cell?.width ?? 96) / 2 + 4}px` }} aria-hidden="true">
      {sprite && cell && <SpritePicture address={sprite.address} cell={cell} />}
      {writeTimecode(frame, format)}
    </div>
  )
}

/** The small picture of a moment, cut out of the sprite. */
function SpritePicture({ address, cell: { x, y, width, height } }: { address: string; cell: SpriteCell }) {
  return (
    <span
      class="time-line-picture"
      style={{
        width: `${width}px`,
        height: `${height}px`,
        backgroundImage: `url(${JSON.stringify(address)})`,
        backgroundPosition: `-${x}px -${y}px`,
      }}
    />
  )
}
