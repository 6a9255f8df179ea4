import { isDeepStrictEqual } from 'node:util'
import type { Context, Transaction } from '../../../platform/context.ts'
import { FieldFault, toBrokenRule, toShown } from '../../form-fields/index.ts'
import { findAccountIdOfProduction } from '../../productions/index.ts'
import { findUnknownWords } from '../../thesauri/index.ts'
import type { Description } from '../description/describe.ts'
import type { FieldMap } from '../values/settle.ts'
import { listWords, type PlacedWord } from './bound-words.ts'

/**
 * Refuses words that are not in the thesaurus that their field is bound to. What is stored already, and the defaults of a
 * description, are left alone; what is found stays as it is until the transaction ends. Throws ValidationError.
 */
export async function assertKnownWords(
  ctx: Context,
  productionId: number,
  description: Description,
  after: FieldMap,
  before: FieldMap = {},
): Promise<void> {
  const written = Object.entries(after).filter(([name, stored]) => {
    const isKept = Object.hasOwn(before, name) && before[name] === stored
    return !isKept && description.fields.get(name)?.defaultValue !== stored
  })
  const words = listWordsOf(description, Object.fromEntries(written))
  const [unknown] = await findUnknown(ctx, productionId, words, true)
  if (unknown) throw toBrokenRule(new FieldFault(toMessage(unknown), ['customFields', ...unknown.path]))
}

/** Of each of these, the fields that hold a word which is not in their thesaurus. */
export async function listUnknownWords(
  ctx: Context,
  productionId: number,
  description: Description,
  bearers: readonly { readonly customFields: FieldMap }[],
): Promise<{ field: string; message: string }[][]> {
  const words = bearers.map(({ customFields }) => listWordsOf(description, customFields))
  const unknown = new Set(await findUnknown(ctx, productionId, words.flat(), false))
  return words.map(own =>
    own.filter(word => unknown.has(word)).map(word => ({ field: word.path[0]!, message: toMessage(word) })),
  )
}

/** Refuses a default that is no word of the thesaurus that its field is newly bound to. Throws FieldFault. */
export async function assertKnownDefaults(
  ctx: Transaction,
  productionId: number,
  { fields }: Description,
  before: Description,
): Promise<void> {
  const words = [...fields].flatMap(([name, field]) =>
    field.defaultValue && isDeepStrictEqual(field.written, before.fields.get(name)?.written)
      ? []
      : listWords(field, field.defaultValue, [name]),
  )
  const [unknown] = await findUnknown(ctx, productionId, words, false)
  if (unknown) throw new FieldFault(toMessage(unknown), ['fields', unknown.path[0]!, 'defaultValue'])
}

async function findUnknown(ctx: Context, productionId: number, words: readonly PlacedWord[], hold: boolean) {
  if (words.length === 0) return []
  const accountId = (await findAccountIdOfProduction(ctx.db, productionId)) ?? 0
  return findUnknownWords(ctx, accountId, words, { hold })
}

function listWordsOf({ fields }: Description, customFields: FieldMap): PlacedWord[] {
  return Object.entries(customFields).flatMap(([name, stored]) => {
    const field = fields.get(name)
    return field ? listWords(field, stored, [name]) : []
  })
}

function toMessage({ value, id, thesaurus }: PlacedWord): string {
  const word = id === undefined ? toShown(value) : `${toShown(value)} with the id ${id}`
  return `${word} is not in the thesaurus ${toShown(thesaurus)}`
}
