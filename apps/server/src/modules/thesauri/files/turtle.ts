import { EventEmitter } from 'node:events'
import { brokenRule } from '@rushes/contract'
import { DataFactory, type ParseCallback, Parser, type Quad, Writer } from 'n3'
import { cutToPieces } from './pieces.ts'
import { type createConceptReader, type EntryStatement, namespaces } from './skos.ts'

const { literal, namedNode } = DataFactory

/** Deepest nesting of brackets; what is deeper is kept open in memory. */
const deepestNesting = 100

/** Reads statements out of Turtle, in pieces, so that others are served meanwhile. Throws ValidationError. */
export async function readTurtle(
  text: string,
  baseIri: string,
  reader: Pick<ReturnType<typeof createConceptReader>, 'read'>,
): Promise<void> {
  const parser = new Parser({ format: 'text/turtle', baseIRI: baseIri })
  const source = new EventEmitter()
  let depth = 0
  const observers = {
    onQuad: ((error, quad) => {
      if (error) throw brokenRule('/', error.message.slice(0, 300))
      if (quad) reader.read(quad)
    }) satisfies ParseCallback<Quad>,
    // Sees every token before the grammar does; the types of the package do not declare it yet.
    onToken({ type }: { type: string }) {
      if (opening.has(type)) depth++
      if (closing.has(type)) depth--
      if (depth > deepestNesting) throw brokenRule('/', `is nested more than ${deepestNesting} levels deep`)
    },
  }
  parser.parse(source, observers)
  for await (const piece of cutToPieces(text)) source.emit('data', piece)
  source.emit('end')
}

const opening = new Set(['[', '(', '{', '<<', '<<(', '{|'])
const closing = new Set([']', ')', '}', '>>', ')>>', '|}'])

/** Writes statements about entries as Turtle, piece by piece. */
export function createTurtleWriter() {
  const pieces: string[] = []
  const sink = {
    write(piece: string, _encoding: string, written?: () => void) {
      pieces.push(piece)
      written?.()
    },
    end: (ended?: () => void) => ended?.(),
  }
  const writer = new Writer(sink, { prefixes: { ...namespaces } })
  const take = () => pieces.splice(0).join('')
  return {
    write(described: readonly [string, readonly EntryStatement[]][]): string {
      for (const [subject, statements] of described) {
        for (const { predicate, object } of statements) {
          const [namespace, name] = predicate
          const isIri = 'iri' in object
          const term = isIri ? namedNode(object.iri) : literal(object.text, object.isJson ? jsonType : undefined)
          writer.addQuad(namedNode(subject), namedNode(namespaces[namespace] + name), term)
        }
      }
      return take()
    },
    end(): string {
      writer.end()
      return take()
    },
  }
}

const jsonType = namedNode(`${namespaces.rdf}JSON`)
