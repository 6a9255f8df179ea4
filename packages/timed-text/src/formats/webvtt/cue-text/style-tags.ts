import type { DiagnosticCode } from '../../../document/diagnostics.ts'
import type { Colour, TextStyle } from '../../../document/document.ts'
import { isColour } from '../../../text/colour.ts'
import { collapseSpace, escapeText } from '../escape.ts'
import { backgroundToClass, colourToClass } from './colour-classes.ts'

export type ReportLoss = (code: DiagnosticCode, message: string) => void

/** The tags that a style is written by, as they stand between the angle brackets, from the outermost on. */
export function toTags(style: TextStyle | undefined, report: ReportLoss): string[] {
  if (!style) return []
  for (const name of ['strikeThrough', 'fontFamily', 'fontSize', 'doubleHeight'] as const) {
    if (style[name] !== undefined) report('STYLE_UNSUPPORTED', `WebVTT has no ${name}; it was left out`)
  }
  const tags: string[] = []
  if (style.speaker !== undefined) tags.push(...writeAnnotated('v', style.speaker, report))
  if (style.language !== undefined) tags.push(...writeAnnotated('lang', style.language, report))
  if (style.ruby) tags.push('ruby')
  if (style.ruby === 'text') tags.push('rt')
  const classes = listClasses(style, report)
  if (classes.length > 0) tags.push(`c.${classes.join('.')}`)
  if (style.bold) tags.push('b')
  if (style.italic) tags.push('i')
  if (style.underline) tags.push('u')
  return tags
}

function listClasses({ classes = [], colour, backgroundColour }: TextStyle, report: ReportLoss): string[] {
  const names: string[] = []
  for (const name of classes) {
    // A class that ends in "--" would make an arrow with the ">" of its tag.
    if (name === '' || /[\0\t\n\f\r .>]|--$/.test(name))
      report('STYLE_UNSUPPORTED', 'A class that is no word was left out')
    else names.push(name)
  }
  if (colour !== undefined) addColour(names, colour, colourToClass, report)
  if (backgroundColour !== undefined) addColour(names, backgroundColour, backgroundToClass, report)
  return names
}

function addColour(names: string[], colour: Colour, toClass: (colour: Colour) => string, report: ReportLoss): void {
  if (isColour(colour)) names.push(toClass(colour))
  else report('STYLE_UNSUPPORTED', 'A colour that is not #rrggbb was left out')
}

function writeAnnotated(tag: 'v' | 'lang', value: string, report: ReportLoss): string[] {
  const name = collapseSpace(value)
  if (name !== value) report('EXPORT_TEXT_ALTERED', 'White space in the name of a speaker or language was collapsed')
  // The dash is escaped so that "--" and the ">" of the tag make no arrow.
  return name ? [`${tag} ${escapeText(name).replace(/-$/, '&#45;')}`] : []
}
