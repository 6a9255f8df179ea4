import type { InstanceType } from '@rushes/contract'
import type { TSchema } from 'typebox'
import type { Context, Transaction } from '../context.ts'
import type { ArchiveIds } from './ids.ts'

/** A thing as a line of an archive has it. One with an `id` can be named by others; one with a `file` has bytes. */
export interface ArchivedItem {
  readonly id?: number
  readonly file?: string
}

/** What is read out of. */
export interface ArchiveSource {
  readonly productionId: number
  readonly accountId: number
  /** Whether files of clips that are this to their clip go into the archive. */
  readonly holds: (type: InstanceType) => boolean
  /** The users who are named in what has been read. */
  readonly people: Set<number>
}

/** Bytes that an item brings along. */
export interface ArchivedFile {
  /** The member of the archive; the item's `file`. */
  readonly name: string
  readonly size: number
  /** The key of the blob that the bytes are, or the bytes. */
  readonly content: { readonly blobKey: string } | { readonly read: () => Promise<Uint8Array> }
}

/** A file of an archive that has been received and compared with its digest. */
export interface StagedFile {
  readonly size: number
  read(): Promise<Buffer>
}

/** What is written into: a production to be, in an account, by somebody. */
export interface ArchiveTarget {
  readonly productionId: number
  readonly accountId: number
  /** Who imports: administrates the production. */
  readonly userId: number
  readonly ids: ArchiveIds
  /** What the production is to be called instead. */
  readonly name: string | undefined
  /** The bytes of an item. Throws ValidationError where none came, or not so many. */
  file(item: ArchivedItem, size: number): StagedFile
  /** Has the bytes of an item made a blob once all rows are written. */
  adopt(item: ArchivedItem, size: number, blobKey: string): void
}

/** One kind of things of a production: how they are read, and how they are written elsewhere under new ids. */
export interface ArchivePart<Item extends object = object, Row = unknown> {
  /** The member of the archive is called so, with `.jsonl`. */
  readonly name: string
  /** What an item must be; anything else in an archive is refused with its line. */
  readonly shape: TSchema
  /** Whether it is read after all others, since what they read decides what it holds. */
  readonly isReadLast?: true
  /** Items in an order in which whatever is named through `ids.getEarlier` comes first. */
  read(ctx: Context, source: ArchiveSource): AsyncIterable<Item>
  /** The bytes that items bring along, in the order of the items. */
  files?(ctx: Context, source: ArchiveSource): AsyncIterable<ArchivedFile>
  /** An item as what is written of it; nothing for one that has no place here. Throws ValidationError. */
  prepare(item: Item, into: ArchiveTarget, ctx: Transaction): Row | undefined | Promise<Row | undefined>
  /** How many of them are written at a time, at most; few where they are large. */
  readonly rowsAtOnce?: number
  /** Writes some of them. */
  write(ctx: Transaction, rows: readonly Row[], into: ArchiveTarget): Promise<void>
  /** What is to be done once all of them are written. */
  finish?(ctx: Transaction, into: ArchiveTarget): Promise<void>
}

/** What of a module belongs to a production. */
export interface ModuleArchive {
  /** In the order in which they are written. */
  readonly parts: readonly ArchivePart[]
  /** Modules whose parts are written before: what they write is referred to, or decides which ids are assigned. */
  readonly after?: readonly string[]
}
