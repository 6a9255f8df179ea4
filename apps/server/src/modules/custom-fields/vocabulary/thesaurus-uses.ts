import type { Context, Platform, Transaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { FieldFault, toBrokenRule } from '../../form-fields/index.ts'
import { listProductionIds } from '../../productions/index.ts'
import type { BoundField, NamedEntry, ThesaurusNames, ThesaurusUses } from '../../thesauri/index.ts'
import { type Description, readDescription } from '../description/describe.ts'
import { publishDescription } from '../description/publish.ts'
import { forgetDescription } from '../description/recall.ts'
import { listDescriptionRows, updateDescriptionRow } from '../store.ts'
import type { DescriptionKind, DescriptionRow } from '../tables.ts'
import { type ReadStoredFields, readPages } from '../values/misfits.ts'
import type { FieldMap } from '../values/settle.ts'
import { listBound, listWords, type Replacement, replaceWords } from './bound-words.ts'

/** How what has custom fields is read and written, by the modules that own it. */
export interface FieldBearers {
  readonly read: ReadStoredFields
  /** Changes the custom fields of one, locked, and emits the event; nothing where `change` gives the same ones back. */
  readonly write: (
    ctx: Transaction,
    productionId: number,
    id: number,
    change: (fields: FieldMap) => FieldMap,
  ) => Promise<void>
}

declare module '../../../platform/module.ts' {
  interface Services {
    readonly annotationFields: FieldBearers
    readonly collectionFields: FieldBearers
  }
}

/** Where custom fields use thesauri: in the productions of the thesaurus's account. */
export const thesaurusUses: ThesaurusUses = {
  async listBoundFields(ctx, thesaurus) {
    return (await findBinding(ctx, thesaurus)).flatMap(({ fields }) => fields)
  },
  async countValues(ctx, thesaurus, entry) {
    const counted = (await findBinding(ctx, thesaurus)).flatMap(binding =>
      binding.fields.map(field => countValuesOf(ctx, thesaurus, entry, binding, field)),
    )
    return (await Promise.all(counted)).filter(({ count }) => count > 0)
  },
  async replaceValues(ctx, thesaurus, replacements) {
    for (const binding of await findBinding(ctx, thesaurus)) {
      await replaceInProduction(ctx, binding, createFinder(thesaurus, replacements))
    }
  },
}

/** How custom fields of a kind are read and written. */
export function getBearers({ services }: Platform, kind: DescriptionKind): FieldBearers {
  return kind === 'annotation' ? services.annotationFields : services.collectionFields
}

/** A description that binds fields to a thesaurus, and those fields. */
interface Binding {
  readonly row: DescriptionRow
  readonly description: Description
  readonly fields: readonly BoundField[]
}

async function findBinding(ctx: Context, { accountId, names }: ThesaurusNames): Promise<Binding[]> {
  const productionIds = await listProductionIds(ctx.db, accountId)
  const rows = await listDescriptionRows(ctx.db, productionIds, names)
  return rows.flatMap(row => {
    const description = readDescription(row.description)
    const fields = listBound(description.fields)
      .filter(({ thesaurus }) => names.includes(thesaurus))
      .map(({ path }) => ({ productionId: row.production_id, kind: row.kind, field: path.join('.') }))
    return fields.length > 0 ? [{ row, description, fields }] : []
  })
}

type Find = Parameters<typeof replaceWords>[2]

/** What replaces a word: found by the id of its entry if it has one, else by its value. */
function createFinder({ names }: ThesaurusNames, replacements: readonly Replacement[]): Find {
  const byId = new Map(replacements.map(each => [each.from.id, each]))
  const byValue = new Map(replacements.map(each => [each.from.value, each]))
  return ({ thesaurus, value, id }) => {
    if (!names.includes(thesaurus)) return undefined
    return id === undefined ? byValue.get(value) : byId.get(id)
  }
}

async function countValuesOf(
  ctx: Context,
  thesaurus: ThesaurusNames,
  entry: NamedEntry,
  { row, description }: Binding,
  bound: BoundField,
) {
  const find = createFinder(thesaurus, [{ from: entry, to: entry }])
  const holds = (name: string, stored: unknown) =>
    listWords(description.fields.get(name)!, stored, [name]).some(
      word => word.path.join('.') === bound.field && find(word) !== undefined,
    )
  const name = findOwner(description, bound.field)
  let count = holds(name, description.fields.get(name)!.defaultValue) ? 1 : 0
  for await (const page of readPages(ctx.db, row.production_id, getBearers(ctx.platform, row.kind).read, {
    only: name,
  })) {
    count += page.filter(({ customFields }) => holds(name, customFields[name])).length
  }
  return { ...bound, count }
}

/** The field that a bound one is, or is a part of. */
function findOwner({ fields }: Description, bound: string): string {
  return [...fields.keys()].find(name => name === bound || bound.startsWith(`${name}.`))!
}

async function replaceInProduction(ctx: Transaction, { row, description, fields }: Binding, find: Find): Promise<void> {
  const { read, write } = getBearers(ctx.platform, row.kind)
  const replace = (name: string, stored: unknown) => replaceIn(description, name, stored, find)
  await replaceDefaults(ctx, row, replace)
  for (const name of new Set(fields.map(({ field }) => findOwner(description, field)))) {
    const change = (stored: FieldMap) => {
      const replaced = replace(name, stored[name])
      return replaced === stored[name] ? stored : { ...stored, [name]: replaced }
    }
    for await (const page of readPages(ctx.db, row.production_id, read, { only: name })) {
      for (const { id, customFields } of page) {
        if (change(customFields) !== customFields) await write(ctx, row.production_id, id, change)
      }
    }
  }
}

function replaceIn({ fields }: Description, name: string, stored: unknown, find: Find): unknown {
  const field = fields.get(name)
  if (!field || stored === undefined) return stored
  try {
    return replaceWords(field, stored, find)
  } catch (error) {
    throw error instanceof FieldFault
      ? toBrokenRule(new FieldFault(`the custom field ${name} ${error.message}`, ['value']))
      : error
  }
}

async function replaceDefaults(
  ctx: Transaction,
  row: DescriptionRow,
  replace: (name: string, stored: unknown) => unknown,
): Promise<void> {
  const fields = { ...row.description.fields }
  let isChanged = false
  for (const [name, field] of Object.entries(fields)) {
    const defaultValue = replace(name, field.defaultValue)
    if (defaultValue === field.defaultValue) continue
    fields[name] = { ...field, defaultValue }
    isChanged = true
  }
  if (!isChanged) return
  const description = JSON.stringify({ ...row.description, fields })
  const changed = await updateDescriptionRow(ctx.db, row.id, { ...changedResourceColumns(ctx), description })
  forgetDescription(ctx, row.production_id, row.kind)
  publishDescription(ctx, changed)
}
