import type { Context } from '../../../platform/context.ts'
import { listEntriesBehind } from '../entries/store.ts'
import { findThesaurus } from '../store.ts'

/** A word of a thesaurus, for modules that use its words. */
export interface VocabularyEntry {
  readonly label: string
  readonly value: string
  readonly formFieldValues: Readonly<Record<string, unknown>>
}

/** The words of a thesaurus of an account, at most so many, oldest first; undefined where there is no such thesaurus. */
export async function readVocabulary(
  ctx: Context,
  accountId: number,
  thesaurusId: number,
  most: number,
): Promise<VocabularyEntry[] | undefined> {
  if (!(await findThesaurus(ctx.db, accountId, thesaurusId))) return undefined
  const rows = await listEntriesBehind(ctx.db, thesaurusId, 0, most)
  return rows.map(({ label, value, form_field_values: formFieldValues }) => ({ label, value, formFieldValues }))
}
