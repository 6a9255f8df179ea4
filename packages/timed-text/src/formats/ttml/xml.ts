import type { Report } from '../../document/diagnostics.ts'
import { decodeReferences, reportUnknownNames } from '../../text/character-references.ts'
import { decodeText, toLineFeeds } from '../../text/decode-text.ts'
import type { Tag } from '../xml/read-tag.ts'
import { readXmlEvents, type XmlEvents } from '../xml/read-xml.ts'
import {
  type Attributes,
  openScope,
  rootScope,
  type Scope,
  toAttributes,
  toElementName,
  toStandalone,
} from './namespaces.ts'

/**
 * Takes a document piece by piece, names with our prefixes. Every element that was opened is closed. `at` is the offset
 * where the tag begins, `end` that behind the element.
 */
export interface XmlHandler {
  /**
   * What this returns false for is skipped with all that is inside. `names` are those of the attributes, one list for
   * tags that have the same; undefined where that is not known.
   */
  readonly open: (name: string, attributes: Attributes, at: number, scope: Scope, names: Tag['names']) => boolean
  readonly close: (name: string, at: number, end: number) => void
  readonly text: (text: string) => void
  /** An element that was skipped; `toXml` gives it as a document of its own. */
  readonly skipped?: (name: string, at: number, toXml: () => string) => void
}

/** No document of subtitles is nested deeper than some ten elements. */
const maxDepth = 100
/** A file with more faults than these is no XML that came to harm. */
const maxFaults = 50

/** Thrown to stop the reader where the rest is of no use; never leaves this file. */
const stop = Symbol('stop')

/**
 * Reads XML with namespaces, without any entity but the five and without a document type. Faults are reported with
 * their offset and read over as well as can be; too many of them, or too deep a nesting, end the reading. The handler
 * may call `end` to end it early.
 */
export function readXml(text: string, createHandler: (end: () => never) => XmlHandler, report: Report): void {
  const handler = createHandler(() => {
    throw stop
  })
  const openNames: string[] = []
  const scopes: Scope[] = [rootScope]
  /** The depth of the outermost element that is skipped; 0 while none is. */
  let skipped = 0
  let skippedTag: { readonly tag: Tag; readonly at: number } | undefined
  let faults = 0

  const open = (tag: Tag, at: number) => {
    if (openNames.length >= maxDepth) {
      report('IMPORT_LIMIT_REACHED', 'error', 'Elements are nested too deeply; the rest was not read', at)
      throw stop
    }
    const outer = scopes[scopes.length - 1]!
    const scope = tag.declares ? openScope(outer, tag.attributes) : outer
    const name = toElementName(scope, tag.name)
    openNames.push(name)
    scopes.push(scope)
    if (skipped > 0) return
    // Skipped until it is taken, so that what ends the reading here is not closed.
    skipped = openNames.length
    const names = scope.hasOurPrefixes ? tag.names : undefined
    if (handler.open(name, toAttributes(scope, tag.attributes), at, scope, names)) skipped = 0
    else skippedTag = { tag, at }
  }
  const close = (at: number, end: number) => {
    const depth = openNames.length
    const name = openNames.pop()!
    const scope = scopes.pop()!
    if (skipped === 0) handler.close(name, at, end)
    else if (skipped === depth) {
      skipped = 0
      if (!skippedTag || !handler.skipped) return
      const { tag, at } = skippedTag
      handler.skipped(name, at, () => toStandalone(text.slice(at, end), tag, scope))
    }
  }
  const fault = (problem: string, at: number) => {
    report('IMPORT_MARKUP_REPAIRED', 'warning', `The file is no proper XML here: ${problem}`, at)
    if (++faults < maxFaults) return
    report('IMPORT_LIMIT_REACHED', 'error', 'The file has too many faults; what follows was not read', at)
    throw stop
  }
  try {
    const events: XmlEvents = {
      open,
      close,
      text(content) {
        if (skipped === 0) handler.text(content)
      },
      fault,
      doctype(at) {
        report('IMPORT_SETTING_IGNORED', 'warning', 'The document type and its entities were ignored', at)
      },
      truncated(at) {
        if (openNames.length > 0) report('IMPORT_MARKUP_REPAIRED', 'error', 'The file ends too early', at)
      },
    }
    readXmlEvents(text, events, decodeReferences)
  } catch (error) {
    if (error !== stop) throw error
  }
  while (openNames.length > 0) close(text.length, text.length)
}

/** The text of an XML file with its line ends made LF; by its byte order mark, else by the encoding it declares. */
export function decodeXml(input: string | Uint8Array, encoding: string | undefined, report: Report): string {
  const text =
    typeof input === 'string'
      ? decodeText(input, 'utf-8', report)
      : decodeText(input, encoding ?? findDeclaredEncoding(input) ?? 'guess', report)
  reportUnknownNames(text, report)
  return toLineFeeds(text)
}

function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const encoding = /^(?:ï»¿)?\s{0,20}<\?xml\s[^>]{0,80}?encoding\s?=\s?["']([\w.-]{1,40})["']/.exec(head)?.[1]
  // Who can read the declaration byte by byte is not in an encoding of two bytes, whatever it says.
  return encoding && !/^(?:utf-?16|ucs-?2|iso-10646)/i.test(encoding) ? encoding.toLowerCase() : undefined
}
