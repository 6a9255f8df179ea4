/** Lists of the content of annotations that other modules store as rows of their own. */

import type { RawBuilder } from 'kysely'
import type { Platform, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { AnnotationRow } from '../annotation.ts'

/** The list of one member of the content that annotations of one funnel have. */
export interface ContentList {
  readonly funnel: string
  readonly member: string
  /** The items of `annotation.id` in order, as a JSON list; null where it has none. Without parameters. */
  readonly items: RawBuilder<readonly unknown[] | null>
  /** The stored bytes of these items. */
  readonly bytes: RawBuilder<number>
  /** Replaces the items of an annotation that is locked. An item that stays is the same object as before. */
  readonly write: (ctx: Transaction, id: number, after: readonly unknown[], before: readonly unknown[]) => Promise<void>
}

declare module '../../../platform/module.ts' {
  interface Module {
    readonly contentList?: ContentList
  }
}

/** Where annotations are read from: a context, or the database and the modules. */
export interface ContentSource {
  readonly db: Database
  readonly platform: Pick<Platform, 'modules'>
}

type Content = AnnotationRow['structured_description']

function findList({ platform }: ContentSource, funnel: string): ContentList | undefined {
  return platform.modules.find(({ contentList }) => contentList?.funnel === funnel)?.contentList
}

/** Whether a part of the content of these annotations is in rows of its own. */
export function hasList(source: ContentSource, funnel: string): boolean {
  return findList(source, funnel) !== undefined
}

/** The content with its items. */
export function withItems(
  source: ContentSource,
  funnel: string,
  content: Content,
  items: readonly unknown[] | null,
): Content {
  const list = items && findList(source, funnel)
  return list ? { ...content, [list.member]: items } : content
}

/** The content without its items, as the table of annotations has it: an empty list stays where it is. */
export function withoutItems(source: ContentSource, funnel: string, content: Content): Content {
  const list = findList(source, funnel)
  if (!list || listItems(list, content).length === 0) return content
  const { [list.member]: _items, ...rest } = content
  return rest
}

/** Writes the items of a content that replaces another one. */
export async function writeItems(
  ctx: Transaction,
  id: number,
  funnel: string,
  after: Content,
  before: Content = {},
): Promise<void> {
  const list = findList(ctx, funnel)
  if (!list || after[list.member] === before[list.member]) return
  await list.write(ctx, id, listItems(list, after), listItems(list, before))
}

function listItems({ member }: ContentList, content: Content): readonly unknown[] {
  const items = content[member]
  return Array.isArray(items) ? items : []
}
