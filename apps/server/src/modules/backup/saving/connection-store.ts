import type { Client } from 'pg'
import { connectTo } from '../../../platform/database/index.ts'

/** A connection for one backup or restore: it has time, and says its values in one way on every server. */
export async function connect(url: string, purpose: string): Promise<Client> {
  const settings = {
    application_name: `rushes ${purpose}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0',
  }
  // What was lost is reported by the query that needed it.
  const client = await connectTo(url, settings, () => {})
  await client.query(
    "set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1",
  )
  return client
}
