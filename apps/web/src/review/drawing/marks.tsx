import { toPath } from './stroke-paths.ts'
import type { Stroke } from './strokes.ts'

interface MarksProps {
  strokes: readonly Stroke[]
  /** Width by height of the picture. */
  ratio: number
  /** How much bolder than on the picture itself, where it is small. */
  boldness?: number
}

/** Text on a picture is so much higher than a line is wide. */
const textHeight = 5.5

/** Strokes on a picture whose sides are `100 * ratio` and 100. */
export function Marks({ strokes, ratio, boldness = 1 }: MarksProps) {
  return (
    <>
      {strokes.map((stroke, index) => {
        const { kind, color, width, points, text } = stroke
        const [x = 0, y = 0] = points[0] ?? []
        if (kind === 'text') {
          return (
            <text
              key={index}
              class="mark-text"
              x={x * ratio}
              y={y}
              fill={color}
              font-size={textHeight * (width / 0.8) * boldness}
              text-anchor={x > 60 ? 'end' : 'start'}
            >
              {text}
            </text>
          )
        }
        return (
          <path
            key={index}
            class="mark"
            data-kind={kind}
            d={toPath(stroke, ratio)}
            stroke={color}
            stroke-width={width * boldness}
          />
        )
      })}
    </>
  )
}

/** The view box in which `Marks` are drawn without distortion. */
export function toViewBox(ratio: number): string {
  return `0 0 ${100 * ratio} 100`
}
