import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, Extensions, JsonObject, Region, TimedTextDocument, Timing } from '../../../document/document.ts'
import { reportByLine } from '../../../document/report-by-line.ts'
import type { ReadOptions, ReadResult } from '../../../format.ts'
import { beginRead } from '../../begin-read.ts'
import type { Tag } from '../../xml/read-tag.ts'
import { fingerprintCues, hasEmbedded } from '../metadata/embedded.ts'
import { ForeignReader, isForeign } from '../metadata/foreign.ts'
import type { Attributes, Scope } from '../namespaces.ts'
import { defaultGrid, type Grid, readGrid } from '../places/grid.ts'
import { defaultFamily, isActiveArea } from '../profiles.ts'
import { noStyles, StyleTable } from '../styles/style-table.ts'
import { initialValues } from '../styles/style-values.ts'
import { round } from '../times/moment.ts'
import { parseTime, readTimeParameters, type TimeParameters } from '../times/time-expression.ts'
import { decodeXml, readXml, type XmlHandler } from '../xml.ts'
import { skippedImage } from './elements.ts'
import { BodyReader } from './read-body.ts'
import { MetadataReader } from './read-head.ts'
import { type ReadRegion, type RegionElement, readRegion } from './read-regions.ts'

/** How long a last cue is shown whose end nothing says. */
const openEndSeconds = 5

/**
 * Reads TTML of any profile: EBU-TT Part 1, EBU-TT-D, IMSC text. A file in SMPTE time gives frames at its rate, counted
 * from its start of programme where it names one; all others give milliseconds. Only what is no TTML at all is not read.
 */
export function readTtml(input: string | Uint8Array, options: ReadOptions = {}): ReadResult {
  const { maxCues, report: reportLine, list, isTooLarge } = beginRead(input, options)
  if (isTooLarge) return { document: { timing: { unit: 'milliseconds' }, cues: [] }, diagnostics: list() }
  const text = decodeXml(input, options.encoding, reportLine)
  const report = reportByLine(text, reportLine)
  let reader: TtmlReader | undefined
  readXml(
    text,
    end => {
      reader = new TtmlReader(maxCues, report, end)
      return reader
    },
    report,
  )
  const document = reader!.finish()
  const { start } = reader!
  return { document, diagnostics: list(), ...(start > 0 && { programmeStart: start }) }
}

const animations: ReadonlySet<string> = new Set(['tt:set', 'tt:animate', 'tt:animation'])
const media: ReadonlySet<string> = new Set(['tt:image', 'smpte:image', 'tt:audio'])

function isOfBody(name: string): boolean {
  return name === 'tt:p' || name === 'tt:span' || name === 'tt:div' || name === 'tt:body'
}

class TtmlReader implements XmlHandler {
  /** What times were counted from: the start of the programme, in frames. */
  start = 0
  readonly #report: Report
  readonly #end: () => never
  readonly #maxCues: number
  readonly #metadata = new MetadataReader()
  readonly #regions = new Map<string, ReadRegion>()
  readonly #foreignReader: ForeignReader
  /** Metadata of other namespaces in the head. */
  readonly #foreign: string[] = []
  /** How many elements of metadata are open. */
  #inMetadata = 0
  #grid: Grid = defaultGrid
  #styles: StyleTable
  #time: TimeParameters
  #language: string | undefined
  #root: Attributes | undefined
  #region: RegionElement | undefined
  readonly #regionIds = new Set<string>()
  #body: BodyReader | undefined

  constructor(maxCues: number, report: Report, end: () => never) {
    this.#maxCues = maxCues
    this.#report = report
    this.#end = end
    this.#foreignReader = new ForeignReader(report)
    this.#styles = this.#createStyles()
    this.#time = readTimeParameters({}, () => {})
  }

