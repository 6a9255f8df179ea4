import type { Colour, Cue, TextStyle } from '../../../document/document.ts'
import { isColour } from '../../../text/colour.ts'

/** The colours that every player knows by class (WebVTT, "Default text colors"), and as `bg_…` for the background. */
const defaultColours: ReadonlyMap<string, Colour> = new Map<string, Colour>([
  ['white', '#ffffff'],
  ['lime', '#00ff00'],
  ['cyan', '#00ffff'],
  ['red', '#ff0000'],
  ['yellow', '#ffff00'],
  ['magenta', '#ff00ff'],
  ['blue', '#0000ff'],
  ['black', '#000000'],
])

const defaultNames: ReadonlyMap<string, string> = new Map([...defaultColours].map(([name, colour]) => [colour, name]))

/** The style that classes stand for: colours by their names, later ones winning, and all other classes as they are. */
export function classesToStyle(names: readonly string[]): TextStyle {
  let style: TextStyle = {}
  const classes: string[] = []
  for (const name of names) {
    const isBackground = name.startsWith('bg_')
    const colour = findClassColour(isBackground ? name.slice('bg_'.length) : name, isBackground)
    if (!colour) classes.push(name)
    else style = { ...style, ...(isBackground ? { backgroundColour: colour } : { colour }) }
  }
  return classes.length > 0 ? { ...style, classes: [...new Set(classes)] } : style
}

function findClassColour(name: string, isBackground: boolean): Colour | undefined {
  const hex = isBackground ? `#${name}` : name.startsWith('c_') ? `#${name.slice('c_'.length)}` : ''
  return defaultColours.get(name) ?? (isColour(hex) ? hex : undefined)
}

export function colourToClass(colour: Colour): string {
  return defaultNames.get(colour) ?? `c_${colour.slice(1)}`
}

export function backgroundToClass(colour: Colour): string {
  return `bg_${defaultNames.get(colour) ?? colour.slice(1)}`
}

/** The style sheet for the colours of the cues that have no class of their own; empty when there are none. */
export function createColourSheet(cues: readonly Cue[]): string {
  const rules = new Set<string>()
  for (const { textParts } of cues) {
    for (const part of textParts) {
      if (part.type !== 'text' || !part.style) continue
      const { colour, backgroundColour } = part.style
      if (colour && isOther(colour)) rules.add(`::cue(.${colourToClass(colour)}) { color: ${colour}; }`)
      if (backgroundColour && isOther(backgroundColour)) {
        rules.add(`::cue(.${backgroundToClass(backgroundColour)}) { background-color: ${backgroundColour}; }`)
      }
    }
  }
  return [...rules].join('\n')
}

function isOther(colour: Colour): boolean {
  return isColour(colour) && !defaultNames.has(colour)
}
