import { createReadLog, type Report } from '../diagnostics.ts'
import type { Cue, Extensions, JsonObject, Region, TimedTextDocument } from '../document.ts'
import { defaultReadLimits, type ReadOptions, type ReadResult } from '../format.ts'
import { defaultGrid, type Grid, readGrid } from './grid.ts'
import { round } from './moment.ts'
import type { Attributes } from './namespaces.ts'
import { BodyReader } from './read-body.ts'
import { MetadataReader } from './read-head.ts'
import { type ReadRegion, readRegion } from './read-regions.ts'
import { StyleTable } from './style-table.ts'
import { initialValues, type Styles } from './style-values.ts'
import { parseTime, readTimeParameters, type TimeParameters } from './time-expression.ts'
import { decodeXml, readXml, type XmlHandler } from './xml.ts'

/** How long a last cue is shown whose end nothing says. */
const openEndSeconds = 5

/**
 * Reads TTML of any profile: EBU-TT Part 1, EBU-TT-D, IMSC text. A file in SMPTE time gives frames at its rate, counted
 * from its start of programme where it names one; all others give milliseconds. Only what is no TTML at all is not read.
 */
export function readTtml(input: string | Uint8Array, options: ReadOptions = {}): ReadResult {
  const limits = { ...defaultReadLimits, ...options }
  const log = createReadLog(limits.maxDiagnostics)
  if (input.length > limits.maxBytes) {
    log.report('IMPORT_TOO_LARGE', 'error', `The file is larger than ${limits.maxBytes} bytes and was not read`)
    return { document: { timing: { unit: 'milliseconds' }, cues: [] }, diagnostics: log.list() }
  }
  const text = decodeXml(input, options.encoding, log.report)
  let reader: TtmlReader | undefined
  readXml(
    text,
    end => {
      reader = new TtmlReader(limits.maxCues, log.report, end)
      return reader
    },
    log.report,
  )
  return { document: reader!.finish(), diagnostics: log.list() }
}

const bodyElements: ReadonlySet<string> = new Set(['tt:body', 'tt:div', 'tt:p', 'tt:span'])
const animations: ReadonlySet<string> = new Set(['tt:set', 'tt:animate', 'tt:animation'])
const media: ReadonlySet<string> = new Set(['tt:image', 'smpte:image', 'tt:audio'])

class TtmlReader implements XmlHandler {
  readonly #report: Report
  readonly #end: () => never
  readonly #maxCues: number
  readonly #metadata = new MetadataReader()
  readonly #regions = new Map<string, ReadRegion>()
  readonly #open: string[] = []
  #grid: Grid = defaultGrid
  #styles: StyleTable
  #time: TimeParameters
  #language: string | undefined
  #root: Attributes | undefined
  #region: { readonly attributes: Attributes; readonly inner: Styles[]; readonly line: number } | undefined
  #body: BodyReader | undefined

  constructor(maxCues: number, report: Report, end: () => never) {
    this.#maxCues = maxCues
    this.#report = report
    this.#end = end
    this.#styles = this.#createStyles()
    this.#time = readTimeParameters({}, () => {})
  }

  readonly open = (name: string, attributes: Attributes, line: number): boolean => {
    if (!this.#root) return this.#openRoot(name, attributes, line)
    const isTaken = this.#take(name, attributes, line)
    if (isTaken) this.#open.push(name)
    return isTaken
  }

  readonly close = (name: string, line: number): void => {
    this.#open.pop()
    if (bodyElements.has(name)) {
      if (this.#body) this.#body.close(name)
    } else if (name === 'tt:region') this.#closeRegion(line)
    else {
      const text = this.#metadata.close(name, this.#body === undefined)
      if (text !== undefined && name === 'ttm:desc') this.#body?.addNote(text)
    }
  }

  readonly text = (text: string): void => {
    if (this.#metadata.isOpen) this.#metadata.addText(text)
    else if (this.#body && this.#open.at(-1) !== 'tt:metadata') this.#body.addText(text)
  }

  #openRoot(name: string, attributes: Attributes, line: number): boolean {
    if (name !== 'tt:tt' && !/^\{[^}]*\}:tt$/.test(name)) this.#end()
    this.#root = attributes
    this.#grid = readGrid(attributes)
    this.#styles = this.#createStyles()
    this.#time = readTimeParameters(attributes, problem => this.#ignore(problem, line))
    this.#language = attributes['xml:lang']?.trim() || undefined
    this.#open.push(name)
    return true
  }

  #createStyles(): StyleTable {
    return new StyleTable(this.#grid, (problem, line) => this.#ignore(problem, line))
  }

  #take(name: string, attributes: Attributes, line: number): boolean {
    if (bodyElements.has(name)) return this.#openBody(name, attributes, line)
    switch (name) {
      case 'tt:br':
        this.#body?.breakLine()
        return true
      case 'tt:head':
      case 'tt:styling':
      case 'tt:layout':
      case 'tt:metadata':
        return true
      case 'tt:style':
        if (this.#region) this.#region.inner.push(this.#styles.specify(attributes, line))
        else this.#styles.add(attributes, line)
        return true
      case 'tt:initial':
        Object.assign(this.#styles.initial, this.#styles.inline(attributes, line))
        return true
      case 'tt:region':
        if (this.#region) return false
        this.#region = { attributes, inner: [], line }
        return true
    }
    if (animations.has(name)) {
      this.#ignore('Animation is not supported and was ignored', line)
      return false
    }
    if (media.has(name)) {
      this.#skipImage(line)
      return false
    }
    return this.#metadata.open(name, attributes)
  }

  #openBody(name: string, attributes: Attributes, line: number): boolean {
    this.#body ??= new BodyReader(
      {
        time: this.#time,
        styles: this.#styles,
        regions: this.#regions,
        agents: this.#metadata.agents,
        language: this.#language,
        keepsSpace: this.#root?.['xml:space'] === 'preserve',
      },
      this.#maxCues,
      this.#report,
      this.#end,
    )
    if (attributes['smpte:backgroundImage'] !== undefined) this.#skipImage(line)
    return this.#body.open(name, attributes, line)
  }

  #skipImage(line: number): void {
    this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'An image or sound was skipped; only text is read', line)
  }

