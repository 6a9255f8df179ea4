/** Where on the picture a subtitle stands, by its region and what a file said beyond. */

import type { SubtitleEntry, SubtitleLayout, SubtitleLook, SubtitleObject } from '@rushes/contract'
import { type Box, layoutToBox, regionToBox } from '@rushes/timed-text'

export type TextAlign = 'left' | 'center' | 'right'

export interface Placed extends Box {
  readonly textAlign: TextAlign
}

export type FileRegions = NonNullable<SubtitleObject['regions']>
type PresetRegion = SubtitleLook['regions'][number]

/** What of a preset shows on the picture. */
export type Look = { readonly [Name in keyof SubtitleLook]: Readonly<SubtitleLook[Name]> }

/** Pictures have some fifteen lines of text, and teletext 24 rows. */
const lines = 15
const teletextRows = 24

/** The box of an entry in percent of the picture. The region counts more than a line in the other half of the picture. */
export function placeEntry(
  { region, layout = {} }: Pick<SubtitleEntry, 'region' | 'layout'>,
  look: Look,
  fileRegions: FileRegions,
): Placed {
  const ofPreset = look.regions.find(({ id }) => id === (region ?? look.styling.region))
  const textAlign = findAlign(layout.textAlign, ofPreset?.align, look)
  const ofFile = fileRegions.find(({ id }) => id === region)
  const box = ofFile && !ofPreset ? regionToBox(ofFile, lines) : undefined
  if (box) return { ...box, textAlign }
  const { line, ...others } = layout
  const wanted = ofPreset ? toLine(ofPreset) : undefined
  const keeps = line !== undefined && (region === undefined || isInUpperHalf(line) === isInUpperHalf(wanted))
  const place = keeps ? line : wanted
  return { ...layoutToBox({ ...others, ...(place && { line: place }) }, lines), textAlign }
}

function toLine({ vertical, linePercent, row }: PresetRegion): SubtitleLayout['line'] {
  if (vertical === 'top') return { unit: 'lines', value: 0 }
  if (vertical === 'middle') return { unit: 'percent', value: 50, align: 'center' }
  if (vertical === 'bottom') return undefined
  const percent = linePercent ?? (row === undefined ? undefined : (row / teletextRows) * 100)
  return percent === undefined ? undefined : { unit: 'percent', value: percent, align: percent < 50 ? 'start' : 'end' }
}

/** No line is the bottom; lines below zero count from there. */
function isInUpperHalf(line: SubtitleLayout['line']): boolean {
  if (!line) return false
  return line.unit === 'percent' ? line.value < 50 : line.value >= 0 && line.value < lines / 2
}

function findAlign(own: SubtitleLayout['textAlign'], ofRegion: PresetRegion['align'], { styling }: Look): TextAlign {
  if (own === 'left' || own === 'start') return 'left'
  if (own === 'right' || own === 'end') return 'right'
  if (own === 'center') return 'center'
  return ofRegion ?? (styling.justification === 'centered' ? 'center' : styling.justification)
}
