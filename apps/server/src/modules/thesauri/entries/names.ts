import type { Context } from '../../../platform/context.ts'
import { parseId } from '../policy.ts'
import { findByIds, findBySecondaryIds } from '../store.ts'
import type { ThesaurusRow } from '../tables.ts'

/** The thesauri of an account by how they are called elsewhere: by their ids, else by their `secondaryId`s. */
export async function findThesauriByNames(
  ctx: Context,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, ThesaurusRow>> {
  const ids = names.flatMap(name => parseId(name) ?? [])
  const byId = new Map((ids.length > 0 ? await findByIds(ctx.db, accountId, ids) : []).map(row => [row.id, row]))
  const rest = names.filter(name => !byId.has(parseId(name) ?? -1))
  const others = rest.length > 0 ? await findBySecondaryIds(ctx.db, accountId, rest) : []
  const bySecondaryId = new Map(others.map(row => [row.secondary_id, row]))
  return new Map(
    names.flatMap(name => {
      const row = byId.get(parseId(name) ?? -1) ?? bySecondaryId.get(name)
      return row ? [[name, row] as const] : []
    }),
  )
}

export async function findThesaurusByName(
  ctx: Context,
  accountId: number,
  name: string,
): Promise<ThesaurusRow | undefined> {
  return (await findThesauriByNames(ctx, accountId, [name])).get(name)
}
