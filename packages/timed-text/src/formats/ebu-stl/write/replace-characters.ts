import type { FrameDocument, TextPart } from '../../../document/document.ts'
import { type Characters, getCharacters } from '../layout/characters.ts'
import { cluster, encodeText, withPairedQuotes } from '../layout/encode-characters.ts'
import { findGsi } from '../layout/gsi.ts'
import { guessTable } from '../read/guess-table.ts'
import { readCodeTable } from '../read/read.ts'
import type { EbuStlWriteOptions } from './write-options.ts'

/** A cue whose text no file has as it is. */
export interface ReplacedCharacters {
  /** What is written instead. */
  readonly replaced: ReadonlyMap<string, string>
  /** What nothing like it is in the code table for; it stays in the text. */
  readonly missing: ReadonlySet<string>
}

/** The document with the characters that a file of it has instead of those its code table lacks, and the cues that have any. */
export function replaceCharacters(
  document: FrameDocument,
  { codeTable, languageCode }: EbuStlWriteOptions = {},
): { document: FrameDocument; byCue: ReadonlyMap<number, ReplacedCharacters> } {
  const gsi = findGsi(document)
  const table = codeTable ?? (gsi ? readCodeTable(gsi) : guessTable(document.cues))
  const texts = document.cues.flatMap(({ textParts }) => textParts.map(getText))
  const characters = withPairedQuotes(getCharacters(table, languageCode ?? document.language), texts)
  const byCue = new Map<number, ReplacedCharacters>()
  const cues = document.cues.map((cue, index) => {
    const replaced = new Map<string, string>()
    const missing = new Set<string>()
    const textParts = cue.textParts.flatMap((part): TextPart<number>[] => {
      if (part.type !== 'text') return [part]
      const content = replaceText(part.content, characters, replaced, missing)
      if (content === part.content) return [part]
      return content === '' ? [] : [{ ...part, content }]
    })
    if (replaced.size > 0 || missing.size > 0) byCue.set(index, { replaced, missing })
    return replaced.size > 0 ? { ...cue, textParts } : cue
  })
  return { document: byCue.size > 0 ? { ...document, cues } : document, byCue }
}

function getText(part: TextPart): string {
  return part.type === 'text' ? part.content : ''
}

function replaceText(
  text: string,
  characters: Characters,
  replaced: Map<string, string>,
  missing: Set<string>,
): string {
  let isExact = true
  encodeText(text, characters, [], () => {
    isExact = false
  })
  if (isExact) return text
  let content = ''
  for (const character of text.toWellFormed().normalize('NFC').match(cluster) ?? []) {
    let written = character
    encodeText(character, characters, [], (_told, outcome) => {
      written = outcome
    })
    if (written === '?' && character !== '?') {
      missing.add(character)
      written = character
    } else if (written !== character) replaced.set(character, written)
    content += written
  }
  return content
}
