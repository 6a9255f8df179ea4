import type { Region } from '../../document/document.ts'
import { formatNumber, formatPercent, formatPoint, parseNumber, parsePercent, parsePoint } from './numbers.ts'
import { isRegionId } from './settings.ts'

/** Reads the lines of a REGION block; undefined, and reported, when it has no id. */
export function parseRegion(text: string, report: (problem: string) => void): Region | undefined {
  let region: Region = { id: '' }
  for (const setting of text.split(/[\t\n\f ]+/).filter(Boolean)) {
    const colon = setting.indexOf(':')
    const found = parseRegionSetting(setting.slice(0, Math.max(0, colon)), setting.slice(colon + 1))
    if (found) region = { ...region, ...found }
    else report(`A region setting was ignored: ${setting.slice(0, 80)}`)
  }
  if (region.id !== '') return region
  report('A region without id was ignored')
  return undefined
}

function parseRegionSetting(name: string, value: string): Partial<Region> | undefined {
  switch (name) {
    case 'id':
      return value ? { id: value } : undefined
    case 'width':
      return wrap('width', parsePercent(value))
    case 'lines':
      return /^\d+$/.test(value) ? wrap('lines', parseNumber(value)) : undefined
    case 'regionanchor':
      return wrap('regionAnchor', parsePoint(value))
    case 'viewportanchor':
      return wrap('viewportAnchor', parsePoint(value))
    case 'scroll':
      return value === 'up' ? { scroll: 'up' } : undefined
    default:
      return undefined
  }
}

/** Writes a REGION block without a line end; undefined when its id cannot be written. */
export function formatRegion(region: Region, report: (problem: string) => void): string | undefined {
  if (!isRegionId(region.id)) return undefined
  if (region.origin || region.extent || region.displayAlign) {
    report('WebVTT has no origin, extent or alignment of regions; they were left out')
  }
  const { width, lines, regionAnchor, viewportAnchor, scroll } = region
  const settings: [string, string | undefined][] = [['id', region.id]]
  if (width !== undefined) settings.push(['width', formatPercent(width)])
  if (lines !== undefined) settings.push(['lines', isLineCount(lines) ? formatNumber(lines) : undefined])
  if (regionAnchor) settings.push(['regionanchor', formatPoint(regionAnchor)])
  if (viewportAnchor) settings.push(['viewportanchor', formatPoint(viewportAnchor)])
  if (scroll) settings.push(['scroll', scroll])
  const written = settings.flatMap(([name, value]) => {
    if (value !== undefined) return [`${name}:${value}`]
    report(`A "${name}" of a region cannot be written in WebVTT and was left out`)
    return []
  })
  return ['REGION', ...written].join('\n')
}

function isLineCount(lines: number): boolean {
  return Number.isInteger(lines) && lines >= 0
}

function wrap<Name extends keyof Region>(name: Name, value: Region[Name] | undefined): Partial<Region> | undefined {
  return value === undefined ? undefined : { [name]: value }
}