  #ignore(problem: string, line: number): void {
    this.#report('IMPORT_SETTING_IGNORED', 'warning', problem, line)
  }

  #closeRegion(line: number): void {
    const { attributes, inner } = this.#region!
    this.#region = undefined
    const region = readRegion(attributes, inner, this.#styles, this.#grid, line, problem => this.#ignore(problem, line))
    if (!region) return
    if (this.#regions.has(region[0])) {
      this.#ignore(`The region "${region[0].slice(0, 40)}" is defined twice; the last one counts`, line)
    }
    this.#regions.set(...region)
  }

  finish(): TimedTextDocument {
    if (!this.#root) {
      this.#report('IMPORT_SIGNATURE_MISSING', 'error', 'The file is no TTML and was not read', 1)
      return { timing: { unit: 'milliseconds' }, cues: [] }
    }
    const regions = [...this.#regions.values()].flatMap(({ region }): Region[] => (region ? [region] : []))
    const ext = this.#listExtensions()
    const isFrames = this.#time.timeBase === 'smpte'
    const shared = {
      ...(this.#language !== undefined && { language: this.#language }),
      ...(regions.length > 0 && { regions }),
      ...(ext && { ext }),
    }
    const cues = this.#settleCues()
    if (isFrames) return { timing: { unit: 'frames', rate: this.#time.rate }, cues, ...shared }
    return { timing: { unit: 'milliseconds' }, cues, ...shared }
  }

  #settleCues(): Cue<number>[] {
    const read = this.#body?.cues ?? []
    const seconds = this.#time.timeBase === 'smpte' ? this.#time.frameRate : 1000
    const cues = read.map(({ cue, line, isOpen }, index) => {
      if (!isOpen) return cue
      const message = 'Nothing says when a cue ends; it is shown until the next one, or for 5 seconds'
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', message, line)
      const next = read[index + 1]?.cue.start ?? 0
      return { ...cue, end: next > cue.start ? next : cue.start + openEndSeconds * seconds }
    })
    const offset = this.#findStart(cues)
    return offset === 0 ? cues : cues.map(cue => shiftCue(cue, offset))
  }

  /** The frame of the start of programme, while no cue lies before it. */
  #findStart(cues: readonly Cue<number>[]): number {
    const label = this.#metadata.find('ebuttm:documentStartOfProgramme')
    if (this.#time.timeBase !== 'smpte' || label === undefined) return 0
    const moment = parseTime(label, this.#time)
    const start = moment === undefined ? 0 : round(moment)
    return cues.every(cue => cue.start >= start) ? start : 0
  }

  /** What the writers need to write the same file again. */
  #listExtensions(): Extensions | undefined {
    const root = this.#root!
    const styles: Record<string, JsonObject> = Object.create(null)
    for (const [id, style] of this.#styles.named) {
      const said = Object.entries(style).filter(([name, value]) => value !== Reflect.get(initialValues, name))
      if (!/^s\d+$/.test(id) && said.length > 0) styles[id] = Object.fromEntries(said)
    }
    const names = ['frameRate', 'frameRateMultiplier', 'dropMode', 'markerMode']
    const time = names.flatMap(name => {
      const value = root[`ttp:${name}`]
      return value === undefined ? [] : [[name, value.slice(0, 40)]]
    })
    const { columns, rows } = this.#grid
    const ttml: Record<string, JsonObject[string]> = {
      ...(columns !== defaultGrid.columns || rows !== defaultGrid.rows ? { cellResolution: `${columns} ${rows}` } : {}),
      ...(this.#time.timeBase === 'smpte' && { timeBase: 'smpte', ...Object.fromEntries(time) }),
      ...(Object.keys(styles).length > 0 && { styles: { ...styles } }),
      ...(this.#metadata.entries.length > 0 && { metadata: this.#metadata.toJson() }),
    }
    return Object.keys(ttml).length > 0 ? { ttml } : undefined
  }
}

function shiftCue(cue: Cue<number>, offset: number): Cue<number> {
  return {
    ...cue,
    start: cue.start - offset,
    end: cue.end - offset,
    textParts: cue.textParts.map(part => {
      if (part.type !== 'text') return part
      const { start, end } = part
      return {
        ...part,
        ...(start !== undefined && { start: start - offset }),
        ...(end !== undefined && { end: end - offset }),
      }
    }),
  }
}
