import type { ArchivePart } from '../../platform/archive/index.ts'
import type { Context } from '../../platform/context.ts'
import { createPeopleArchive } from '../accounts/index.ts'
import { annotationArchives } from '../annotations/index.ts'
import { collectionArchive } from '../collections/index.ts'
import { descriptionArchive, listThesaurusNames } from '../custom-fields/index.ts'
import { deliveryArchives } from '../delivery/index.ts'
import { fileArchive } from '../files/index.ts'
import { mediaArchives } from '../media/index.ts'
import { mentionArchive } from '../notifications/index.ts'
import { findSettingId, getSettings, isInProductionsOf, productionArchives } from '../productions/index.ts'
import { savedSearchArchive } from '../saved-searches/index.ts'
import { shareArchives } from '../sharing/index.ts'
import { createThesaurusArchives } from '../thesauri/index.ts'

const peopleArchive = createPeopleArchive((ctx, accountId, userId) => isInProductionsOf(ctx.db, accountId, userId))

/** Everything that a production is made of, in the order in which it is written: what is named comes first. */
export const archiveParts: readonly ArchivePart[] = [
  peopleArchive,
  ...createThesaurusArchives(listUsedThesauri),
  ...productionArchives,
  descriptionArchive,
  collectionArchive,
  // Visitors who are one person here are known as that before anything names them.
  ...shareArchives,
  ...mediaArchives,
  ...annotationArchives,
  mentionArchive,
  fileArchive,
  savedSearchArchive,
  ...deliveryArchives,
]

/** Who is named is known once all else has been read. */
export const partsAsRead: readonly ArchivePart[] = [
  ...archiveParts.filter(part => part !== peopleArchive),
  peopleArchive,
]

async function listUsedThesauri(ctx: Context, productionId: number): Promise<string[]> {
  const dictionary = findSettingId(await getSettings(ctx, productionId, true), 'thesauri')
  const names = await listThesaurusNames(ctx, productionId)
  return dictionary === undefined ? names : [...names, String(dictionary)]
}
