import { computed, signal } from '@preact/signals'
import { findBounds, hasRoom, type Point, type Stroke, type StrokeKind, strokeColors, strokeWidth } from './strokes.ts'

/** A drawing in the making, with the tool that makes it. */
export class Sketch {
  readonly strokes = signal<readonly Stroke[]>([])
  readonly isOpen = signal(false)
  readonly tool = signal<StrokeKind>('pen')
  readonly color = signal<string>(strokeColors[0])
  /** Where a text is being typed. */
  readonly typedAt = signal<Point | undefined>(undefined)
  /** The box that is moved by the keys. */
  readonly keyBox = signal<readonly [Point, Point] | undefined>(undefined)
  readonly isEmpty = computed(() => this.strokes.value.length === 0)
  readonly hasRoom = computed(() => hasRoom(this.strokes.value))

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
    return { strokes, bounds: findBounds(strokes) }
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
