import type { CueLayout, InlinePosition, LinePosition } from '../../document/document.ts'
import { formatNumber, formatPercent, parseNumber, parsePercent } from './numbers.ts'

const textAligns = ['start', 'center', 'end', 'left', 'right'] as const
const lineAligns = ['start', 'center', 'end'] as const
const positionAligns = ['line-left', 'center', 'line-right'] as const

export interface CueSettings {
  readonly region?: string
  readonly layout?: CueLayout
}

/** Reads cue settings, the last of a kind winning; what cannot be read is ignored and reported. */
export function parseSettings(settings: string, isStrict: boolean, report: (problem: string) => void): CueSettings {
  let layout: CueLayout = {}
  let region: string | undefined
  for (const setting of settings.split(/[\t\f ]/)) {
    if (setting === '') continue
    const colon = setting.indexOf(':')
    const [name, value] = [setting.slice(0, Math.max(0, colon)), setting.slice(colon + 1)]
    // "middle" is what drafts called "center"; old files have it.
    const isOld = name === 'align' && value === 'middle' && !isStrict
    const found = name === 'region' ? undefined : parseLayoutSetting(name, isOld ? 'center' : value)
    if (name === 'region' && value) region = value
    else if (found) layout = { ...layout, ...found }
    else report(`A cue setting was ignored: ${setting.slice(0, 80)}`)
  }
  return { ...(region !== undefined && { region }), ...(Object.keys(layout).length > 0 && { layout }) }
}

/** What browsers show of settings: a region they know, and none beside a line, a size or vertical text. */
export function keepShownRegion(settings: CueSettings, regionIds: ReadonlySet<string>): CueSettings {
  const { region, layout } = settings
  if (region === undefined) return settings
  const hasPlace = layout?.line !== undefined || layout?.writingMode !== undefined || (layout?.size ?? 100) !== 100
  if (regionIds.has(region) && !hasPlace) return settings
  return layout ? { layout } : {}
}

function parseLayoutSetting(name: string, value: string): CueLayout | undefined {
  switch (name) {
    case 'vertical':
      return value === 'rl' || value === 'lr' ? { writingMode: `vertical-${value}` } : undefined
    case 'line':
      return wrap('line', parseLine(value))
    case 'position':
      return wrap('position', parsePosition(value))
    case 'size':
      return wrap('size', parsePercent(value))
    case 'align':
      return wrap('textAlign', findIn(textAligns, value))
    default:
      return undefined
  }
}

function parseLine(text: string): LinePosition | undefined {
  const [position = '', alignment, ...others] = text.split(',')
  const align = alignment === undefined ? undefined : findIn(lineAligns, alignment)
  if (others.length > 0 || (alignment !== undefined && !align)) return undefined
  const isPercent = position.endsWith('%')
  const value = isPercent ? parsePercent(position) : parseNumber(position)
  if (value === undefined) return undefined
  return { unit: isPercent ? 'percent' : 'lines', value, ...(align && { align }) }
}

function parsePosition(text: string): InlinePosition | undefined {
  const [position = '', alignment, ...others] = text.split(',')
  const align = alignment === undefined ? undefined : findIn(positionAligns, alignment)
  const percent = parsePercent(position)
  if (percent === undefined || others.length > 0 || (alignment !== undefined && !align)) return undefined
  return { percent, ...(align && { align }) }
}

/** Writes cue settings with a leading space each; `report` is called with values that WebVTT does not allow. */
export function formatSettings({ region, layout }: CueSettings, report: (problem: string) => void): string {
  const { writingMode, line, position, size, textAlign } = layout ?? {}
  const settings: [string, string | undefined][] = []
  if (writingMode) settings.push(['vertical', writingMode.slice('vertical-'.length)])
  if (line) settings.push(['line', join(formatLine(line), line.align)])
  if (position) settings.push(['position', join(formatPercent(position.percent), position.align)])
  if (size !== undefined) settings.push(['size', formatPercent(size)])
  if (textAlign) settings.push(['align', textAlign])
  if (region !== undefined) settings.push(['region', isRegionId(region) ? region : undefined])
  return settings
    .map(([name, value]) => {
      if (value !== undefined) return ` ${name}:${value}`
      report(`A value of "${name}" cannot be written in WebVTT and was left out`)
      return ''
    })
    .join('')
}

/** Whether a region can be named so: one word that is not an arrow. */
export function isRegionId(id: string): boolean {
  return id !== '' && !/[\0\t\n\f\r ]|-->/.test(id)
}

function formatLine({ unit, value }: LinePosition): string | undefined {
  if (unit === 'percent') return formatPercent(value)
  return Number.isFinite(value) ? formatNumber(value) : undefined
}

function join(value: string | undefined, align: string | undefined): string | undefined {
  return value === undefined || align === undefined ? value : `${value},${align}`
}

function wrap<Name extends keyof CueLayout>(name: Name, value: CueLayout[Name] | undefined): CueLayout | undefined {
  return value === undefined ? undefined : { [name]: value }
}

function findIn<T extends string>(allowed: readonly T[], value: string): T | undefined {
  return allowed.find(candidate => candidate === value)
}
