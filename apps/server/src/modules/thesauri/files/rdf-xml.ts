import { once } from 'node:events'
import { brokenRule, ServiceError } from '@rushes/contract'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { cutToPieces } from './pieces.ts'
import { type createConceptReader, type EntryStatement, namespaces } from './skos.ts'

/** Deepest nesting of elements; what is deeper is kept open in memory. */
const deepestNesting = 100

/** Reads statements out of RDF/XML, in pieces, so that others are served meanwhile. Throws ValidationError. */
export async function readRdfXml(
  text: string,
  baseIri: string,
  reader: Pick<ReturnType<typeof createConceptReader>, 'read'>,
): Promise<void> {
  assertShallow(text)
  const parser = new RdfXmlParser({ baseIRI: baseIri, allowDuplicateRdfIds: true })
  let failure: unknown
  parser.on('data', statement => {
    try {
      if (failure === undefined) reader.read(statement)
    } catch (error) {
      failure = error
    }
  })
  parser.on('error', error => {
    failure ??= error
  })
  const ended = Promise.race([once(parser, 'end'), once(parser, 'close')]).catch(() => {})
  for await (const piece of cutToPieces(text)) {
    if (failure !== undefined) break
    parser.write(piece)
  }
  if (failure === undefined) {
    parser.end()
    await ended
  }
  parser.destroy()
  if (failure instanceof ServiceError) throw failure
  if (failure !== undefined) throw brokenRule('/', String((failure as Error).message).slice(0, 300))
}

/** Refuses nesting that the parser would keep open, and declarations of documents, whose entities can grow without end. */
function assertShallow(text: string): void {
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = findBehind(text, '-->', at + 4)
    else if (text.startsWith('<![CDATA[', at)) at = findBehind(text, ']]>', at + 9)
    else if (text.startsWith('<?', at)) at = findBehind(text, '?>', at + 2)
    else if (text.startsWith('<!', at)) throw brokenRule('/', 'holds a document type declaration, which is not read')
    else {
      const end = findEndOfTag(text, at + 1)
      if (end < 0) throw brokenRule('/', 'holds a tag without an end')
      if (text[at + 1] === '/') depth--
      else if (text[end - 1] !== '/') depth++
      if (depth > deepestNesting) throw brokenRule('/', `is nested more than ${deepestNesting} levels deep`)
      at = end
    }
  }
}

function findBehind(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at + sign.length
}

/** Where a tag's `>` is: not one within the quotes of an attribute; -1 where there is none. */
function findEndOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '>') return at
    if (sign !== '"' && sign !== "'") continue
    const close = text.indexOf(sign, at + 1)
    if (close < 0) return -1
    at = close
  }
  return -1
}

const declarations = Object.entries(namespaces).map(([name, iri]) => `xmlns:${name}="${iri}"`)

/** The beginning of a document in which addresses below `baseIri` are written without it. */
export function writeRdfStart(baseIri: string): string {
  const base = `xml:base="${toXmlAttribute(baseIri)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF ${[...declarations, base].join(' ')}>\n`
}

export function writeRdfEnd(): string {
  return '</rdf:RDF>\n'
}

export function writeDescription(subject: string, statements: readonly EntryStatement[], baseIri: string): string {
  const toReference = (iri: string) => toXmlAttribute(iri.startsWith(baseIri) ? iri.slice(baseIri.length) : iri)
  const lines = statements.map(({ predicate, object }) => {
    const name = predicate.join(':')
    if ('iri' in object) return `<${name} rdf:resource="${toReference(object.iri)}"/>\n`
    const type = object.isJson ? ` rdf:datatype="${namespaces.rdf}JSON"` : ''
    return `<${name}${type}>${toXmlText(object.text)}</${name}>\n`
  })
  return `<rdf:Description rdf:about="${toReference(subject)}">\n${lines.join('')}</rdf:Description>\n`
}

/** Text without what XML 1.0 cannot hold, and with what it would read otherwise in references. */
function toXmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>\r]/g, sign => `&#${sign.charCodeAt(0)};`)
}

function toXmlAttribute(text: string): string {
  return toXmlText(text).replaceAll(/["\n\t]/g, sign => `&#${sign.charCodeAt(0)};`)
}
