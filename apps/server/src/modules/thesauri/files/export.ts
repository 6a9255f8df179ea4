import { Readable } from 'node:stream'
import { ServiceError, type ThesaurusFormat, thesaurusMediaTypes } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { negotiate, RawReply, toContentDisposition } from '../../../platform/http/index.ts'
import { listEntriesBehind } from '../entries/store.ts'
import { getThesaurusRow } from '../service.ts'
import type { ThesaurusRow } from '../tables.ts'
import { type WritableEntry, writeHeader, writeRow } from './csv.ts'
import { writeDescription, writeRdfEnd, writeRdfStart } from './rdf-xml.ts'
import { type EntryStatement, namespaces, toConceptIri, toStatements } from './skos.ts'
import { createTurtleWriter } from './turtle.ts'

const pageSize = 1000
const extensions: Readonly<Record<ThesaurusFormat, string>> = { csv: 'csv', turtle: 'ttl', rdfxml: 'rdf' }
const { csv, turtle, rdfxml } = thesaurusMediaTypes

/** A thesaurus as a file, in the order in which its entries came; `format` counts before what is accepted. */
export async function exportEntries(
  ctx: Context,
  accountId: number,
  id: number,
  wanted: { format: ThesaurusFormat | undefined; accept: string | undefined },
): Promise<RawReply> {
  const thesaurus = await getThesaurusRow(ctx, accountId, id)
  const format = wanted.format ?? findFormat(wanted.accept)
  return new RawReply(
    200,
    {
      'content-type': `${thesaurusMediaTypes[format]}; charset=utf-8`,
      'content-disposition': toContentDisposition('attachment', `${thesaurus.label}.${extensions[format]}`),
    },
    Readable.from(writers[format](ctx, thesaurus)),
  )
}

function findFormat(accept: string | undefined): ThesaurusFormat {
  const type = negotiate(accept, [csv, turtle, rdfxml])
  const found = Object.entries(thesaurusMediaTypes).find(([, mediaType]) => mediaType === type)
  if (!found) throw new ServiceError('NotAcceptableError', `This is served as ${[csv, turtle, rdfxml].join(', ')}`)
  return found[0] as ThesaurusFormat
}

type Write = (ctx: Context, thesaurus: ThesaurusRow) => AsyncGenerator<string>

const writers: Readonly<Record<ThesaurusFormat, Write>> = {
  async *csv(ctx, thesaurus) {
    const fields = Object.keys(thesaurus.form_fields_definition?.fields ?? {})
    yield writeHeader(fields)
    for await (const page of readPages(ctx, thesaurus)) yield page.map(entry => writeRow(entry, fields)).join('')
  },
  async *turtle(ctx, thesaurus) {
    const writer = createTurtleWriter()
    for await (const page of describe(ctx, thesaurus)) yield writer.write(page)
    yield writer.end()
  },
  async *rdfxml(ctx, thesaurus) {
    const scheme = toSchemeIri(ctx, thesaurus.id)
    yield writeRdfStart(scheme)
    for await (const page of describe(ctx, thesaurus)) {
      yield page.map(([subject, statements]) => writeDescription(subject, statements, scheme)).join('')
    }
    yield writeRdfEnd()
  },
}

/** The scheme and its concepts, page by page, each with what is said of it. */
async function* describe(ctx: Context, thesaurus: ThesaurusRow): AsyncGenerator<[string, EntryStatement[]][]> {
  const scheme = toSchemeIri(ctx, thesaurus.id)
  const parentScheme = toSchemeIri(ctx, thesaurus.linked_thesaurus_id ?? 0)
  const ofScheme: EntryStatement[] = [
    { predicate: ['rdf', 'type'], object: { iri: `${namespaces.skos}ConceptScheme` } },
    { predicate: ['skos', 'prefLabel'], object: { text: thesaurus.label } },
  ]
  yield [[scheme, ofScheme]]
  for await (const page of readPages(ctx, thesaurus)) {
    yield page.map(entry => [toConceptIri(scheme, entry.value), toStatements(entry, scheme, parentScheme)])
  }
}

/** The address of a thesaurus as a vocabulary. */
export function toSchemeIri(ctx: Context, id: number): string {
  return `${ctx.platform.publicUrl}/thesaurus/${id}`
}

async function* readPages(ctx: Context, { id }: ThesaurusRow): AsyncGenerator<WritableEntry[]> {
  let afterId = 0
  for (;;) {
    const rows = await listEntriesBehind(ctx.db, id, afterId, pageSize)
    if (rows.length === 0) return
    yield rows.map(row => ({
      value: row.value,
      label: row.label,
      parent: row.linked_value ?? undefined,
      formFieldValues: row.form_field_values,
    }))
    afterId = rows.at(-1)!.id
  }
}
