import { assertWhole } from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, JsonValue, TextPart, TextRun } from '../../../document/document.ts'
import { normaliseParts, toPlainText } from '../../../text/text-parts.ts'
import { isXmlText } from '../../xml/characters.ts'
import { listForeign } from '../metadata/foreign.ts'
import type { Profile } from '../profiles.ts'
import { escapeText, type IdRegistry } from './escape.ts'
import type { Clock } from './write-clock.ts'
import type { PlaceWriter } from './write-regions.ts'
import type { StyleWriter } from './write-styles.ts'

/** Writes cues as paragraphs. */
export class CueWriter {
  readonly #profile: Profile
  readonly #clock: Clock
  readonly #ids: IdRegistry
  readonly #styles: StyleWriter
  readonly #places: PlaceWriter
  readonly #log: LossLog

  constructor(profile: Profile, clock: Clock, ids: IdRegistry, styles: StyleWriter, places: PlaceWriter, log: LossLog) {
    this.#ids = ids
    this.#profile = profile
    this.#clock = clock
    this.#styles = styles
    this.#places = places
    this.#log = log
  }

  write(cue: Cue<number>, id: string, index: number): string {
    const given = normaliseParts(cue.textParts)
    const parts = given.some(isTimed) ? this.#cutTimes(given, cue, index) : given
    const hasTimes = parts !== given && parts.some(isTimed)
    const text = hasTimes ? this.#writeTimed(parts, cue, index) : this.#writeText(parts, index)
    const style = this.#styles.toParagraph(cue.layout?.textAlign ?? 'center', cue.ext?.ttml?.style, index)
    const times = hasTimes ? '' : ` begin="${this.#time(cue.start, index)}" end="${this.#time(cue.end, index)}"`
    const space = keepsSpace(parts) ? ' xml:space="preserve"' : ''
    const region = this.#places.place(cue, index)
    const styled = style === '' ? '' : ` style="${style}"`
    const start = `<tt:p xml:id="${id}" region="${region}"${styled}${times}${space}>`
    const foreign = cue.ext?.ttml?.foreign
    const metadata = cue.notes || foreign !== undefined ? this.#writeMetadata(cue.notes ?? [], foreign, index) : ''
    return `${start}${metadata}${text}</tt:p>\n`
  }

  /** The same runs with their times within those of the cue, without those that are shown for no time. */
  #cutTimes(parts: readonly TextPart<number>[], cue: Cue<number>, index: number): readonly TextPart<number>[] {
    if (!this.#profile.hasTimedSpans) {
      const message = `${this.#profile.name} has no times of runs; they are shown with their cue`
      this.#log.lose('EXPORT_TIMING_REPAIRED', 'warning', message, index)
      return parts.map(part => {
        if (part.type !== 'text') return part
        const { start: _start, end: _end, ...run } = part
        return run
      })
    }
    return parts.flatMap(part => {
      if (part.type !== 'text' || !isTimed(part)) return [part]
      // Times of nothing would be lost.
      if (this.#escape(part.content, index) === '') return []
      const { start: given = cue.start, end: until = cue.end, ...run } = part
      const [start, end] = [Math.max(given, cue.start), Math.min(until, cue.end)]
      if (Math.max(0, start) >= end) {
        const message = 'Runs that are shown for no time of their cue were left out'
        this.#log.lose('EXPORT_TIMING_REPAIRED', 'error', message, index)
        return []
      }
      if (start !== given || end !== until) {
        this.#log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Times of runs outside of their cue were cut to it', index)
      }
      return [{ ...run, ...(start > cue.start && { start }), ...(end < cue.end && { end }) }]
    })
  }

  #writeText(parts: readonly TextPart<number>[], index: number): string {
    if (this.#profile.hasRuby && parts.some(hasRuby)) return this.#writePieces(parts, index)
    let text = ''
    /** Attributes of the span that is open; empty where none is. */
    let open = ''
    for (const part of parts) {
      const isBreak = part.type === 'lineBreak'
      const attributes = isBreak ? '' : this.#styles.toSpan(part, index)
      if (attributes !== open) {
        if (open !== '') text += '</tt:span>'
        if (attributes !== '') text += `<tt:span${attributes}>`
        open = attributes
      }
      text += isBreak ? '<tt:br/>' : this.#escape(part.content, index)
    }
    return open === '' ? text : `${text}</tt:span>`
  }

