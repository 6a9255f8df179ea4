import type { FrameFormat } from '../../player/frames.ts'
import { toSeekSeconds } from '../../player/times/seek-times.ts'

/** As wide as a small picture is made, in pixels. */
const width = 320
/** Kept at once. */
const most = 200

/** Small pictures of single frames of a film, taken out of sight, one after the other. */
export class FramePictures {
  readonly #address: string
  readonly #format: FrameFormat
  readonly #kept = new Map<number, Promise<HTMLCanvasElement>>()
  #video: HTMLVideoElement | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(address: string, format: FrameFormat) {
    this.#address = address
    this.#format = format
  }

  /** The picture of exactly this frame. Rejects where the film cannot be shown. */
  take(frame: number): Promise<HTMLCanvasElement> {
    const known = this.#kept.get(frame)
    if (known) return known
    const picture = this.#last.then(() => this.#seekTo(frame)).then(toPicture)
    this.#last = picture.catch(() => {})
    this.#kept.set(frame, picture)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) break
      this.#kept.delete(oldest)
    }
    return picture
  }

  /** Gives the film back. */
  close(): void {
    this.#video?.removeAttribute('src')
    this.#video?.load()
    this.#video = undefined
  }

  async #seekTo(frame: number): Promise<HTMLVideoElement> {
    this.#video ??= await open(this.#address)
    const video = this.#video
    const { rate, pictures } = this.#format
    const seconds = toSeekSeconds(frame, rate, 0.5, pictures)
    if (video.currentTime !== seconds) {
      const sought = once(video, 'seeked')
      video.currentTime = seconds
      await sought
    }
    return video
  }
}

async function open(address: string): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = address
  await once(video, 'loadeddata')
  return video
}

/** Resolves with the next event of this name; rejects when the film fails first. */
function once(video: HTMLVideoElement, name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const done = new AbortController()
  video.addEventListener(name, () => resolve(), { signal: done.signal })
  video.addEventListener('error', () => reject(new Error(video.error?.message)), { signal: done.signal })
  return promise.finally(() => done.abort())
}

function toPicture(video: HTMLVideoElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((width * video.videoHeight) / Math.max(video.videoWidth, 1)))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}
