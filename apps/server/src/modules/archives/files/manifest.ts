/**
 * The first and the last member of an archive: what it is, read first, and the digests of everything in between, read
 * last.
 */

import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'

export const headName = 'archive.json'
export const manifestName = 'manifest.json'

/** Raised whenever what an archive holds means something else. */
export const formatVersion = 1

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const strict = { additionalProperties: false } as const

/** What every version of the format begins with. */
export const ArchiveFormat = Type.Object({ format: Type.Literal('rushes production'), formatVersion: Whole })
export type ArchiveFormat = Static<typeof ArchiveFormat>

/** What an archive is of. It is passed on as it is, so nothing else is allowed in it. */
export const ArchiveHead = Type.Object(
  {
    ...ArchiveFormat.properties,
    /** Of the service that made it. */
    serviceVersion: Type.String({ maxLength: 100 }),
    /** When, in ISO 8601. */
    made: Type.String({ maxLength: 100 }),
    production: Type.Object({ id: Whole, name: Type.String({ maxLength: 1000 }) }, strict),
    /** Lines of each part. */
    counts: Type.Record(Type.String(), Whole),
    /** Of the files of clips and of the small files. */
    fileBytes: Whole,
  },
  strict,
)
export type ArchiveHead = Static<typeof ArchiveHead>

/** So many subtitle files that could not be written are named. */
export const mostUnwritten = 10_000
const longestMessage = 1000

/** The head again, with all members. */
export const ArchiveManifest = Type.Object(
  {
    ...ArchiveHead.properties,
    members: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 100 }),
          size: Whole,
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        },
        strict,
      ),
    ),
    /** Subtitle files that could not be written, and why: the subtitles themselves are there. */
    unwritten: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 100 }), message: Type.String({ maxLength: longestMessage }) },
        strict,
      ),
      { maxItems: mostUnwritten },
    ),
  },
  strict,
)
export type ArchiveManifest = Static<typeof ArchiveManifest>

/** Why a subtitle file could not be written, as the manifest has it. */
export function toMessage(fault: string): string {
  return fault.slice(0, longestMessage).toWellFormed()
}

const packageFile = new URL('../../../../package.json', import.meta.url)

/** The version of this service. */
export function readServiceVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))
  return version
}
