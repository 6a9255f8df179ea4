import { computed, signal } from '@preact/signals'
import type { SampleRate } from '@rushes/timebase'
import { toFrame, toSeekSeconds } from './frames.ts'

/** Frames from `inFrame` up to but without `outFrame`. */
export interface Loop {
  readonly inFrame: number
  readonly outFrame: number
}

const speeds = [1, 2, 4, 8] as const

/**
 * A film that is shown frame by frame: which frame the browser presents, and ways to another one. While one seek is on
 * its way only the last wish counts, so that a held key never falls behind.
 */
export class Film {
  /** The frame on the screen, as the browser says of each picture that it presents. */
  readonly frame = signal(0)
  /** Whether any picture has been shown. */
  readonly isShown = signal(false)
  /** How fast it plays: 0 for standing, below 0 for backwards. */
  readonly speed = signal(0)
  readonly inFrame = signal<number | undefined>(undefined)
  readonly outFrame = signal<number | undefined>(undefined)
  readonly isLooping = signal(false)
  /** The frame that is on its way to the screen, while one is. */
  readonly wanted = signal<number | undefined>(undefined)
  /** How fast `play` plays when nothing else is said. */
  readonly pace = signal(1)
  readonly isPlaying = computed(() => this.speed.value !== 0)
  readonly rate: SampleRate
  readonly frameCount: number
  #video: HTMLVideoElement | undefined
  #next: number | undefined
  #isSeeking = false
  #rewind = 0

  constructor(rate: SampleRate, frameCount: number) {
    this.rate = rate
    this.frameCount = frameCount
  }

  /** Shows itself in this element until the returned function is called. */
  attach(video: HTMLVideoElement): () => void {
    this.#video = video
    let isAttached = true
    const onPicture = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (!isAttached) return
      this.#present(toFrame(mediaTime, this.rate))
      video.requestVideoFrameCallback(onPicture)
    }
    video.requestVideoFrameCallback(onPicture)
    const listeners = {
      seeked: () => this.#endSeek(),
      pause: () => {
        if (this.speed.value > 0) this.speed.value = 0
      },
      // Also for the first one: until a film is sought in, browsers show its poster, which is another frame.
      loadeddata: () => this.seek(this.wanted.value ?? this.frame.value),
    }
    for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener)
    return () => {
      isAttached = false
      this.pause()
      for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener)
      this.#video = undefined
    }
  }

  /** Plays forward at this speed. */
  play(speed = this.pace.value): void {
    this.#stopRewind()
    if (!this.#video) return
    if (this.frame.value >= this.frameCount - 1) this.seek(0)
    this.speed.value = speed
    this.#video.playbackRate = speed
    this.#video.play().catch(() => {
      this.speed.value = 0
    })
  }

  /** Plays at this speed, a little faster or slower for now: to catch up with another film, or to wait for it. */
  setTempo(speed: number, factor: number): void {
    this.speed.value = speed
    if (this.#video) this.#video.playbackRate = speed * factor
  }

  /** How fast to play from now on. */
  setPace(pace: number): void {
    this.pace.value = pace
    if (this.speed.value > 0) this.play()
  }

  pause(): void {
    this.#stopRewind()
    this.speed.value = 0
    this.#video?.pause()
  }

  toggle(): void {
    if (this.isPlaying.value) this.pause()
    else this.play()
  }

  /** `L`: forward, each time twice as fast. */
  faster(): void {
    this.play(findNextSpeed(this.speed.value))
  }

  /** `J`: backwards, each time twice as fast. Browsers cannot, so it is a row of seeks as quick as they come. */
  rewind(): void {
    const speed = -findNextSpeed(-this.speed.value)
    this.pause()
    this.speed.value = speed
    const turn = ++this.#rewind
    const begun = { at: performance.now(), frame: this.frame.value }
    const goBack = () => {
      if (turn !== this.#rewind) return
      const passed = ((performance.now() - begun.at) / 1000) * -speed
      const frame = begun.frame - Math.round((passed * this.rate.num) / this.rate.den)
      this.seek(frame)
      if (frame <= 0) this.pause()
      else requestAnimationFrame(goBack)
    }
    requestAnimationFrame(goBack)
  }

  /** Stands still, so many frames from the one that is shown or on its way. */
  step(frames: number): void {
    const from = this.wanted.value ?? this.frame.value
    this.pause()
    this.seek(from + frames)
  }

  /** Shows this frame, or the nearest that there is. */
  seek(frame: number): void {
    this.#next = Math.min(Math.max(Math.round(frame), 0), Math.max(this.frameCount - 1, 0))
    this.wanted.value = this.#next
    if (!this.#isSeeking) this.#goOn()
  }

  /** Marks where a loop begins or ends, at the frame that is shown; the end is behind it. */
  mark(side: 'in' | 'out'): void {
    if (side === 'in') this.inFrame.value = this.frame.value
    else this.outFrame.value = this.frame.value + 1
    const { inFrame, outFrame } = this.getRange()
    if (inFrame >= outFrame) this[side === 'in' ? 'outFrame' : 'inFrame'].value = undefined
  }

  clearMarks(): void {
    this.inFrame.value = undefined
    this.outFrame.value = undefined
  }

  /** What a loop repeats: between the marks, or everything. */
  getRange(): Loop {
    return { inFrame: this.inFrame.value ?? 0, outFrame: this.outFrame.value ?? this.frameCount }
  }

  #present(frame: number): void {
    this.frame.value = frame
    // A wish that waits for the film to be there outlives the picture that browsers show meanwhile.
    const isReached = this.#next === undefined && (!this.#isSeeking || this.wanted.value === frame)
    if (isReached) this.wanted.value = undefined
    this.isShown.value = true
    if (!(this.isLooping.value && this.speed.value > 0)) return
    const { inFrame, outFrame } = this.getRange()
    if (frame >= outFrame - 1 || frame < inFrame) this.seek(inFrame)
  }

  #goOn(): void {
    const video = this.#video
    if (this.#next === undefined || !video || video.readyState < HTMLMediaElement.HAVE_METADATA) return
    this.#isSeeking = true
    video.currentTime = toSeekSeconds(this.#next, this.rate)
    this.#next = undefined
  }

  #endSeek(): void {
    this.#isSeeking = false
    if (this.#next !== undefined) this.#goOn()
    // At its end a film has stopped by itself; a loop goes on.
    else if (this.speed.value > 0 && this.#video?.paused) this.play(this.speed.value)
  }

  #stopRewind(): void {
    this.#rewind += 1
  }
}

function findNextSpeed(speed: number): number {
  return speeds.find(known => known > speed) ?? 8
}
