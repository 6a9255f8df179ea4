/** What a snapshot holds, as its manifest tells it. */

import Type, { type Static } from 'typebox'
import { createValidator } from '../../../platform/text/validate.ts'
import { BackupError } from '../saving/backup-error.ts'

/** Raised with a change that earlier releases cannot read. */
const format = 1

/** A server that is to be beyond this many transaction numbers has them used up in minutes, and is not worn by it. */
export const mostTurns = 100_000_000

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })
const Identifier = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })
/** Within the snapshot's own folder; no member of it can lead out of there. */
const SnapshotPath = Type.String({ pattern: '^(secret|blobs\\.jsonl|tables/[a-z][a-z0-9_]{0,62}\\.copy\\.zst)$' })

const File = Type.Object({ path: SnapshotPath, size: Count, sha256: Digest }, { additionalProperties: false })
const Table = Type.Object(
  { name: Identifier, columns: Type.Array(Identifier), rows: Count, file: File },
  { additionalProperties: false },
)
const Sequence = Type.Object({ name: Identifier, last: Count }, { additionalProperties: false })
const Migration = Type.Object(
  { version: Type.Integer({ minimum: 1 }), name: Type.String({ maxLength: 200 }), checksum: Digest },
  { additionalProperties: false },
)
const Manifest = Type.Object(
  {
    format: Type.Literal(format),
    /** When its moment was, in epoch milliseconds. */
    made: Count,
    migrations: Type.Array(Migration, { minItems: 1 }),
    tables: Type.Array(Table),
    /** The number that each sequence gave last; those that gave none are left out. */
    sequences: Type.Array(Sequence),
    /** How many transaction numbers the event log takes up; those of a server must be beyond. */
    logLength: Type.Integer({ minimum: 0, maximum: mostTurns }),
    secret: File,
    blobs: Type.Object({ count: Count, bytes: Count, list: File }, { additionalProperties: false }),
    /** Keys of blobs that the service had lost, or that had another size than it said. */
    lost: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)
const Blob = Type.Object(
  {
    key: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$', maxLength: 1000 }),
    /** When its row was made, in epoch milliseconds: with key and size it tells that the bytes are the same. */
    created: Type.Integer(),
    size: Count,
    sha256: Digest,
  },
  { additionalProperties: false },
)

/** A file of a snapshot, by its path in the snapshot's folder. */
export type SnapshotFile = Static<typeof File>
export type SavedTable = Static<typeof Table>
export type Manifest = Static<typeof Manifest>
/** A line of the list of blobs, which is sorted by key. */
export type SavedBlob = Static<typeof Blob>

const assertManifest = createValidator(Manifest)
const assertBlob = createValidator(Blob)

/** Reads a manifest; throws `BackupError` for one of another shape, from whomever it comes. */
export function parseManifest(text: string, name: string): Manifest {
  const value = parseJson(text, `The manifest of ${name}`)
  const { format: found } = { format: undefined, ...(value as object) }
  if (typeof found === 'number' && found > format) {
    throw new BackupError(`The snapshot ${name} was made by a newer release: restore it with that one`)
  }
  return check(() => assertManifest(value), value as Manifest, `The manifest of ${name}`)
}

/** Reads a line of a list of blobs, as carefully. */
export function parseBlob(line: string): SavedBlob {
  const value = parseJson(line, 'The list of blobs')
  return check(() => assertBlob(value), value as SavedBlob, 'The list of blobs')
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupError(`${what} is not JSON`)
  }
}

function check<T>(assert: () => void, value: T, what: string): T {
  try {
    assert()
    return value
  } catch (error) {
    throw new BackupError(`${what} cannot be used: ${(error as Error).message}`)
  }
}

/** Every file of a snapshot beside its manifest. */
export function listFiles({ tables, secret, blobs }: Manifest): SnapshotFile[] {
  return [secret, blobs.list, ...tables.map(({ file }) => file)]
}
