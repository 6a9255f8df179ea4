import { brokenRule, notFound, type SpeechSecret, type SpeechSecretValue } from '@rushes/contract'
import type { Static } from 'typebox'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/security/secrets/sealed.ts'
import type { SpeechSecretRow } from '../tables.ts'
import { deleteSecretRow, findSecretRow, listSecretRows, upsertSecretRow } from './store.ts'

const sealPurpose = 'speech secret'
export const sealedSpeechSecrets: SealedColumn = { table: 'speech_secret', column: 'value', purpose: sealPurpose }

export async function listSecrets(ctx: Context, accountId: number): Promise<SpeechSecret[]> {
  return (await listSecretRows(ctx.db, accountId)).map(toSecret)
}

/** Keeps a key, sealed. Throws ValidationError for an origin that is none. */
export async function setSecret(
  ctx: Context,
  accountId: number,
  name: string,
  { origin, value }: Static<typeof SpeechSecretValue>,
): Promise<SpeechSecret> {
  const url = parseOutboundUrl(origin)
  if (url?.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw brokenRule('/origin', 'must be scheme, host and port, as in https://api.example.org')
  }
  const now = ctx.platform.clock.now()
  return inTransaction(ctx, async ctx => {
    const row = await upsertSecretRow(ctx.db, {
      account_id: accountId,
      name,
      origin: url.origin,
      value: seal(ctx.platform.secret, sealPurpose, value),
      created: now,
      last_updated: now,
    })
    publishSecret(ctx, accountId, name, 'update')
    return toSecret(row)
  })
}

export async function deleteSecret(ctx: Context, accountId: number, name: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    if (!(await deleteSecretRow(ctx.db, accountId, name))) throw notFound('Speech secret', name)
    publishSecret(ctx, accountId, name, 'delete')
  })
}

/**
 * The key itself, for a call to this origin. Who sets up an engine of a production need not be trusted with the keys
 * of its account: one that was kept for another place is refused. Throws ValidationError.
 */
export async function openSecret(
  ctx: Context,
  accountId: number,
  name: string,
  origin: string,
): Promise<{ value: string; origin: string }> {
  const row = await findSecretRow(ctx.db, accountId, name)
  const path = '/configuration/secret'
  if (!row) throw brokenRule(path, `the account has no speech secret ${name}`)
  if (row.origin !== origin) throw brokenRule(path, `the speech secret ${name} is for ${row.origin} only`)
  const value = unseal(ctx.platform.secret, sealPurpose, row.value)
  if (value === undefined) throw brokenRule(path, `the speech secret ${name} cannot be opened; set it again`)
  return { value, origin }
}

function toSecret({ name, origin, created, last_updated: lastUpdated }: SpeechSecretRow): SpeechSecret {
  return { name, origin, created, lastUpdated }
}

function publishSecret(ctx: Transaction, accountId: number, name: string, what: 'update' | 'delete'): void {
  const object = { objectType: 'SpeechSecret', id: name }
  ctx.publish({ type: 'Activity', verb: `SpeechSecret.${what}`, accountId, object })
}
