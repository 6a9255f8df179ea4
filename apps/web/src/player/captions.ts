import { computed, signal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { SubtitleAnnotation } from '@rushes/contract'
import type { MenuItem } from '../design/floating/menu.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { language as pageLanguage } from '../platform/translations.ts'
import type { Loop } from './film.ts'
import { texts } from './messages.ts'

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
  readonly #loaded = signal<ReadonlyMap<string, SubtitleAnnotation>>(new Map())
  /** Those that are shown, with the look of their preset, once they are there. */
  readonly content = computed(() => this.shown.value && this.#loaded.value.get(JSON.stringify(this.shown.value)))
  readonly #api: Client
  readonly #clip: { readonly prId: number; readonly moId: number }

  constructor(api: Client, clip: { prId: number; moId: number }) {
    this.#api = api
    this.#clip = clip
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

  /** The frames of the subtitle that is shown at a frame. */
  findCue(frame: number): Loop | undefined {
    const entry = this.content.value?.structuredDescription.subtitles.find(
      ({ start, end, hidden }) => start <= frame && frame < end && !hidden,
    )
    return entry && { inFrame: entry.start, outFrame: entry.end }
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
    if (!version) return
    this.#load(version).catch(error => {
      if (this.shown.value === version) this.shown.value = undefined
      tellError(error)
    })
  }

  async #load(version: CaptionVersion): Promise<void> {
    const key = JSON.stringify(version)
    if (this.#loaded.value.has(key)) return
    const { language, presetId } = version
    const place = { ...this.#clip, language, query: { noCreate: true, includePreset: true } }
    const response = await (presetId === undefined
      ? this.#api.subtitles.getSubtitleOfLanguage(place)
      : this.#api.subtitles.getSubtitle({ ...place, presetId }))
    const annotation = (await response.json()) as SubtitleAnnotation
    this.#loaded.value = new Map(this.#loaded.value).set(key, annotation)
  }
}

function nameVersion({ language, presetId }: CaptionVersion): string {
  const name =
    new Intl.DisplayNames([pageLanguage.value], { type: 'language', fallback: 'code' }).of(language) ?? language
  return presetId === undefined ? name : `${name} (${presetId})`
}
