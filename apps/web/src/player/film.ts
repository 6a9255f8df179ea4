import { computed, signal } from '@preact/signals'
import type { FrameClock, SampleRate } from '@rushes/timebase'
import { toFrame } from './frames.ts'
import { toSeekSeconds } from './times/seek-times.ts'

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
  /** A part that is repeated whatever the marks say, until one goes elsewhere: that of a comment. */
  readonly span = signal<Loop | undefined>(undefined)
  /** Whether anything of it is marked or repeated. */
  readonly hasParts = computed(() => [this.inFrame, this.outFrame, this.span].some(({ value }) => value !== undefined))
  /** Width by height of the picture. */
  readonly ratio = signal(16 / 9)
  /** The frame that is on its way to the screen, while one is. */
  readonly wanted = signal<number | undefined>(undefined)
  /** How fast `play` plays when nothing else is said. */
  readonly pace = signal(1)
  readonly isPlaying = computed(() => this.speed.value !== 0)
  readonly rate: SampleRate
  readonly frameCount: number
  /** When pictures are shown, where the rate is variable. */
  readonly #pictures: FrameClock | undefined
  #video: HTMLVideoElement | undefined
  /** What it is shown in, while it is. */
  readonly screen = signal<HTMLVideoElement | undefined>(undefined)
  #next: number | undefined
  #isSeeking = false
  #rewind = 0
  /** The frame of the last seek, and whether it was asked for once more. */
  #sought = 0
  #isRepeated = false

  constructor(rate: SampleRate, frameCount: number, pictures?: FrameClock) {
    this.rate = rate
    this.frameCount = frameCount
    this.#pictures = pictures
  }

  /** The frame that commands mean: the one on its way to the screen, or the one that is shown. */
  get place(): number {
    return this.wanted.value ?? this.frame.value
  }

  /** Shows itself in this element until the returned function is called. */
  attach(video: HTMLVideoElement): () => void {
    this.#video = video
    this.screen.value = video
    let isAttached = true
    const present = (seconds: number) =>
      this.#present(Math.min(toFrame(seconds, this.rate, this.#pictures), Math.max(this.frameCount - 1, 0)))
    const onPicture = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (!isAttached) return
      present(mediaTime)
      video.requestVideoFrameCallback(onPicture)
    }
    video.requestVideoFrameCallback(onPicture)
    // Of sound alone no picture is ever announced.
    let isFollowing = false
    const follow = () => {
      if (!isAttached || video.videoWidth > 0) return
      present(video.currentTime)
      if (video.paused || isFollowing) return
      isFollowing = true
      requestAnimationFrame(() => {
        isFollowing = false
        follow()
      })
    }
    // Also for the first frame: until a film is sought in, browsers show its poster, which is another one.
    const begin = () => this.seek(this.place)
    this.#isSeeking = false
    const listeners = {
      seeked: () => {
        follow()
        this.#endSeek()
      },
      playing: follow,
      // Another file takes the place of the one in which it was sought.
      emptied: () => {
        this.#isSeeking = false
      },
      pause: () => {
        if (this.speed.value > 0) this.speed.value = 0
        // The last picture that played may be one of which nobody was told.
        afterPictures(() => {
          if (this.#isStanding && this.wanted.value === undefined) this.seek(this.frame.value)
        })
      },
      loadeddata: begin,
    }
    for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener)
    // A film that is near is there before it is attached, and says so to nobody.
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) begin()
    return () => {
      isAttached = false
      this.pause()
      for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener)
      this.#video = undefined
      this.screen.value = undefined
    }
  }

  /** When a frame begins, in seconds of the film. */
  toSeconds(frame: number): number {
    return toSeekSeconds(frame, this.rate, 0, this.#pictures)
  }

  /** Plays forward at this speed. */
  play(speed = this.pace.value): void {
    this.#stopRewind()
    if (!this.#video) return
    if (this.frame.value >= this.frameCount - 1) this.seek(this.span.value?.inFrame ?? 0)
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
      const frame = this.#findBefore(begun.frame, passed)
      this.seek(frame)
      if (frame <= 0) this.pause()
      else requestAnimationFrame(goBack)
    }
    requestAnimationFrame(goBack)
  }

  #findBefore(frame: number, seconds: number): number {
    const pictures = this.#pictures
    if (pictures) return pictures.toNearestFrame(pictures.toMilliseconds(frame) - Math.round(seconds * 1000))
    return frame - Math.round((seconds * this.rate.num) / this.rate.den)
  }

  /** Stands still, so many frames from the one that is shown or on its way. */
  step(frames: number): void {
    const from = this.place
    this.pause()
    this.seek(from + frames)
  }

  /** Shows this frame, or the nearest that there is. */
  seek(frame: number): void {
    this.#isRepeated = false
    this.#wish(frame)
  }

  #wish(frame: number): void {
    this.#next = Math.min(Math.max(Math.round(frame), 0), Math.max(this.frameCount - 1, 0))
    this.wanted.value = this.#next
    const span = this.span.value
    if (span && (this.#next < span.inFrame || this.#next >= span.outFrame)) this.span.value = undefined
    if (!this.#isSeeking) this.#goOn()
  }

  /** Plays this part over and over. */
  playSpan(span: Loop): void {
    this.span.value = span
    this.seek(span.inFrame)
    this.play()
  }

  /** Marks where a loop begins or ends, at the frame that is shown or on its way; the end is after it. */
  mark(side: 'in' | 'out'): void {
    if (side === 'in') this.inFrame.value = this.place
    else this.outFrame.value = this.place + 1
    const { inFrame, outFrame } = this.getRange()
    if (inFrame >= outFrame) this[side === 'in' ? 'outFrame' : 'inFrame'].value = undefined
  }

  clearMarks(): void {
    this.inFrame.value = undefined
    this.outFrame.value = undefined
    this.span.value = undefined
  }

  /** The marked part; nothing while an end of it is missing. */
  getMarked(): Loop | undefined {
    const [inFrame, outFrame] = [this.inFrame.value, this.outFrame.value]
    return inFrame === undefined || outFrame === undefined ? undefined : { inFrame, outFrame }
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
    const range = this.span.value ?? (this.isLooping.value ? this.getRange() : undefined)
    if (!range || this.speed.value <= 0) return
    const { inFrame, outFrame } = range
    if (frame >= outFrame - 1 || frame < inFrame) this.seek(inFrame)
  }

  #goOn(): void {
    const video = this.#video
    if (this.#next === undefined || !video || video.readyState < HTMLMediaElement.HAVE_METADATA) return
    this.#isSeeking = true
    this.#sought = this.#next
    // Sought twice at the same time a browser would only say that it is there already.
    video.currentTime = toSeekSeconds(this.#next, this.rate, this.#isRepeated ? 0.4 : 0.5, this.#pictures)
    this.#next = undefined
  }

  #endSeek(): void {
    // Also the browser seeks, for its own buttons.
    if (!this.#isSeeking) return
    this.#isSeeking = false
    if (this.#next !== undefined) this.#goOn()
    // At its end a film has stopped by itself; a loop goes on.
    else if (this.speed.value > 0 && this.#video?.paused) this.play(this.speed.value)
    else afterPictures(() => this.#checkSought())
  }

  /**
   * Asks once more for the frame that was sought where another one is named. Browsers announce no picture that comes while
   * they are busy with the one before: it would stand there under another number.
   */
  #checkSought(): void {
    if (this.#isRepeated || !this.#isStanding || this.frame.value === this.#sought) return
    this.#isRepeated = true
    this.#wish(this.#sought)
  }

  get #isStanding(): boolean {
    return this.speed.value === 0 && !this.#isSeeking && this.#next === undefined && this.isShown.value
  }

  #stopRewind(): void {
    this.#rewind += 1
  }
}

function findNextSpeed(speed: number): number {
  return speeds.find(known => known > speed) ?? 8
}

/** Once the browser has announced the pictures that it has. */
function afterPictures(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
