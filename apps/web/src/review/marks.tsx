import type { Box } from './spatial.ts'

/** Boxes, and dots where a box has no extent, in a picture whose sides are 100. */
export function Marks({ boxes }: { boxes: readonly Box[] }) {
  return (
    <>
      {boxes.map(({ x, y, width, height }) =>
        width < 1 && height < 1 ? (
          <ellipse key={`${x},${y}`} cx={x} cy={y} rx={1} ry={1.6} />
        ) : (
          <rect key={`${x},${y}`} x={x} y={y} width={width} height={height} />
        ),
      )}
    </>
  )
}
