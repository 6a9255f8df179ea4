import { QuerySyntaxError } from '../errors.ts'

/** A piece of decoded text, and the offset after it. */
export interface Scanned {
  readonly text: string
  readonly end: number
}

const whitespace = ' \t\n\r\u3000'

/** Whether the character separates clauses; Solr's list, so a no-break space is an ordinary character. */
export function isWhitespace(character: string): boolean {
  return character !== '' && whitespace.includes(character)
}

/** Decodes the escape whose backslash is at `position`: any character stands for itself, `\u00e9` for a UTF-16 code unit. */
export function scanEscape(text: string, position: number): Scanned {
  const escaped = text.charAt(position + 1)
  if (escaped === '') {
    throw new QuerySyntaxError({
      problem: 'Nothing after the backslash',
      position,
      expected: 'the character to escape',
    })
  }
  if (escaped !== 'u') return { text: escaped, end: position + 2 }

  const digits = text.slice(position + 2, position + 6)
  if (!/^[0-9a-f]{4}$/i.test(digits) || digits === '0000') {
    const expected = 'four hexadecimal digits, not all 0, after \\u'
    throw new QuerySyntaxError({ problem: 'Invalid Unicode escape', position, expected })
  }
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: position + 6 }
}

/** Decodes the quoted text whose opening quotation mark is at `start`. */
export function scanQuoted(text: string, start: number): Scanned {
  let decoded = ''
  let position = start + 1
  while (position < text.length) {
    const character = text.charAt(position)
    if (character === '"') return { text: decoded, end: position + 1 }
    if (character === '\\') {
      const escaped = scanEscape(text, position)
      decoded += escaped.text
      position = escaped.end
    } else {
      decoded += character
      position += 1
    }
  }
  throw new QuerySyntaxError({ problem: 'A quotation that does not end', position: start, expected: 'a closing "' })
}
