import { computed, signal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { SubtitleAnnotation } from '@rushes/contract'
import type { MenuItem } from '../design/floating/menu.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { language as pageLanguage } from '../platform/translations.ts'
import type { Loop } from './film.ts'
import type { FrameFormat } from './frames.ts'
import { texts } from './messages.ts'
import { toSeconds } from './times/seek-times.ts'

/** Subtitles of a clip in one language and preset. */
export interface CaptionVersion {
  readonly language: string
  readonly presetId: string | undefined
}

/** The language that somebody chose last; empty while they want none. */
const kept = 'rushes.captions'

/** The subtitles that a player shows over its film, for everyone who may see the clip. */
export class Captions {
  readonly versions = signal<readonly CaptionVersion[]>([])
  readonly shown = signal<CaptionVersion | undefined>(undefined)
  readonly isOn = computed(() => this.shown.value !== undefined)
  readonly #api: Client
  readonly #clip: { readonly prId: number; readonly moId: number }
  readonly #format: FrameFormat
  readonly #loaded = signal<ReadonlyMap<string, readonly VTTCue[]>>(new Map())
  #video: HTMLVideoElement | undefined
  #tracks = new Map<string, TextTrack>()

  constructor(api: Client, clip: { prId: number; moId: number }, format: FrameFormat) {
    this.#api = api
    this.#clip = clip
    this.#format = format
  }

  /** Finds out what subtitles there are, and shows those that are wanted; otherwise the language that was shown last. */
  async find(signal: AbortSignal, linked?: CaptionVersion): Promise<void> {
    const query = { q: '*:*', fq: ['funnel:Subtitle'], fl: ['language', 'subtitlePresetId'], rows: 100 }
    const { results } = await this.#api.annotations.listAnnotationsOfClip({ ...this.#clip, query, signal })
    this.versions.value = results.flatMap(({ language, subtitlePresetId }) =>
      typeof language === 'string'
        ? [{ language, presetId: typeof subtitlePresetId === 'string' ? subtitlePresetId : undefined }]
        : [],
    )
    const wanted = localStorage.getItem(kept)
    const isLinked = ({ language, presetId }: CaptionVersion) =>
      language === linked?.language && presetId === linked.presetId
    const found = this.versions.value.find(isLinked) ?? this.versions.value.find(({ language }) => language === wanted)
    if (found) this.show(found)
  }

  /** Shows them in this element until the returned function is called. */
  attach(video: HTMLVideoElement): () => void {
    this.#video = video
    this.#tracks = new Map()
    if (this.shown.value) this.show(this.shown.value)
    return () => {
      this.#video = undefined
    }
  }

  /** The frames of the subtitle that is shown at a frame. */
  findCue(frame: number): Loop | undefined {
    const cues = this.shown.value && this.#loaded.value.get(JSON.stringify(this.shown.value))
    const { rate, pictures } = this.#format
    const toFrame = (seconds: number) =>
      pictures?.toNearestFrame(Math.round(seconds * 1000)) ?? Math.round((seconds * rate.num) / rate.den)
    const cue = cues?.find(({ startTime, endTime }) => toFrame(startTime) <= frame && frame < toFrame(endTime))
    return cue && { inFrame: toFrame(cue.startTime), outFrame: toFrame(cue.endTime) }
  }

  toggle(): void {
    if (this.shown.value) this.choose(undefined)
    else
      this.choose(this.versions.value.find(({ language }) => language === pageLanguage.value) ?? this.versions.value[0])
  }

  choose(version: CaptionVersion | undefined): void {
    localStorage.setItem(kept, version?.language ?? '')
    this.show(version)
  }

  listItems(): MenuItem[] {
    return [undefined, ...this.versions.value].map(version => ({
      text: version ? nameVersion(version) : texts('noSubtitles'),
      isChecked: this.shown.value === version,
      onChoose: () => this.choose(version),
    }))
  }

  show(version: CaptionVersion | undefined): void {
    this.shown.value = version
    for (const track of this.#tracks.values()) track.mode = 'disabled'
    const video = this.#video
    if (!version || !video) return
    const key = JSON.stringify(version)
    const track = this.#tracks.get(key) ?? video.addTextTrack('subtitles', nameVersion(version), version.language)
    this.#tracks.set(key, track)
    track.mode = 'showing'
    if (track.cues && track.cues.length > 0) return
    this.#load(version, key).then(
      cues => {
        for (const cue of cues) track.addCue(cue)
      },
      error => {
        this.shown.value = undefined
        tellError(error)
      },
    )
  }

  async #load({ language, presetId }: CaptionVersion, key: string): Promise<readonly VTTCue[]> {
    const known = this.#loaded.value.get(key)
    if (known) return known
    const place = { ...this.#clip, language, query: { noCreate: true } }
    const response = await (presetId === undefined
      ? this.#api.subtitles.getSubtitleOfLanguage(place)
      : this.#api.subtitles.getSubtitle({ ...place, presetId }))
    const { structuredDescription } = (await response.json()) as SubtitleAnnotation
    const cues = structuredDescription.subtitles.map(({ start, end, textParts = [] }) => {
      const text = textParts.map(({ content }) => content).join('')
      return new VTTCue(
        toSeconds(start, this.#format),
        toSeconds(end, this.#format),
        text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      )
    })
    this.#loaded.value = new Map(this.#loaded.value).set(key, cues)
    return cues
  }
}

function nameVersion({ language, presetId }: CaptionVersion): string {
  const name =
    new Intl.DisplayNames([pageLanguage.value], { type: 'language', fallback: 'code' }).of(language) ?? language
  return presetId === undefined ? name : `${name} (${presetId})`
}
