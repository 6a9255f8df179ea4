import { api } from '../../platform/reading/api.ts'
import { toFrame, writeTimecode } from '../../player/frames.ts'
import type { Sprite } from '../../player/sources.ts'
import type { FoundClip } from '../clips/clip-search.ts'

/** What only passes over a card asks for nothing. */
const restMs = 120

/** Scrubs through clips by the place of the pointer over their pictures: one sprite for each clip, loaded once. */
export class Scrub {
  readonly #prId: number
  readonly #sprites = new Map<number, Promise<Sprite | undefined>>()

  constructor(prId: number) {
    this.#prId = prId
  }

  /** Follows the pointer over a picture until the returned function is called. */
  follow(place: HTMLElement, clip: FoundClip, onShown: (isShown: boolean) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let x = 0
    let sprite: Sprite | undefined
    const draw = () => {
      if (sprite) showCell(place, clip, sprite, x)
    }
    const enter = ({ pointerType, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      x = clientX
      timer = setTimeout(async () => {
        const loaded = await this.#load(clip.id)
        if (!loaded || timer === undefined) return
        sprite = loaded
        onShown(true)
        draw()
      }, restMs)
    }
    const move = ({ clientX }: PointerEvent) => {
      x = clientX
      draw()
    }
    const leave = () => {
      clearTimeout(timer)
      timer = undefined
      sprite = undefined
      onShown(false)
      const label = place.querySelector<HTMLElement>('.card-duration')
      if (label) label.textContent = label.dataset.duration ?? ''
    }
    const listeners = { pointerenter: enter, pointermove: move, pointerleave: leave }
    for (const [name, listener] of Object.entries(listeners)) place.addEventListener(name, listener as EventListener)
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners)) {
        place.removeEventListener(name, listener as EventListener)
      }
    }
  }

  #load(id: number): Promise<Sprite | undefined> {
    const known = this.#sprites.get(id)
    if (known) return known
    const sprite = loadSprite(this.#prId, id).catch(() => undefined)
    this.#sprites.set(id, sprite)
    return sprite
  }
}

/** The sprite with its picture decoded, so that the first move shows something. */
async function loadSprite(prId: number, id: number): Promise<Sprite | undefined> {
  const { readSprite } = await import('../../player/sources.ts')
  const sprite = await readSprite(api, prId, id, new AbortController().signal)
  if (!sprite) return undefined
  const picture = new Image()
  picture.src = sprite.address
  await picture.decode()
  return sprite
}

function showCell(place: HTMLElement, clip: FoundClip, { address, cells }: Sprite, clientX: number): void {
  const { left, width } = place.getBoundingClientRect()
  const share = Math.min(0.9999, Math.max(0, (clientX - left) / Math.max(width, 1)))
  const cell = cells[Math.floor(share * cells.length)]
  const layer = place.querySelector<HTMLElement>('.scrub')
  if (!cell || !layer) return
  const size = {
    width: Math.max(...cells.map(({ x, width }) => x + width)),
    height: Math.max(...cells.map(({ y, height }) => y + height)),
  }
  const toPosition = (at: number, own: number, whole: number) => (whole > own ? (at / (whole - own)) * 100 : 0)
  layer.style.setProperty('--at', `${share * 100}%`)
  const picture = layer.querySelector('i')
  if (picture) {
    picture.style.aspectRatio = `${cell.width} / ${cell.height}`
    picture.style.backgroundImage = `url("${address}")`
    picture.style.backgroundSize = `${(size.width / cell.width) * 100}% ${(size.height / cell.height) * 100}%`
    picture.style.backgroundPosition = `${toPosition(cell.x, cell.width, size.width)}% ${toPosition(cell.y, cell.height, size.height)}%`
  }
  const label = place.querySelector('.card-duration')
  if (label && clip.format) label.textContent = writeTimecode(toFrame(cell.fromSeconds, clip.format.rate), clip.format)
}
