import { api } from '../../../platform/reading/api.ts'
import { toFrame, writeTimecode } from '../../../player/frames.ts'
import { readSprite, type Sprite } from '../../../player/sources.ts'
import type { FoundClip } from '../../clips/clip-search.ts'

/** Shows the picture of a clip that is as far in it as a place in the window is in the card. */
export type ShowPicture = (place: HTMLElement, clip: FoundClip, clientX: number) => void

/** The sprite with its picture decoded, so that the first move shows something. */
export async function loadSprite(prId: number, id: number): Promise<ShowPicture | undefined> {
  const sprite = await readSprite(api, prId, id, new AbortController().signal)
  if (!sprite) return undefined
  const picture = new Image()
  picture.src = sprite.address
  await picture.decode()
  return (place, clip, clientX) => showCell(place, clip, sprite, clientX)
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
