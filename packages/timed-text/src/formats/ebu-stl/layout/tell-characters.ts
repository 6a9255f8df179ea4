import type { LossLog } from '../../../document/diagnostics.ts'
import type { TellCharacter } from './encode-characters.ts'

const mostCharacterMessages = 200

/** Reports characters one by one, as long as there are not too many of them. */
export function createTeller(log: LossLog): (index: number) => TellCharacter {
  const told = new Set<string>()
  return index => (character, written) => {
    if (told.size < mostCharacterMessages) told.add(character)
    const isMissing = written === '?'
    const severity = isMissing ? 'error' : 'warning'
    const name = told.has(character) ? nameCharacter(character) : 'Other characters'
    const outcome = written === '' ? 'left out' : `written as ${written}`
    const reason = 'not in the code table'
    log.lose('UNENCODABLE_CHARACTER', severity, `${name}: ${reason}, ${outcome}`, index)
  }
}

/** Characters with their code points, since many look alike. */
function nameCharacter(character: string): string {
  const points = Array.from(
    character,
    part => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return character.length > 10 ? character : `${character} (${points.join(' ')})`
}
