import type { FoundClip } from '../../clips/clip-search.ts'
import type { ShowPicture } from './scrubbed-pictures.ts'

/** What shows the pictures is loaded with the first of them. */
const loadPictures = () => import('./scrubbed-pictures.ts')

/** What only passes over a card asks for nothing. */
const restMs = 120

/** Scrubs through clips by the place of the pointer over their pictures: one sprite for each clip, loaded once. */
export class Scrub {
  readonly #prId: number
  readonly #pictures = new Map<number, Promise<ShowPicture | undefined>>()

  constructor(prId: number) {
    this.#prId = prId
  }

  /** Follows the pointer over a picture until the returned function is called. */
  follow(place: HTMLElement, clip: FoundClip, onShown: (isShown: boolean) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let x = 0
    let show: ShowPicture | undefined
    const draw = () => {
      show?.(place, clip, x)
    }
    const enter = ({ pointerType, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      x = clientX
      timer = setTimeout(async () => {
        const loaded = await this.#load(clip.id)
        if (!loaded || timer === undefined) return
        show = loaded
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
      show = undefined
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

  #load(id: number): Promise<ShowPicture | undefined> {
    const known = this.#pictures.get(id)
    if (known) return known
    const loaded = loadPictures()
      .then(({ loadSprite }) => loadSprite(this.#prId, id))
      .catch(() => undefined)
    this.#pictures.set(id, loaded)
    return loaded
  }
}
