import { SaxesParser } from 'saxes'
import { decodeText } from '../decode-text.ts'
import type { Report } from '../diagnostics.ts'
import { type Attributes, openScope, rootScope, type Scope, toAttributes, toElementName } from './namespaces.ts'

/** Takes a document piece by piece, names with our prefixes. Every element that was opened is closed. */
export interface XmlHandler {
  /** What this returns false for is skipped with all that is inside. */
  readonly open: (name: string, attributes: Attributes, line: number) => boolean
  readonly close: (name: string, line: number) => void
  readonly text: (text: string) => void
}

/** No document of subtitles is nested deeper than some ten elements. */
const maxDepth = 100
/** A file with more faults than these is no XML that came to harm. */
const maxFaults = 50

/** Thrown to stop the parser where the rest is of no use; never leaves this file. */
const stop = Symbol('stop')

/**
 * Reads XML with namespaces, without any entity but the five and without a document type. Faults are reported with
 * their line and read over as well as can be; too many of them, or too deep a nesting, end the reading. The handler
 * may call `end` to end it early.
 */
export function readXml(text: string, createHandler: (end: () => never) => XmlHandler, report: Report): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const handler = createHandler(() => {
    throw stop
  })
  const names: string[] = []
  const scopes: Scope[] = [rootScope]
  const lastDeclaration = text.lastIndexOf('xmlns')
  /** Whether the next tag may declare namespaces: most files do it at their beginning only. */
  let mayDeclare = true
  /** The depth of the outermost element that is skipped; 0 while none is. */
  let skipped = 0
  let faults = 0
  let isTruncated = false

  parser.on('error', ({ message }) => {
    if (isTruncated) return
    if (/^(?:unclosed tag|unexpected end|document must contain)/.test(message)) {
      isTruncated = true
      if (names.length > 0) report('IMPORT_MARKUP_REPAIRED', 'error', 'The file ends too early', parser.line)
      return
    }
    report('IMPORT_MARKUP_REPAIRED', 'warning', `The file is no proper XML here: ${message.slice(0, 120)}`, parser.line)
    if (++faults < maxFaults) return
    report('IMPORT_LIMIT_REACHED', 'error', 'The file has too many faults; what follows was not read', parser.line)
    throw stop
  })
  parser.on('doctype', () => {
    report('IMPORT_SETTING_IGNORED', 'warning', 'The document type and its entities were ignored', parser.line)
  })
  parser.on('opentag', tag => {
    if (names.length >= maxDepth) {
      report('IMPORT_LIMIT_REACHED', 'error', 'Elements are nested too deeply; the rest was not read', parser.line)
      throw stop
    }
    const outer = scopes[scopes.length - 1]!
    const scope = mayDeclare ? openScope(outer, tag.attributes) : outer
    mayDeclare = parser.position <= lastDeclaration
    const name = toElementName(scope, tag.name)
    names.push(name)
    scopes.push(scope)
    if (skipped > 0) return
    // Skipped until it is taken, so that what ends the reading here is not closed.
    skipped = names.length
    if (handler.open(name, toAttributes(scope, tag.attributes), parser.line)) skipped = 0
  })
  const closeLast = () => {
    const depth = names.length
    const name = names.pop()!
    scopes.pop()
    if (skipped === 0) handler.close(name, parser.line)
    else if (skipped === depth) skipped = 0
  }
  parser.on('closetag', closeLast)
  const addText = (content: string) => {
    if (skipped === 0 && names.length > 0) handler.text(content)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  try {
    parser.write(text).close()
  } catch (error) {
    if (error !== stop) throw error
  }
  while (names.length > 0) closeLast()
}

/** The text of an XML file, by its byte order mark, else by what its declaration says of its encoding. */
export function decodeXml(input: string | Uint8Array, encoding: string | undefined, report: Report): string {
  if (typeof input === 'string') return decodeText(input, 'utf-8', report)
  return decodeText(input, encoding ?? findDeclaredEncoding(input) ?? 'guess', report)
}

function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const encoding = /^(?:ï»¿)?\s{0,20}<\?xml\s[^>]{0,80}?encoding\s?=\s?["']([\w.-]{1,40})["']/.exec(head)?.[1]
  // Who can read the declaration byte by byte is not in an encoding of two bytes, whatever it says.
  return encoding && !/^(?:utf-?16|ucs-?2|iso-10646)/i.test(encoding) ? encoding.toLowerCase() : undefined
}
