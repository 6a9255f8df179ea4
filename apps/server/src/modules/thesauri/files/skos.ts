/** Thesauri in SKOS: what an entry says as statements, and what statements say of entries. Pure. */

import { brokenRule, mostWrittenEntries } from '@rushes/contract'
import type { WritableEntry } from './csv.ts'
import type { FileContent, FileEntry, FileProblem } from './entry.ts'

export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  rushes: 'urn:rushes:thesaurus#',
} as const
const { rdf, rdfs, skos, rushes } = namespaces

/** One statement about an entry; the predicate with the name of its namespace. */
export interface EntryStatement {
  readonly predicate: readonly [keyof typeof namespaces, string]
  readonly object: { readonly iri: string } | { readonly text: string; readonly isJson?: true }
}

/** The address of an entry, made of its value so that it is the same in every export. */
export function toConceptIri(schemeIri: string, value: string): string {
  return `${schemeIri}#${encodeURIComponent(value)}`
}

/** What an entry says of itself; `parentSchemeIri` is the address of the linked thesaurus. */
export function toStatements(entry: WritableEntry, schemeIri: string, parentSchemeIri: string): EntryStatement[] {
  const { value, label, parent, formFieldValues } = entry
  const isFilled = Object.keys(formFieldValues).length > 0
  return [
    { predicate: ['rdf', 'type'], object: { iri: `${skos}Concept` } },
    { predicate: ['skos', 'inScheme'], object: { iri: schemeIri } },
    { predicate: ['skos', 'notation'], object: { text: value } },
    { predicate: ['skos', 'prefLabel'], object: { text: label } },
    ...(parent === undefined
      ? []
      : [{ predicate: ['skos', 'broadMatch'], object: { iri: toConceptIri(parentSchemeIri, parent) } } as const]),
    ...(isFilled
      ? [
          {
            predicate: ['rushes', 'formFieldValues'],
            object: { text: JSON.stringify(formFieldValues), isJson: true },
          } as const,
        ]
      : []),
  ]
}

interface RdfObject {
  readonly termType: string
  readonly value: string
  readonly language?: string
}

/** A statement as both parsers give it. */
interface RdfStatement {
  readonly subject: { readonly termType: string; readonly value: string }
  readonly predicate: { readonly value: string }
  readonly object: RdfObject
}

interface Concept {
  isConcept: boolean
  isNamed: boolean
  notation?: string
  label?: { text: string; rank: number }
  parent?: string
  fields?: string
}

const mostStatements = 1_000_000

/** What a predicate says of a concept; of several notations, parents or values the first counts. */
const meanings: Readonly<Record<string, (concept: Concept, object: RdfObject, language: string | undefined) => void>> =
  {
    [`${rdf}type`](concept, { value }) {
      if (value === `${skos}Concept`) concept.isConcept = true
    },
    [`${skos}notation`](concept, { termType, value }) {
      if (termType === 'Literal') concept.notation ??= value
    },
    [`${rushes}formFieldValues`](concept, { termType, value }) {
      if (termType === 'Literal') concept.fields ??= value
    },
    [`${skos}broader`]: setParent,
    [`${skos}broadMatch`]: setParent,
    [`${skos}prefLabel`]: (concept, object, language) => setLabel(concept, object, toRank(object, language)),
    [`${rdfs}label`]: (concept, object, language) => setLabel(concept, object, 10 + toRank(object, language)),
  }

function setParent(concept: Concept, { termType, value }: RdfObject): void {
  if (termType === 'NamedNode') concept.parent ??= value
}

function setLabel(concept: Concept, { termType, value: text }: RdfObject, rank: number): void {
  if (termType === 'Literal' && (!concept.label || rank < concept.label.rank)) concept.label = { text, rank }
}

function toRank({ language = '' }: RdfObject, wanted: string | undefined): number {
  if (wanted !== undefined && language.toLowerCase() === wanted.toLowerCase()) return 0
  if (language === '') return 1
  return language.toLowerCase().split('-')[0] === 'en' ? 2 : 3
}

/** Gathers the concepts of a file, of each only what an entry keeps. Labels in `language` count before all others. */
export function createConceptReader(language: string | undefined) {
  const concepts = new Map<string, Concept>()
  let count = 0

  return {
    /** Throws ValidationError for a file with too many statements or concepts. */
    read({ subject, predicate, object }: RdfStatement): void {
      count++
      if (count > mostStatements) throw brokenRule('/', `has more than ${mostStatements} statements`)
      const mean = Object.hasOwn(meanings, predicate.value) ? meanings[predicate.value] : undefined
      mean?.(findOrAdd(subject), object, language)
    },

    finish(): FileContent {
      const problems: FileProblem[] = []
      const entries = [...concepts].flatMap(([iri, concept]) => {
        return concept.isConcept ? [toEntry(iri, concept, concepts, problems)] : []
      })
      if (entries.length === 0) throw brokenRule('/', 'holds no skos:Concept')
      if (entries.length > mostWrittenEntries) throw brokenRule('/', `has more than ${mostWrittenEntries} concepts`)
      return { entries, problems }
    },
  }

  function findOrAdd({ value, termType }: RdfStatement['subject']): Concept {
    const known = concepts.get(value)
    if (known) return known
    // A scheme and a few collections may stand beside the concepts.
    if (concepts.size > 2 * mostWrittenEntries) throw brokenRule('/', `has more than ${mostWrittenEntries} concepts`)
    const added = { isConcept: false, isNamed: termType === 'NamedNode' }
    concepts.set(value, added)
    return added
  }
}

function toEntry(
  iri: string,
  { notation, isNamed, label, parent, fields }: Concept,
  concepts: ReadonlyMap<string, Concept>,
  problems: FileProblem[],
): FileEntry {
  return {
    place: iri,
    value: notation ?? (isNamed ? toLastPart(iri) : undefined),
    label: label?.text,
    parent: parent === undefined ? undefined : (concepts.get(parent)?.notation ?? toLastPart(parent)),
    formFieldValues: fields === undefined ? undefined : readFields(fields, iri, problems),
  }
}

function readFields(json: string, place: string, problems: FileProblem[]): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Told below.
  }
  problems.push({ place, message: 'has form field values that are no JSON object' })
  return undefined
}

/** `…#antwerp`, `…/antwerp`: what stands behind the last separator. */
function toLastPart(iri: string): string | undefined {
  const part = iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1)
  try {
    return decodeURIComponent(part) || undefined
  } catch {
    return part
  }
}
