import { Id, Instant } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import type { ArchivePart } from '../../platform/archive/index.ts'
import { keepMentions, readMentions } from './store.ts'
import type { MentionTable } from './tables.ts'

const ArchivedMention = Type.Object(
  { annotationId: Id, mentionedId: Id, created: Instant },
  { additionalProperties: false },
)

/** Who has been notified that a comment mentions them: nobody is notified again, just because it is edited elsewhere. */
export const mentionArchive: ArchivePart<Static<typeof ArchivedMention>, MentionTable> = {
  name: 'mentions',
  shape: ArchivedMention,
  async *read(ctx, { productionId }) {
    for await (const row of readMentions(ctx.db, productionId)) {
      yield { annotationId: row.annotation_id, mentionedId: row.mentioned_id, created: row.created }
    }
  },
  prepare({ annotationId, mentionedId, created }, { ids }) {
    const mentioned = ids.find('people', mentionedId) ?? ids.find('shared-users', mentionedId)
    if (mentioned === undefined) return undefined
    return { annotation_id: ids.get('annotations', annotationId, '/annotationId'), mentioned_id: mentioned, created }
  },
  write: (ctx, rows) => keepMentions(ctx.db, rows),
}
