import { computed, signal } from '@preact/signals'
import { findBounds, hasRoom, type Point, type Stroke, type StrokeKind, strokeColors, strokeWidth } from './strokes.ts'

/** A drawing that was begun, and the frame that it is on. */
export interface Drawn {
  readonly frame: number
  readonly strokes: readonly Stroke[]
}

/** A drawing in the making, with the tool that makes it. It stays on the frame where it was begun. */
export class Sketch {
  readonly strokes = signal<readonly Stroke[]>([])
  /** The frame that is drawn on; of meaning once something is drawn. */
  readonly frame = signal(0)
  readonly isOpen = signal(false)
  readonly tool = signal<StrokeKind>('pen')
  readonly color = signal<string>(strokeColors[0])
  /** Where a text is being typed. */
  readonly typedAt = signal<Point | undefined>(undefined)
  /** The box that is moved by the keys. */
  readonly keyBox = signal<readonly [Point, Point] | undefined>(undefined)
  readonly isEmpty = computed(() => this.strokes.value.length === 0)
  readonly hasRoom = computed(() => hasRoom(this.strokes.value))
  readonly #toFrame: () => number

  /** Drawings begin at the frame that `toFrame` returns then; one that was begun earlier goes on. */
  constructor(toFrame: () => number = () => 0, drawn?: Drawn) {
    this.#toFrame = toFrame
    if (!drawn) return
    this.frame.value = drawn.frame
    this.strokes.value = drawn.strokes
  }

  /** To be called before what will be added is drawn: the frame may be another one once it is complete. */
  begin(): void {
    if (this.isEmpty.value) this.frame.value = this.#toFrame()
  }

  /** A stroke with the tool and the colour that are chosen. */
  create(points: readonly Point[], kind: StrokeKind = this.tool.value, text?: string): Stroke {
    const look = { color: this.color.value, width: strokeWidth }
    return text === undefined ? { kind, ...look, points } : { kind, ...look, points, text }
  }

  add(stroke: Stroke): void {
    if (this.hasRoom.value) this.strokes.value = [...this.strokes.value, stroke]
  }

  undo(): void {
    this.strokes.value = this.strokes.value.slice(0, -1)
  }

  /** Puts away what was drawn, and the tool. */
  clear(): void {
    this.strokes.value = []
    this.close()
  }

  open(): void {
    this.isOpen.value = true
  }

  /** Puts away the tool; what was drawn stays for the comment. */
  close(): void {
    this.isOpen.value = false
    this.typedAt.value = undefined
    this.keyBox.value = undefined
  }

  beginKeyBox(): void {
    this.begin()
    this.keyBox.value = [
      [35, 35],
      [65, 65],
    ]
  }

  endKeyBox(): void {
    if (this.keyBox.value) this.add(this.create(this.keyBox.value, 'box'))
    this.keyBox.value = undefined
  }

  /** What a comment stores of it. */
  toStored() {
    const strokes = this.strokes.value
    return { frame: this.frame.value, strokes, bounds: findBounds(strokes) }
  }
}

/** A box moved by arrow keys, or made larger and smaller from its lower right corner; it stays on the picture. */
export function moveBox(box: readonly [Point, Point], key: string, isSize: boolean): readonly [Point, Point] {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0]
  const [[left, top], [right, bottom]] = box
  const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const [x = 0, y = 0] = [dx ?? 0, dy ?? 0]
  if (isSize) return [box[0], [clamp(right + x, left + 1, 100), clamp(bottom + y, top + 1, 100)]]
  const [movedX, movedY] = [clamp(x, -left, 100 - right), clamp(y, -top, 100 - bottom)]
  return [
    [left + movedX, top + movedY],
    [right + movedX, bottom + movedY],
  ]
}
