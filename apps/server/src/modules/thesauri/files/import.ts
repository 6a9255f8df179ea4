import {
  brokenRule,
  FileBody,
  malformed,
  ThesaurusEntryRequest,
  type ThesaurusFile,
  type ThesaurusFormat,
  type ThesaurusImport,
  thesaurusMediaTypes,
} from '@rushes/contract'
import { decodeText } from '@rushes/markers'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { toFormC } from '../../../platform/text/form-c.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { toEntryList } from '../entries/entry-list.ts'
import { findEntries } from '../entries/store.ts'
import { writeEntries } from '../entries/write-entries.ts'
import type { ThesaurusUses } from '../reading/uses.ts'
import { getThesaurusRow } from '../service.ts'
import { readCsv } from './csv.ts'
import type { FileContent, FileEntry, FileProblem } from './entry.ts'
import { toSchemeIri } from './export.ts'
import { readRdfXml } from './rdf-xml.ts'
import { createConceptReader } from './skos.ts'
import { readTurtle } from './turtle.ts'

const mostProblems = 100
/** An entry of a file is held to what an entry of a request is. */
const assertEntry = createValidator(ThesaurusEntryRequest, 'ValidationError')

/**
 * Writes the entries of a file, as a list of them is written: all or none. What the file says that an entry cannot
 * hold is listed in `problems`. Throws ValidationError for a file that cannot be read, and for what a list would be refused for.
 */
export async function importEntries(
  ctx: Context,
  accountId: number,
  id: number,
  { body, language }: { body: ThesaurusFile | FileBody; language: string | undefined },
  uses: ThesaurusUses,
): Promise<ThesaurusImport> {
  const { linked_thesaurus_id: linkedId } = await getThesaurusRow(ctx, accountId, id)
  const content = await read(toFile(body), toSchemeIri(ctx, id), language)
  const problems = [...content.problems]
  return inTransaction(ctx, async ctx => {
    const entries = withoutRepetition(content.entries, problems)
    const parents = await findParents(ctx, linkedId, entries)
    const requests = entries.map(entry => {
      const request = toRequest(entry, parents, problems)
      assertEntry(request, `/${entry.place}`)
      return request
    })
    const list = toEntryList(requests, index => `/${entries[index]!.place}`)
    const { created, updated, unchanged } = await writeEntries(ctx, accountId, id, list, uses)
    return { created, updated, unchanged, problemCount: problems.length, problems: problems.slice(0, mostProblems) }
  })
}

function toFile(body: ThesaurusFile | FileBody): { format: ThesaurusFormat; text: string } {
  const file = body instanceof FileBody ? { format: toFormat(body.contentType), bytes: body.bytes } : decode(body)
  const text = decodeText(file.bytes)
  if (text.includes('\0')) throw brokenRule('/', 'is no text')
  return { format: file.format, text: text.toWellFormed() }
}

function toFormat(contentType: string): ThesaurusFormat {
  const [type = ''] = contentType.toLowerCase().split(';')
  const formats = Object.keys(thesaurusMediaTypes) as ThesaurusFormat[]
  return formats.find(format => thesaurusMediaTypes[format] === type.trim())!
}

function decode({ content, format }: ThesaurusFile) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw malformed('/content', 'is not base64')
  return { format, bytes: Buffer.from(content, 'base64') }
}

async function read(
  { format, text }: { format: ThesaurusFormat; text: string },
  baseIri: string,
  language: string | undefined,
): Promise<FileContent> {
  if (format === 'csv') return readCsv(text)
  const reader = createConceptReader(language)
  await (format === 'turtle' ? readTurtle : readRdfXml)(text, baseIri, reader)
  return reader.finish()
}

/** Of several entries with one value the first counts; what has neither value nor label is left out. */
function withoutRepetition(entries: readonly FileEntry[], problems: FileProblem[]): FileEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ place, value = '', label = '' }) => {
    const key = toFormC(value.trim())
    if (key === '' && label.trim() === '') {
      problems.push({ place, message: 'has neither a value nor a label' })
      return false
    }
    if (key !== '' && seen.has(key)) {
      problems.push({ place, message: `has the value ${JSON.stringify(key.slice(0, 100))}, which stands before it` })
      return false
    }
    seen.add(key)
    return true
  })
}

const batchSize = 1000

/** The entries of the linked thesaurus that the file names, by their values. */
async function findParents(ctx: Transaction, linkedId: number | null, entries: readonly FileEntry[]) {
  const found = new Map<string, number>()
  if (linkedId === null) return found
  const values = [...new Set(entries.flatMap(({ parent }) => parent || []))]
  for (let start = 0; start < values.length; start += batchSize) {
    const batch = { ids: [], values: values.slice(start, start + batchSize) }
    for (const row of await findEntries(ctx.db, linkedId, batch)) found.set(toFormC(row.value), row.id)
  }
  return found
}

function toRequest(
  { place, value, label, parent, formFieldValues }: FileEntry,
  parents: ReadonlyMap<string, number>,
  problems: FileProblem[],
): ThesaurusEntryRequest {
  const parentId = parent === undefined ? undefined : parents.get(toFormC(parent))
  if (parent && parentId === undefined) {
    const name = JSON.stringify(parent.slice(0, 100))
    problems.push({ place, message: `belongs under ${name}, which is no value of the linked thesaurus` })
  }
  return {
    ...(value === undefined ? {} : { value }),
    ...(label === undefined ? {} : { label }),
    ...(parentId === undefined ? {} : { linkedThesaurusEntryId: String(parentId) }),
    ...(parent === '' ? { linkedThesaurusEntryId: '' } : {}),
    ...(formFieldValues === undefined ? {} : { formFieldValues }),
  }
}
