import type { LossLog, Report } from '../../../document/diagnostics.ts'
import type { JsonValue } from '../../../document/document.ts'
import type { Attributes, Scope } from '../namespaces.ts'
import { count, date } from '../profiles.ts'
import type { IdRegistry } from '../write/escape.ts'
import { isLanguageTag } from '../write/write-styles.ts'
import { readXml } from '../xml.ts'

/*
 * Metadata that nobody here understands: elements of other namespaces, and binary data of EBU-TT. They are kept as the
 * XML that they are, each with the namespaces it needs, and written again where the formats have a place for them.
 */

const binaryData = 'ebuttm:binaryData'
/** What binary data says of itself. */
const binaryAttributes: ReadonlyMap<string, RegExp> = new Map([
  ['textEncoding', /^BASE64$/],
  ['binaryDataType', /^[\s\S]*$/],
  ['fileName', /^[\s\S]*$/],
  ['creationDate', date],
  ['revisionDate', date],
  ['revisionNumber', count],
])
/** Binary data may hold a whole EBU STL file. */
const mostCharacters = 4 * 1024 * 1024

/** Whether an element is metadata that is kept as it stands. */
export function isForeign(name: string): boolean {
  return name.startsWith('{') || name === binaryData
}

/** Collects such elements as far as there is room for them. */
export class ForeignReader {
  #room = mostCharacters
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  /** The element, where it can be kept. */
  read(xml: string, at: number): string | undefined {
    if (xml.length <= this.#room && findForeignIds(xml)) {
      this.#room -= xml.length
      return xml
    }
    this.#report('IMPORT_SETTING_IGNORED', 'info', 'Metadata of another namespace could not be kept', at)
    return undefined
  }
}

/** The kept elements of an extension that can be written: well-formed, and with ids that are free. */
export function listForeign(
  kept: JsonValue | undefined,
  ids: IdRegistry,
  log: LossLog,
  cueIndex?: number,
): readonly string[] {
  if (!Array.isArray(kept)) return []
  return kept.filter((xml): xml is string => {
    const found = typeof xml === 'string' && xml.length <= mostCharacters ? findForeignIds(xml) : undefined
    const isFree = found?.every(id => ids.claim(id)) === true
    const message = 'Metadata of other namespaces was left out where it is not well-formed or its ids are in use'
    if (!isFree) log.lose('COMMENT_DROPPED', 'warning', message, cueIndex)
    return isFree
  })
}

/** The ids in an element if it is allowed in a file: without elements and attributes that schemas know. */
function findForeignIds(xml: string): readonly string[] | undefined {
  const ids: string[] = []
  let isGood = /^<[^!?]/.test(xml) && xml.endsWith('>')
  let depth = 0
  let isBinary = false
  const check = (attributes: Attributes, { uris }: Scope) => {
    for (const name in attributes) {
      const value = attributes[name]!
      const [prefix = '', local] = name.split(':')
      if (name === 'xml:id') ids.push(value)
      else if (name === 'xml:lang') isGood &&= isLanguageTag(value)
      else if (name === 'xml:space') isGood &&= value === 'default' || value === 'preserve'
      else if (isBinary) isGood &&= prefix === 'xmlns' || binaryAttributes.get(name)?.test(value) === true
      else if (local !== undefined) isGood &&= prefix === 'xmlns' || name.startsWith('{') || isUnknown(prefix, uris)
    }
    if (isBinary) isGood &&= attributes.textEncoding !== undefined && attributes.binaryDataType !== undefined
  }
  readXml(
    xml,
    () => ({
      open(name, attributes, _at, scope) {
        if (depth++ === 0) isBinary = name === binaryData
        isGood &&= isBinary ? depth === 1 : name.startsWith('{')
        check(attributes, scope)
        return true
      },
      close() {
        depth--
      },
      text() {},
    }),
    () => {
      isGood = false
    },
  )
  return isGood ? ids : undefined
}

/** Whether a prefix is declared, for a namespace that is none of ours. */
function isUnknown(prefix: string, uris: ReadonlyMap<string, string>): boolean {
  return uris.has(prefix) && !knownUri.test(uris.get(prefix)!)
}

const knownUri = /^(?:http:\/\/www\.w3\.org\/|urn:ebu:|http:\/\/www\.smpte-ra\.org\/)/
