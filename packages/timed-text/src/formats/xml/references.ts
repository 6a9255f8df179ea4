import { isXmlText } from './characters.ts'

const ownEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const reference = /&(?:#0*(\d{1,7});|#x0*([\da-fA-F]{1,6});|([\w:.\-\u0080-\uffff]+);|)/g

/** What a reference means to an entity that XML does not have; itself where that means nothing. */
export type Entities = (reference: string) => string

/**
 * Replaces the references of a text: characters by their numbers, and the five entities of XML. All others are reported,
 * and become what `entities` says.
 */
export function replaceReferences(text: string, entities: Entities, report: (problem: string) => void): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    const found = name === undefined ? (whole === '&' ? undefined : toCharacter(decimal, hex)) : ownEntities.get(name)
    if (found !== undefined) return found
    if (whole === '&') report('An "&" begins no reference')
    else report(name === undefined ? `${whole} is no character` : `There is no entity ${whole.slice(0, 40)}`)
    return name === undefined ? whole : entities(whole)
  })
}

function toCharacter(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  if (code > 0x10ffff) return undefined
  const character = String.fromCodePoint(code)
  return isXmlText(character) ? character : undefined
}
