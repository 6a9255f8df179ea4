import { Id } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import type { ArchivePart } from '../platform/archive/index.ts'
import { findUserByEmail, listUsersById } from './store.ts'

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

/**
 * Whoever is named in a production: its team and its authors. Nobody becomes a user by an archive; who is one here is
 * known by an address that somebody vouches for.
 */
export const peopleArchive: ArchivePart<Static<typeof ArchivedPerson>, never> = {
  name: 'people',
  shape: ArchivedPerson,
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
  async prepare({ id, email }, { ids }, ctx) {
    const user = email === '' ? undefined : await findUserByEmail(ctx.db, email)
    ids.assign('people', id, user?.email_verified === true ? user.id : undefined)
    return undefined
  },
  write: async () => {},
}