  /** The same with ruby, each piece in a span of its own. */
  #writePieces(parts: readonly TextPart<number>[], index: number): string {
    let text = ''
    for (const { attributes, content } of this.#listPieces(parts, index)) {
      text += attributes === '' ? content : `<tt:span${attributes}>${content}</tt:span>`
    }
    return text
  }

  /** A paragraph without times whose spans have them: nothing is timed by two elements at once. */
  #writeTimed(parts: readonly TextPart<number>[], cue: Cue<number>, index: number): string {
    const spans: { readonly tag: string; content: string }[] = []
    let before = ''
    for (const { run, attributes, content } of this.#listPieces(parts, index)) {
      if (!run) {
        const last = spans.at(-1)
        if (last) last.content += content
        else before += content
        continue
      }
      const { start = cue.start, end = cue.end } = run
      const times = ` begin="${this.#time(start, index)}" end="${this.#time(end, index)}"`
      spans.push({ tag: `<tt:span${attributes}${times}>`, content: before + content })
      before = ''
    }
    return spans.map(({ tag, content }) => `${tag}${content}</tt:span>`).join('')
  }

  /** What spans contain, and what is between them: runs, each base with its ruby, and line breaks, which have no run. */
  *#listPieces(
    parts: readonly TextPart<number>[],
    index: number,
  ): Generator<{ readonly run?: TextRun<number>; readonly attributes: string; readonly content: string }> {
    for (let at = 0; at < parts.length; at++) {
      const run = parts[at]!
      if (run.type === 'lineBreak') yield { attributes: '', content: '<tt:br/>' }
      else if (!this.#profile.hasRuby || !run.style?.ruby) {
        yield { run, attributes: this.#styles.toSpan(run, index), content: this.#escape(run.content, index) }
      } else {
        const isBase = run.style.ruby === 'base'
        const texts = isBase ? listRubyTexts(parts, at + 1) : [run]
        if (isBase) at += texts.length
        const base = this.#writeRuby('base', isBase ? run : undefined, index)
        const content = `<tt:span tts:ruby="container">${this.#writeRubies(base, texts, index)}</tt:span>`
        yield { run, attributes: '', content }
      }
    }
  }

  /** TTML2, tts:ruby: two texts over one base are in containers of their own, which say on which side they are. */
  #writeRubies(base: string, texts: readonly TextRun<number>[], index: number): string {
    if (texts.length < 2) return base + this.#writeRuby('text', texts[0], index)
    const written = texts.map((run, at) => {
      const content = this.#escape(at === 0 ? run.content : run.content.replace(/^ /, ''), index)
      const attributes = this.#styles.toSpan(run, index)
      return `<tt:span tts:ruby="textContainer"${attributes}><tt:span tts:ruby="text">${content}</tt:span></tt:span>`
    })
    return `<tt:span tts:ruby="baseContainer">${base}</tt:span>${written.join('')}`
  }

  /** The base or the text of a ruby; TTML2 has no ruby without both. */
  #writeRuby(kind: 'base' | 'text', run: TextRun<number> | undefined, index: number): string {
    const attributes = run ? this.#styles.toSpan(run, index) : ''
    return `<tt:span tts:ruby="${kind}"${attributes}>${run ? this.#escape(run.content, index) : ''}</tt:span>`
  }

  #writeMetadata(notes: readonly string[], foreign: JsonValue | undefined, index: number): string {
    if (!this.#profile.hasMetadata) {
      this.#log.lose('COMMENT_DROPPED', 'info', `${this.#profile.name} has no notes; they were left out`, index)
      return ''
    }
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

/** The texts over a base, of which there may be two. */
function listRubyTexts(parts: readonly TextPart<number>[], at: number): TextRun<number>[] {
  const next = parts.slice(at, at + 2)
  const end = next.findIndex(part => part.type !== 'text' || part.style?.ruby !== 'text')
  return next.slice(0, end < 0 ? 2 : end) as TextRun<number>[]
}

function isTimed(part: TextPart<number>): boolean {
  return part.type === 'text' && (part.start !== undefined || part.end !== undefined)
}

function hasRuby(part: TextPart<number>): boolean {
  return part.type === 'text' && part.style?.ruby !== undefined
}

/** Whether white space counts that XML would take for the layout of the file. */
function keepsSpace(parts: readonly TextPart<number>[]): boolean {
  if (!parts.some(part => part.type === 'text' && /[\t ][\t ]|^[\t ]|[\t ]$|\t/.test(part.content))) return false
  return /\t| {2}|^ | $/m.test(toPlainText(parts))
}
