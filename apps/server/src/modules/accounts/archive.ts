import { Id } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import type { ArchivePart } from '../../platform/archive/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { findUserByEmail, listAccountIds, listUsersById } from './users/store.ts'

const ArchivedPerson = Type.Object(
  {
    id: Id,
    username: Type.String({ maxLength: 1000 }),
    email: Type.String({ maxLength: 1000 }),
    firstName: Type.Optional(Type.String({ maxLength: 1000 })),
    lastName: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: false },
)

const usersAtOnce = 1000

declare module '../../platform/module.ts' {
  interface Services {
    /** Whether a user takes part in a production of an account. */
    readonly isInProductionsOf: (db: Database, accountId: number, userId: number) => Promise<boolean>
  }
}

/**
 * Everyone who is named in a production: its team and its authors. An archive creates no users. Its lines can be
 * written by anybody: they name a user only who takes part in the account already, or who imports, by a verified address.
 */
export const peopleArchive: ArchivePart<Static<typeof ArchivedPerson>, never> = {
  name: 'people',
  shape: ArchivedPerson,
  isReadLast: true,
  async *read(ctx, { people }) {
    const ids = [...people].sort((a, b) => a - b)
    for (let at = 0; at < ids.length; at += usersAtOnce) {
      for (const { id, username, email, profile } of await listUsersById(ctx.db, ids.slice(at, at + usersAtOnce))) {
        const { firstName, lastName } = profile
        yield {
          id,
          username,
          email,
          ...(typeof firstName === 'string' && { firstName }),
          ...(typeof lastName === 'string' && { lastName }),
        }
      }
    }
  },
  async prepare({ id, email }, { ids, accountId, userId }, ctx) {
    const user = email === '' ? undefined : await findUserByEmail(ctx.db, email)
    const isKnown =
      user?.email_verified === true &&
      (user.id === userId ||
        (await isInAccount(ctx.db, accountId, user.id)) ||
        (await ctx.platform.services.isInProductionsOf(ctx.db, accountId, user.id)))
    ids.assign('people', id, isKnown ? user.id : undefined)
    return undefined
  },
  write: async () => {},
}

async function isInAccount(db: Database, accountId: number, userId: number): Promise<boolean> {
  const accountIds = await listAccountIds(db, [userId])
  return accountIds.get(userId)?.includes(accountId) === true
}
