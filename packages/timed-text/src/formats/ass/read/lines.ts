/** What a line of a file is part of, and what it says. */
export interface ScriptLine {
  /** The name of its section, in lower case; empty before the first one. */
  readonly section: string
  /** What is before the colon, in lower case; empty where there is none, `;` for a comment, `[` for the begin of a section. */
  readonly key: string
  /** The key as it is written. */
  readonly name: string
  /** What is after the colon; the whole line where there is none. */
  readonly value: string
  /** Counted from 1. */
  readonly number: number
}

const sectionPattern = /^\[([a-z0-9+ _-]{1,40})\]$/i
/** A name and its colon; that of an entry of [Script Info] may have several words. */
const keyPattern = /^([a-z][a-z0-9 _-]{0,40}?)\s{0,9}:/i

/** The lines of a text whose line ends are LF, without blank ones. */
export function* listLines(text: string): Generator<ScriptLine> {
  let section = ''
  let number = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const line = text.slice(start, end)
    start = end + 1
    number++
    if (line.trim() === '') continue
    const name = sectionPattern.exec(line.trim())?.[1]
    if (name !== undefined) {
      section = name.toLowerCase()
      yield { section, key: '[', name, value: name, number }
      continue
    }
    const isComment = line.startsWith(';') || line.startsWith('!:')
    const [whole = '', key = isComment ? ';' : ''] = isComment ? [] : (keyPattern.exec(line) ?? [])
    yield { section, key: key.toLowerCase(), name: key, value: line.slice(whole.length), number }
  }
}

/** The names of fields, in lower case, and which of them may have commas: the text, else the last. */
export interface FieldOrder {
  readonly names: readonly string[]
  readonly wide: number
}

/** The order of fields in a Format line. */
export function readFormat(value: string): FieldOrder {
  return createFieldOrder(value.split(',').map(name => name.trim()))
}

export function createFieldOrder(fieldNames: readonly string[]): FieldOrder {
  const names = fieldNames.map(name => name.toLowerCase())
  const text = names.indexOf('text')
  return { names, wide: text < 0 ? names.length - 1 : text }
}

/** The fields of a line by their names; the text is not trimmed. Undefined where there are fewer fields than names. */
export function readFields(value: string, { names, wide }: FieldOrder): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  let start = 0
  for (let index = 0; index < wide; index++) {
    const comma = value.indexOf(',', start)
    if (comma < 0) return undefined
    fields.set(names[index]!, value.slice(start, comma).trim())
    start = comma + 1
  }
  let end = value.length
  for (let index = names.length - 1; index > wide; index--) {
    const comma = value.lastIndexOf(',', end - 1)
    if (comma < start || comma >= end) return undefined
    fields.set(names[index]!, value.slice(comma + 1, end).trim())
    end = comma
  }
  const name = names[wide] ?? ''
  const rest = value.slice(start, end)
  fields.set(name, name === 'text' ? rest : rest.trim())
  return fields
}
