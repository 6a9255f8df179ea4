import type { Context, Transaction } from '../../../platform/context.ts'

/** How custom fields may name a thesaurus: by its id or its `secondaryId`, in productions of its account. */
export interface ThesaurusNames {
  readonly accountId: number
  readonly names: readonly string[]
}

/** A custom field that takes its values from a thesaurus. */
export interface BoundField {
  readonly productionId: number
  readonly kind: string
  readonly field: string
}

/** An entry as values name it. */
export interface NamedEntry {
  readonly id: number
  readonly value: string
  readonly label: string
}

/** Where thesauri are used, as the modules above know it. */
export interface ThesaurusUses {
  /** The fields that are bound to a thesaurus by one of these names. */
  listBoundFields(ctx: Context, thesaurus: ThesaurusNames): Promise<BoundField[]>
  /** Of the bound fields, how often each holds the entry; those that do not are left out. */
  countValues(
    ctx: Context,
    thesaurus: ThesaurusNames,
    entry: NamedEntry,
  ): Promise<(BoundField & { readonly count: number })[]>
  /** Writes other entries, or other values of the same ones, into the bound fields that hold these. */
  replaceValues(
    ctx: Transaction,
    thesaurus: ThesaurusNames,
    changes: readonly { readonly from: NamedEntry; readonly to: NamedEntry }[],
  ): Promise<void>
}

declare module '../../../platform/module.ts' {
  interface Services {
    readonly thesaurusUses: ThesaurusUses
  }
}

/** The names that custom fields may know a thesaurus by. */
export function toNames(row: { id: number; account_id: number; secondary_id: string | null }): ThesaurusNames {
  const names = [String(row.id), row.secondary_id].filter(name => name !== null)
  return { accountId: row.account_id, names }
}
