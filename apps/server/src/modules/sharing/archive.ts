import { brokenRule, FreeForm, Id, Instant, Name, oneOf, sharePermissions, Text } from '@rushes/contract'
import type { Insertable } from 'kysely'
import Type, { type Static } from 'typebox'
import {
  type ArchivePart,
  type ArchiveTarget,
  archivedFields,
  archiveTable,
  fromArchived,
  remember,
  toArchived,
} from '../../platform/archive/index.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { toKey } from '../accounts/index.ts'
import { insertRecipients, insertVisitors, readRecipients, readVisitors } from './archive-store.ts'
import { checkEmail, checkUsername, maxRecipients, toPermissions } from './policy.ts'
import { sealRecipientToken } from './recipients/recipients.ts'
import { sealToken } from './shares/to-share.ts'
import type { ShareRecipientTable, ShareSharedUserTable } from './tables.ts'

/**
 * Shares, without what opens them: each gets a link of its own, one with a password lets nobody in until a new one is
 * set, and none tells an outside address what happens in it.
 */
const shareArchive = archiveTable({
  name: 'shares',
  table: 'share',
  shape: Type.Object(
    {
      ...archivedFields,
      collectionId: Id,
      label: Type.Optional(Name),
      description: Type.Optional(Text),
      expires: Type.Optional(Instant),
      permissions: Type.Array(oneOf(...sharePermissions), { maxItems: sharePermissions.length }),
      passwordProtected: Type.Boolean(),
      clientProperties: FreeForm,
    },
    { additionalProperties: false },
  ),
  toItem: (row, source) => ({
    ...toArchived(row, source),
    collectionId: row.editorial_object_id,
    ...withoutNulls({ label: row.label, description: row.description, expires: row.expires }),
    permissions: row.permissions,
    passwordProtected: row.password_protected,
    clientProperties: row.client_properties,
  }),
  async toRow(item, into, ctx) {
    assertStorable({ clientProperties: item.clientProperties })
    const token = newToken('rh')
    const columns = fromArchived('shares', item, into, ctx)
    return {
      ...columns,
      production_id: into.productionId,
      editorial_object_id: into.ids.get('collections', item.collectionId, '/collectionId'),
      shared_with_id: await into.ids.take(),
      label: item.label ?? null,
      description: item.description ?? null,
      expires: item.expires ?? null,
      permissions: toPermissions(item.permissions),
      password_protected: item.passwordProtected,
      password_hash: null,
      callback_url: null,
      client_properties: item.clientProperties,
      token_hash: hashToken(token),
      token_sealed: sealToken(ctx.platform, token),
    }
  },
})

/** Visitors whom an address names, by that address. */
const getNamed = remember<ArchiveTarget, Map<string, number>>(() => new Map())

/** Who visitors said they are. */
const sharedUserArchive = archiveTable({
  name: 'shared-users',
  table: 'shared_user',
  shape: Type.Object(
    {
      ...archivedFields,
      username: Name,
      email: Name,
      firstName: Type.Optional(Name),
      lastName: Type.Optional(Name),
      userId: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  toItem(row, source) {
    if (row.user_id !== null) source.people.add(row.user_id)
    return {
      ...toArchived(row, source),
      username: row.username,
      email: row.email,
      ...withoutNulls({ firstName: row.first_name, lastName: row.last_name, userId: row.user_id }),
    }
  },
  toRow(item, into, ctx) {
    const columns = fromArchived('shared-users', item, into, ctx)
    const email = item.email === '' ? '' : checkEmail(item.email, '/email')
    const userId = item.userId === undefined ? undefined : into.ids.find('people', item.userId)
    // Visitors who gave no address are as many as they were.
    if (userId === undefined && email !== '') {
      const byAddress = getNamed(into)
      const known = byAddress.get(toKey(email))
      // A user who came several times is one visitor where they are no user.
      if (known !== undefined) return void into.ids.assign('shared-users', item.id, known)
      byAddress.set(toKey(email), columns.id)
    }
    return {
      ...columns,
      production_id: into.productionId,
      username: checkUsername(item.username, '/username'),
      email,
      email_key: toKey(email),
      first_name: item.firstName ?? null,
      last_name: item.lastName ?? null,
      user_id: userId ?? null,
    }
  },
})

const ArchivedVisitor = Type.Object(
  { shareId: Id, sharedUserId: Id, added: Instant, lastSeen: Type.Optional(Instant) },
  { additionalProperties: false },
)

/** Who is in which share. */
const visitorArchive: ArchivePart<Static<typeof ArchivedVisitor>, ShareSharedUserTable> = {
  name: 'share-visitors',
  shape: ArchivedVisitor,
  async *read(ctx, { productionId }) {
    for await (const row of readVisitors(ctx.db, productionId)) {
      const { share_id: shareId, shared_user_id: sharedUserId, added, last_seen: lastSeen } = row
      yield { shareId, sharedUserId, added, ...withoutNulls({ lastSeen }) }
    }
  },
  prepare(item, into) {
    const shareId = into.ids.get('shares', item.shareId, '/shareId')
    const sharedUserId = into.ids.get('shared-users', item.sharedUserId, '/sharedUserId')
    return {
      share_id: shareId,
      shared_user_id: sharedUserId,
      added: item.added,
      last_seen: item.lastSeen ?? null,
      proven: false,
    }
  },
  write: (ctx, rows) => insertVisitors(ctx.db, rows),
}

const ArchivedRecipient = Type.Object(
  {
    shareId: Id,
    name: Name,
    email: Type.Optional(Name),
    created: Instant,
    creatorId: Type.Optional(Id),
    ended: Type.Optional(Instant),
  },
  { additionalProperties: false },
)

/** How many recipients each share has got. */
const countRecipients = remember<ArchiveTarget, Map<number, number>>(() => new Map())

/** To whom shares were sent: each gets a link of their own that is new, as the share does; one that was ended stays so. */
const recipientArchive: ArchivePart<Static<typeof ArchivedRecipient>, Insertable<ShareRecipientTable>> = {
  name: 'share-recipients',
  shape: ArchivedRecipient,
  async *read(ctx, { productionId, people }) {
    for await (const row of readRecipients(ctx.db, productionId)) {
      if (row.creator_id !== null) people.add(row.creator_id)
      const { share_id: shareId, name, created } = row
      yield {
        shareId,
        name,
        created,
        ...withoutNulls({ email: row.email, creatorId: row.creator_id, ended: row.ended }),
      }
    }
  },
  prepare(item, into, ctx) {
    const shareId = into.ids.get('shares', item.shareId, '/shareId')
    const count = (countRecipients(into).get(shareId) ?? 0) + 1
    if (count > maxRecipients) throw brokenRule('/shareId', `a share has at most ${maxRecipients} recipients`)
    countRecipients(into).set(shareId, count)
    const token = newToken('rh')
    return {
      share_id: shareId,
      name: checkUsername(item.name, '/name'),
      email: item.email === undefined ? null : checkEmail(item.email, '/email'),
      created: item.created,
      creator_id: item.creatorId === undefined ? null : (into.ids.find('people', item.creatorId) ?? null),
      last_opened: null,
      ended: item.ended ?? null,
      token_hash: hashToken(token),
      token_sealed: sealRecipientToken(ctx.platform, token),
    }
  },
  write: (ctx, rows) => insertRecipients(ctx.db, rows),
}

/** Shares, their visitors and their recipients. */
export const shareArchives = [shareArchive, sharedUserArchive, visitorArchive, recipientArchive]