  readonly open = (name: string, attributes: Attributes, at: number, _scope: Scope, names: Tag['names']): boolean => {
    if (!this.#root) return this.#openRoot(name, attributes, at)
    if (isOfBody(name)) return this.#openBody(name, attributes, at, names)
    return this.#take(name, attributes, at)
  }

  readonly close = (name: string, at: number): void => {
    if (name === 'tt:br') return
    if (isOfBody(name)) this.#body?.close(name)
    else if (name === 'tt:metadata') this.#inMetadata--
    else if (name === 'tt:region') this.#closeRegion(at)
    else {
      const text = this.#metadata.close(name, this.#body === undefined)
      if (text !== undefined && name === 'ttm:desc') this.#body?.addNote(text)
      if (text !== undefined && (name === 'ittm:altText' || name === 'ttm:item')) this.#body?.addAlternative(text)
    }
  }

  readonly text = (text: string): void => {
    if (this.#metadata.isOpen) this.#metadata.addText(text)
    else if (this.#body && this.#inMetadata === 0) this.#body.addText(text)
  }

  readonly skipped = (name: string, at: number, toXml: () => string): void => {
    if (this.#inMetadata === 0 || !isForeign(name)) return
    const isOfDocument = !this.#body && !this.#region
    if (!isOfDocument && !this.#body?.isInParagraph) {
      this.#report('IMPORT_SETTING_IGNORED', 'info', 'Metadata of another namespace could not be kept', at)
      return
    }
    const xml = this.#foreignReader.read(toXml(), at)
    if (xml === undefined) return
    if (isOfDocument) this.#foreign.push(xml)
    else this.#body?.addForeign(xml)
  }

  #openRoot(name: string, attributes: Attributes, at: number): boolean {
    const [, namespace] = /^\{([^}]*)\}:tt$/.exec(name) ?? []
    if (namespace !== undefined) {
      const message = `The namespace ${namespace} is not one of TTML; nothing in it was read`
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', message, at)
    } else if (name !== 'tt:tt') this.#end()
    this.#root = attributes
    this.#grid = readGrid(attributes)
    this.#styles = this.#createStyles()
    this.#time = readTimeParameters(attributes, problem => this.#ignore(problem, at))
    this.#language = attributes['xml:lang']?.trim() || undefined
    return true
  }

  #createStyles(): StyleTable {
    return new StyleTable(this.#grid, (problem, at, severity) => {
      this.#report('IMPORT_SETTING_IGNORED', severity, problem, at)
    })
  }

