import { assertWhole } from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, JsonValue, TextPart } from '../../../document/document.ts'
import { normaliseParts, toPlainText } from '../../../text/text-parts.ts'
import { isXmlText } from '../../xml/characters.ts'
import { escapeText, type IdRegistry } from '../escape.ts'
import { listForeign } from '../metadata/foreign.ts'
import type { Profile } from '../profiles.ts'
import type { Clock } from './write-clock.ts'
import type { RegionWriter } from './write-regions.ts'
import type { StyleWriter } from './write-styles.ts'

/** Writes cues as paragraphs. */
export class CueWriter {
  readonly #profile: Profile
  readonly #clock: Clock
  readonly #ids: IdRegistry
  readonly #styles: StyleWriter
  readonly #places: RegionWriter
  readonly #log: LossLog

  constructor(
    profile: Profile,
    clock: Clock,
    ids: IdRegistry,
    styles: StyleWriter,
    places: RegionWriter,
    log: LossLog,
  ) {
    this.#ids = ids
    this.#profile = profile
    this.#clock = clock
    this.#styles = styles
    this.#places = places
    this.#log = log
  }

  write(cue: Cue<number>, id: string, index: number): string {
    const parts = normaliseParts(cue.textParts)
    const hasTimes = parts.some(part => part.type === 'text' && (part.start !== undefined || part.end !== undefined))
    const text = hasTimes ? this.#writeTimed(parts, cue, index) : this.#writeText(parts, index)
    const style = this.#styles.toParagraph(cue.layout?.textAlign ?? 'center', cue.ext?.ttml?.style, index)
    const times = hasTimes ? '' : ` begin="${this.#time(cue.start, index)}" end="${this.#time(cue.end, index)}"`
    const space = keepsSpace(parts) ? ' xml:space="preserve"' : ''
    const region = this.#places.place(cue, index)
    const start = `<tt:p xml:id="${id}" region="${region}" style="${style}"${times}${space}>`
    const foreign = cue.ext?.ttml?.foreign
    const metadata = cue.notes || foreign !== undefined ? this.#writeMetadata(cue.notes ?? [], foreign, index) : ''
    return `${start}${metadata}${text}</tt:p>\n`
  }

  #writeText(parts: readonly TextPart<number>[], index: number): string {
    let text = ''
    for (const part of parts) {
      if (part.type === 'lineBreak') {
        text += '<tt:br/>'
        continue
      }
      const content = this.#escape(part.content, index)
      const attributes = this.#styles.toSpan(part, index)
      text += attributes === '' ? content : `<tt:span${attributes}>${content}</tt:span>`
    }
    return text
  }

  /** A paragraph without times whose spans have them: nothing is timed by two elements at once. */
  #writeTimed(parts: readonly TextPart<number>[], cue: Cue<number>, index: number): string {
    const spans: { readonly tag: string; content: string }[] = []
    let before = ''
    for (const part of parts) {
      if (part.type === 'lineBreak') {
        const last = spans.at(-1)
        if (last) last.content += '<tt:br/>'
        else before += '<tt:br/>'
        continue
      }
      const { start = cue.start, end = cue.end } = part
      const begin = Math.min(Math.max(start, cue.start), Math.max(cue.start, cue.end))
      const until = Math.max(begin, Math.min(end, cue.end))
      if (begin !== start || until !== end) {
        this.#log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Times of runs outside of their cue were cut to it', index)
      }
      const times = ` begin="${this.#time(begin, index)}" end="${this.#time(until, index)}"`
      spans.push({
        tag: `<tt:span${this.#styles.toSpan(part, index)}${times}>`,
        content: before + this.#escape(part.content, index),
      })
      before = ''
    }
    return spans.map(({ tag, content }) => `${tag}${content}</tt:span>`).join('')
  }

  #writeMetadata(notes: readonly string[], foreign: JsonValue | undefined, index: number): string {
    const written = notes.map(note => `<ttm:desc>${this.#escape(note, index)}</ttm:desc>`)
    written.push(...listForeign(foreign, this.#ids, this.#log, index))
    return written.length === 0 ? '' : `<tt:metadata>${written.join('')}</tt:metadata>`
  }

  #escape(text: string, index: number): string {
    if (!isXmlText(text)) {
      const message = 'Control characters, and what is no character, were left out or replaced by U+FFFD'
      this.#log.lose('EXPORT_TEXT_ALTERED', 'warning', message, index)
    }
    return escapeText(text)
  }

  #time(time: number, index: number): string {
    assertWhole(time, this.#profile.name)
    if (time >= 0) return this.#clock.format(time)
    this.#log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
    return this.#clock.format(0)
  }
}

/** Whether white space counts that XML would take for the layout of the file. */
function keepsSpace(parts: readonly TextPart<number>[]): boolean {
  if (!parts.some(part => part.type === 'text' && /[\t ][\t ]|^[\t ]|[\t ]$|\t/.test(part.content))) return false
  return /\t| {2}|^ | $/m.test(toPlainText(parts))
}
