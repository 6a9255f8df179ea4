import {
  type CustomFieldDescription,
  type CustomFieldMisfits,
  type CustomFieldsDescription,
  type CustomFieldsDescriptionReplacement,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import {
  changedResourceColumns,
  newResourceColumns,
  toResourceFields,
} from '../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { toFormC } from '../../platform/text/form-c.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { assertFieldName, FieldFault, toBrokenRule } from '../form-fields/index.ts'
import { type Description, readDescription } from './description/describe.ts'
import { withKnownNames } from './description/names.ts'
import { objectType, publishDescription } from './description/publish.ts'
import { forgetDescription, recallDescription } from './description/recall.ts'
import { findDescriptionRow, lockOrInsertDescriptionRow, updateDescriptionRow } from './store.ts'
import type { DescriptionKind, DescriptionRow, WrittenDescription } from './tables.ts'
import { findMisfits, type ReadStoredFields } from './values/misfits.ts'
import { assertKnownDefaults } from './vocabulary/vocabulary.ts'

/** One of the two descriptions of a production, and what it is a description of. */
export interface DescriptionAddress {
  readonly productionId: number
  readonly kind: DescriptionKind
  readonly read: ReadStoredFields
}

/** The description; version 0, no field, everything allowed where nobody has described any. */
export async function getDescription(
  ctx: Context,
  { productionId, kind }: DescriptionAddress,
): Promise<CustomFieldsDescription> {
  const row = await findDescriptionRow(ctx.db, productionId, kind)
  if (row) return toResource(row)
  return { version: 0, objectType, productionId, allowUndefinedFields: true, clientSettings: {}, fields: {} }
}

/**
 * Replaces a description; without a `version`, whichever is stored. Stored values stay as they are; the answer says which of
 * them no longer fit.
 */
export async function updateDescription(
  ctx: Context,
  address: DescriptionAddress,
  request: CustomFieldsDescriptionReplacement,
): Promise<CustomFieldsDescription> {
  const { allowUndefinedFields, clientSettings, fields, name } = request
  const written = withoutNulls({ allowUndefinedFields, clientSettings, fields, name })
  return change(ctx, address, (stored, ctx) => {
    assertPrecondition(ctx, stored.version)
    if (request.version !== undefined && request.version !== stored.version)
      throw staleVersion(objectType, stored.id, stored.version)
    return { written, description: toDescription(written) }
  })
}

/** Describes one field and leaves the others alone, so that two who describe different fields at once both succeed. */
export async function updateField(
  ctx: Context,
  address: DescriptionAddress,
  property: string,
  field: CustomFieldDescription,
): Promise<CustomFieldsDescription> {
  const steps = (stored: DescriptionRow, ctx: Transaction) => {
    assertPrecondition(ctx, stored.version)
    const { fields = {} } = stored.description
    const written = {
      ...stored.description,
      fields: { ...fields, ...withKnownNames({ [property]: field }, fields, []) },
    }
    return { written, description: toDescription(written, property) }
  }
  return change(ctx, address, steps, property)
}

/** The stored values that the description refuses. */
export async function getMisfits(ctx: Context, address: DescriptionAddress): Promise<CustomFieldMisfits> {
  const { productionId, kind, read } = address
  return findMisfits(ctx, productionId, await recallDescription(ctx, productionId, kind), read)
}

interface Change {
  readonly written: WrittenDescription
  readonly description: Description
}

async function change(
  ctx: Context,
  { productionId, kind, read }: DescriptionAddress,
  steps: (stored: DescriptionRow, ctx: Transaction) => Change,
  property?: string,
): Promise<CustomFieldsDescription> {
  const { row, description } = await inTransaction(ctx, async ctx => {
    const stored = await lockOrInsertDescriptionRow(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      kind,
      description: '{}',
    })
    const { written, description } = steps(stored, ctx)
    await underField(property, () =>
      assertKnownDefaults(ctx, productionId, description, readDescription(stored.description)),
    )
    const row = await updateDescriptionRow(ctx.db, stored.id, {
      ...changedResourceColumns(ctx),
      description: JSON.stringify(written),
    })
    forgetDescription(ctx, productionId, kind)
    publishDescription(ctx, row)
    return { row, description }
  })
  return { ...toResource(row), misfits: await findMisfits(ctx, productionId, description, read) }
}

/** Throws ValidationError for what makes no sense; with the path in the one field when that alone was sent. */
function toDescription(written: WrittenDescription, property?: string): Description {
  try {
    if (property !== undefined) assertFieldName(property)
    assertStorable(written)
    return readDescription(written)
  } catch (error) {
    throw toFaultOf(property, error)
  }
}

async function underField(property: string | undefined, steps: () => Promise<void>): Promise<void> {
  await steps().catch(error => {
    throw toFaultOf(property, error)
  })
}

function toFaultOf(property: string | undefined, error: unknown): unknown {
  if (!(error instanceof FieldFault)) return error
  const [first, name, ...rest] = error.path
  const isOfField = first === 'fields' && property !== undefined && toFormC(name ?? '') === toFormC(property)
  return toBrokenRule(isOfField ? new FieldFault(error.message, rest) : error)
}

function toResource(row: DescriptionRow): CustomFieldsDescription {
  return {
    ...toResourceFields(row),
    objectType,
    productionId: row.production_id,
    allowUndefinedFields: true,
    clientSettings: {},
    fields: {},
    ...row.description,
  }
}
