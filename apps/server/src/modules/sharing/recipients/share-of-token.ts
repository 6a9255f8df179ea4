import type { Database } from '../../../platform/database/index.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { findShareById, findShareByTokenHash } from '../shares/store.ts'
import type { ShareRecipientRow, ShareRow } from '../tables.ts'
import { findRecipientByTokenHash } from './store.ts'

/** The share that a token opens, and whose link it is where a recipient has one. */
export async function findShareOfToken(
  db: Database,
  token: string,
): Promise<{ share: ShareRow; recipient: ShareRecipientRow | undefined } | undefined> {
  const hash = hashToken(token)
  const own = await findShareByTokenHash(db, hash)
  if (own) return { share: own, recipient: undefined }
  const recipient = await findRecipientByTokenHash(db, hash)
  const share = recipient && (await findShareById(db, recipient.share_id))
  return share && { share, recipient }
}
