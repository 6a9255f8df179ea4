import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TextPart, TextRun, TimedTextDocument } from '../../../document/document.ts'
import type { Box } from '../places/places.ts'
import { parseLength } from '../styles/style-values.ts'
import { type Glyph, RenderModel } from './render-model.ts'

/** What decides about the size of what is drawn. */
interface Context {
  readonly document: TimedTextDocument
  /** Cells in the height of the picture; a font is one of them high unless it says otherwise. */
  readonly rows: number
  readonly places: {
    readonly place: (cue: Cue<number>, cueIndex: number) => string
    readonly getBox: (id: string) => Box
  }
}

/** Letters that are drawn in all; a file with more is not looked at any further. */
const mostGlyphs = 2_000_000
/** What adds up from fractions is compared no closer. */
const tolerance = 1e-9

/** A moment at which a cue comes or goes, or a part of it. */
interface Change {
  readonly time: number
  readonly index: number
}

/** Reports the cues that the render model has no time for; times are in milliseconds. */
export function tellRenderModel(cues: readonly Cue<number>[], context: Context, log: LossLog): void {
  const model = new RenderModel()
  const shown = cues.map((cue, index) => ({ cue, index })).filter(({ cue }) => !cue.hidden && cue.end > cue.start)
  const changes = listChanges(shown)
  const starting = shown.toSorted((a, b) => a.cue.start - b.cue.start)
  const glyphs = new GlyphList(context.rows)
  let active: typeof shown = []
  let next = 0
  let drawn = 0
  for (const { time, index } of changes) {
    active = active.filter(({ cue }) => cue.end > time)
    while (next < starting.length && starting[next]!.cue.start <= time) active.push(starting[next++]!)
    if (active.length === 0) continue
    const picture: Glyph[] = []
    for (const { cue } of active) {
      for (const part of cue.textParts) if (isShown(part, time)) glyphs.add(part, picture)
    }
    drawn += picture.length + active.length
    if (drawn > mostGlyphs) return
    const backgroundArea = active.reduce(
      (sum, { cue, index }) => sum + measureBackgrounds(cue, index, time, context),
      0,
    )
    const { needed, available, cache } = model.draw({ milliseconds: time, glyphs: picture, backgroundArea })
    if (needed > available + tolerance) {
      const message = 'The render model of IMSC (IMSC-HRM) has no time to draw subtitles before they appear'
      log.lose('RENDER_MODEL_EXCEEDED', 'warning', message, index)
    }
    if (cache > 1 + tolerance) {
      const message = 'The render model of IMSC (IMSC-HRM) has no room for so many different letters at once'
      log.lose('RENDER_MODEL_EXCEEDED', 'warning', message, index)
    }
  }
}

/** The moments at which what is shown changes, each once, with a cue that changes. */
function listChanges(shown: readonly { readonly cue: Cue<number>; readonly index: number }[]): Change[] {
  const changes = new Map<number, number>()
  const add = (time: number, index: number) => {
    if (!changes.has(time)) changes.set(time, index)
  }
  for (const { cue, index } of shown) {
    add(cue.start, index)
    for (const part of cue.textParts) {
      if (part.type !== 'text') continue
      if (part.start !== undefined && part.start > cue.start && part.start < cue.end) add(part.start, index)
      if (part.end !== undefined && part.end > cue.start && part.end < cue.end) add(part.end, index)
    }
  }
  for (const { cue, index } of shown) add(cue.end, index)
  return [...changes].map(([time, index]) => ({ time, index })).sort((a, b) => a.time - b.time)
}

function isShown(part: TextPart<number>, time: number): part is TextRun<number> {
  if (part.type !== 'text') return false
  return (part.start === undefined || part.start <= time) && (part.end === undefined || part.end > time)
}

/** The letters of runs, in looks that are numbered. */
class GlyphList {
  readonly #rows: number
  readonly #looks = new Map<string, number>()
  readonly #styles = new Map<object | undefined, readonly [look: number, size: number]>()

  constructor(rows: number) {
    this.#rows = rows
  }

  add(run: TextRun<number>, glyphs: Glyph[]): void {
    const [look, size] = this.#findLook(run)
    for (const character of run.content) glyphs.push({ codePoint: character.codePointAt(0) ?? 0, look, size })
  }

  #findLook({ style, ext }: TextRun<number>): readonly [look: number, size: number] {
    const known = ext ? undefined : this.#styles.get(style)
    if (known) return known
    const { colour, fontFamily, fontSize, bold, italic, underline, strikeThrough, ruby } = style ?? {}
    const size = toShare(fontSize, this.#rows) * (ruby === 'text' ? 0.5 : 1)
    const key = JSON.stringify([colour, fontFamily, size, bold, italic, underline, strikeThrough, ext?.ttml?.style])
    const look = this.#looks.get(key) ?? this.#looks.size
    this.#looks.set(key, look)
    if (!ext && this.#styles.size < 10_000) this.#styles.set(style, [look, size])
    return [look, size]
  }
}

/** The size of a font as a share of the height of the picture. */
function toShare(fontSize: string | undefined, rows: number): number {
  const length = parseLength(fontSize?.split(' ').at(-1) ?? '')
  if (length?.unit === 'c') return length.value / rows
  return length?.unit === '%' ? length.value / 100 / rows : 1 / rows
}

/** The area of the region of a cue times the colours behind its texts, its paragraph and its region. */
function measureBackgrounds(cue: Cue<number>, index: number, time: number, { document, places }: Context): number {
  const spans = cue.textParts.filter(part => isShown(part, time) && isSeen(part.style?.backgroundColour)).length
  const region = document.regions?.find(({ id }) => id === cue.region)
  const kept = [cue.ext?.ttml?.style, region?.ext?.ttml?.style].filter(style => {
    const colour: unknown =
      typeof style === 'object' && style !== null ? Reflect.get(style, 'backgroundColor') : undefined
    return typeof colour === 'string' && isSeen(colour)
  }).length
  if (spans + kept === 0) return 0
  const { width, height } = places.getBox(places.place(cue, index))
  return ((width * height) / 10_000) * (spans + kept)
}

function isSeen(colour: string | undefined): boolean {
  return colour !== undefined && !(colour.length === 9 && colour.endsWith('00'))
}
