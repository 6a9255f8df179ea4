import Type from 'typebox'
import { about, oneOf, shape } from '../shapes.ts'
import { Production } from './production.ts'

/** Which files of clips go into an archive: what was uploaded, all that was made of it too, or none. */
export const archivedMedia = ['original', 'all', 'none'] as const
export const ArchivedMedia = oneOf(...archivedMedia)
export type ArchivedMedia = Type.Static<typeof ArchivedMedia>

/** The media type of an archive: a tar whose last member, `manifest.json`, has the digests of all others. */
export const archiveMediaType = 'application/x-tar'

const Counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })

/** What an import has made. */
export const ProductionImport = shape('ProductionImport', {
  production: about(Production, 'the production that the import created'),
  counts: Counts('how many things of each kind the archive had'),
  leftOut: Counts(
    'what of it has no place here: what names something outside of the archive, searches of people who are no users',
  ),
  bytes: Type.Integer({ minimum: 0, description: 'size of all imported files of clips in bytes' }),
})
export type ProductionImport = Type.Static<typeof ProductionImport>