  #take(name: string, attributes: Attributes, at: number): boolean {
    switch (name) {
      case 'tt:br':
        this.#body?.breakLine()
        return true
      case 'tt:head':
      case 'tt:styling':
      case 'tt:layout':
        return true
      case 'tt:metadata':
        this.#inMetadata++
        return true
      case 'tt:style':
        if (this.#region) this.#region.inner.push(this.#styles.specify(attributes, at))
        else this.#styles.add(withId(attributes), at)
        return true
      case 'tt:initial':
        Object.assign(this.#styles.initial, this.#styles.inline(attributes, at))
        return true
      case 'tt:region':
        if (this.#region) return false
        this.#region = { attributes: withId(attributes), inner: [], sets: [], at }
        return true
    }
    if (animations.has(name)) {
      if (name === 'tt:set' && this.#animate(attributes, at)) return false
      this.#ignore('Animation is not supported and was ignored', at)
      return false
    }
    if (media.has(name)) {
      const isPlaced = name !== 'tt:audio' && this.#body?.addImage(at)
      if (!isPlaced) this.#report('IMPORT_ENTRY_SKIPPED', 'error', skippedImage, at)
      return isPlaced === true
    }
    return !isForeign(name) && this.#metadata.open(name, attributes)
  }

  /** Takes what is other for a time in the region or the element that is open; false where nothing is known to change. */
  #animate(attributes: Attributes, at: number): boolean {
    const region = this.#region
    if (!region) return this.#body?.animate(attributes, at) ?? false
    const styles = this.#styles.inline(attributes, at)
    if (styles !== noStyles) region.sets.push({ attributes, styles })
    return styles !== noStyles
  }

  #openBody(name: string, attributes: Attributes, at: number, names: Tag['names']): boolean {
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
    const isOpen = this.#body.open(name, attributes, at, names)
    if (attributes['smpte:backgroundImage'] === undefined) return isOpen
    if (!isOpen || !this.#body.addImage(at)) this.#report('IMPORT_ENTRY_SKIPPED', 'error', skippedImage, at)
    return isOpen
  }

  #ignore(problem: string, at: number): void {
    this.#report('IMPORT_SETTING_IGNORED', 'warning', problem, at)
  }

  #closeRegion(at: number): void {
    const element = this.#region!
    this.#region = undefined
    const region = readRegion(
      element,
      { table: this.#styles, grid: this.#grid, time: this.#time, ids: this.#regionIds },
      problem => this.#ignore(problem, at),
    )
    if (!region) return
    if (this.#regions.has(region[0])) {
      this.#ignore(`The region "${region[0].slice(0, 40)}" is defined twice; the last one counts`, at)
    }
    this.#regions.set(...region)
  }

  finish(): TimedTextDocument {
    if (!this.#root) {
      this.#report('IMPORT_SIGNATURE_MISSING', 'error', 'The file is no TTML and was not read', 0)
      return { timing: { unit: 'milliseconds' }, cues: [] }
    }
    const regions = [...this.#regions.values()].flatMap(listStates)
    const ext = this.#listExtensions()
    const isFrames = this.#time.timeBase === 'smpte'
    const shared = {
      ...(this.#language !== undefined && { language: this.#language }),
      ...(regions.length > 0 && { regions }),
      ...(ext && { ext }),
    }
    const cues = this.#settleCues()
    const timing: Timing = isFrames ? { unit: 'frames', rate: this.#time.rate } : { unit: 'milliseconds' }
    const document: TimedTextDocument = { timing, cues, ...shared }
    if (!hasEmbedded(this.#foreign)) return document
    return { ...document, ext: { ...ext, ttml: { ...ext?.ttml, embeddedWith: fingerprintCues(document) } } }
  }

  #settleCues(): Cue<number>[] {
    if (!this.#body) return []
    const { cues, openCues } = this.#body
    const seconds = this.#time.timeBase === 'smpte' ? this.#time.frameRate : 1000
    for (const [index, at] of openCues) {
      const message = 'Nothing says when a cue ends; it is shown until the next one, or for 5 seconds'
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', message, at)
      const cue = cues[index]!
      const next = cues[index + 1]?.start ?? 0
      cues[index] = { ...cue, end: next > cue.start ? next : cue.start + openEndSeconds * seconds }
    }
    const start = this.#findStart(cues)
    if (start === 0) return cues
    this.start = start
    const own = cues.filter(cue => cue.end > start)
    if (own.length < cues.length) {
      const message = `${cues.length - own.length} cues that end before the programme begins were left out`
      this.#report('IMPORT_ENTRY_SKIPPED', 'warning', message, 0)
    }
    return own.map(cue => shiftCue({ ...cue, start: Math.max(cue.start, start) }, start))
  }

  /** The frame of the start of programme, unless every cue lies before it. */
  #findStart(cues: readonly Cue<number>[]): number {
    const label = this.#metadata.find('ebuttm:documentStartOfProgramme')
    if (this.#time.timeBase !== 'smpte' || label === undefined) return 0
    const moment = parseTime(label, this.#time)
    const start = moment === undefined ? 0 : round(moment)
    return cues.some(cue => cue.start >= start) ? start : 0
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
    const activeArea = root['ittp:activeArea']?.trim()
    const family = this.#body?.fontFamily
    const ttml: Record<string, JsonObject[string]> = {
      ...(columns !== defaultGrid.columns || rows !== defaultGrid.rows ? { cellResolution: `${columns} ${rows}` } : {}),
      ...(this.#time.timeBase === 'smpte' && { timeBase: 'smpte', ...Object.fromEntries(time) }),
      ...(activeArea !== undefined && isActiveArea(activeArea) && { activeArea }),
      ...(family !== undefined && family !== defaultFamily && { fontFamily: family }),
      ...(Object.keys(styles).length > 0 && { styles: { ...styles } }),
      ...(this.#metadata.entries.length > 0 && { metadata: this.#metadata.toJson() }),
      ...(this.#foreign.length > 0 && { foreign: this.#foreign }),
    }
    return Object.keys(ttml).length > 0 ? { ttml } : undefined
  }
}

/** A region of the document, and those that it is for a time. */
function listStates({ region, animation }: ReadRegion): Region[] {
  const states = animation?.states ?? []
  const others = states.flatMap(state => (state.region && state.region !== region ? [state.region] : []))
  return region ? [region, ...others] : others
}

/** Flash wrote `id` for `xml:id`. */
function withId(attributes: Attributes): Attributes {
  return attributes['xml:id'] === undefined && attributes.id !== undefined
    ? { ...attributes, 'xml:id': attributes.id }
    : attributes
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
