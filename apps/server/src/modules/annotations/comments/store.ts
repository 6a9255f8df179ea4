/** SQL of the comments of clips, of which there may be many, and large ones. */

import { internalClass } from '@rushes/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type ReadText, readInTurns } from '../../../platform/flow/large-answers.ts'
import type { AnnotationDetails, AnnotationRow } from '../annotation.ts'
import { commentFunnel } from '../policy.ts'
import { anyOf } from '../store.ts'

interface Details extends Pick<AnnotationDetails, 'authorName' | 'ignoreTimecode' | 'origin' | 'source'> {
  /** The frame after the last one of its range, where it has one. */
  readonly rangeEnd?: number
}

/** A comment without its text. */
export interface CommentHead
  extends Pick<
    AnnotationRow,
    | 'id'
    | 'object_type'
    | 'media_object_id'
    | 'start_frame'
    | 'created'
    | 'creator_id'
    | 'related_to_id'
    | 'created_by_share_id'
    | 'created_by_shared_user_id'
    | 'deleted'
    | 'is_internal'
  > {
  readonly details: Details
}

/** The comments of clips in the order of their frames. */
export async function findCommentHeads(
  ctx: Context,
  productionId: number,
  mediaObjectIds: readonly number[],
): Promise<CommentHead[]> {
  const rows = await ctx.db
    .selectFrom('annotation')
    .select([
      'id',
      'object_type',
      'media_object_id',
      'start_frame',
      'created',
      'creator_id',
      'related_to_id',
      'created_by_share_id',
      'created_by_shared_user_id',
      'deleted',
      'is_internal',
    ])
    .where('media_object_id', '=', anyOf(mediaObjectIds))
    .where('production_id', '=', productionId)
    .where('funnel', '=', commentFunnel)
    .orderBy('start_frame')
    .orderBy('id')
    .execute()
  const details = new Map<number, Details>()
  const ids = rows.map(({ id }) => id)
  for await (const batch of readInTurns(ctx, ids, selectDetails)) {
    for (const { id, text } of batch) details.set(id, JSON.parse(text) as Details)
  }
  return rows.flatMap(row => {
    const own = details.get(row.id)
    return own ? [{ ...row, details: own }] : []
  })
}

/** The texts of comments, some at a time. */
export function readCommentTexts(ctx: Context, ids: readonly number[]): AsyncGenerator<ReadText[]> {
  return readInTurns(ctx, ids, selectDescription)
}

/** The few members that a file of comments needs, read out of the details at once. */
function selectDetails(id: RawBuilder<number>): RawBuilder<{ text: string }> {
  return sql`
    select json_strip_nulls(row_to_json(d))::text from annotation a,
      jsonb_to_record(a.details || jsonb_build_object('rangeEnd', case
        when jsonb_typeof(a.structured_description #> '{range,end}') = 'number'
        then a.structured_description #> '{range,end}' end)) as d
      ("authorName" text, "ignoreTimecode" boolean, origin text, source text, "rangeEnd" float8)
    where a.id = ${id}`
}

function selectDescription(id: RawBuilder<number>): RawBuilder<{ text: string }> {
  return sql`select coalesce(details ->> 'description', '') from annotation where id = ${id}`
}

/** What answers a comment, locked for a change. */
export function lockReplies(ctx: Context, rootId: number): Promise<AnnotationRow[]> {
  return ctx.db
    .selectFrom('annotation')
    .selectAll()
    .where('related_to_id', '=', rootId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks a comment that is locked for a change already, so that no answer is added meanwhile. */
export async function lockAgainstReplies(ctx: Context, id: number): Promise<void> {
  await ctx.db.selectFrom('annotation').select('id').where('id', '=', id).forUpdate().execute()
}

/** Makes the answers to comments for the team only such comments themselves: archives may have others. */
export async function spreadInternalClass(db: Database, productionId: number): Promise<void> {
  await sql`
    update annotation reply set details = jsonb_set(reply.details, '{securityClasses}',
      coalesce(reply.details -> 'securityClasses', '[]') || jsonb_build_array(${internalClass}::text))
    from annotation root
    where root.id = reply.related_to_id and root.is_internal and not reply.is_internal
      and reply.production_id = ${productionId}`.execute(db)
}

/**
 * How many comments a clip has, replies among them, deleted ones aside: counted here, so that a new comment writes
 * nothing else. What was said through another share or for the team only, and replies to it, do not count for a visitor.
 */
export async function countComments({ db, actor }: Context, clip: AnnotationRow): Promise<number> {
  let query = db
    .selectFrom('annotation')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('annotation.media_object_id', '=', clip.media_object_id)
    .where('annotation.funnel', '=', commentFunnel)
    .where('annotation.deleted', 'is', null)
  if (actor.kind === 'visitor') {
    const { shareId } = actor
    query = query
      .leftJoin('annotation as root', 'root.id', 'annotation.related_to_id')
      .where('annotation.is_internal', '=', false)
      .where(
        eb => eb.fn.coalesce('annotation.created_by_share_id', 'root.created_by_share_id', eb.val(shareId)),
        '=',
        shareId,
      )
  }
  return Number((await query.executeTakeFirstOrThrow()).count)
}
