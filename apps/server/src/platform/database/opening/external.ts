import { type Client, DatabaseError } from 'pg'
import { connectTo, listHosts } from './hosts.ts'
import { StartError } from './start-error.ts'

/** Functions and types that migrations and stores may use are those of this version. */
const oldestVersion = 15

/** Checks that the server at `url` can be used; throws `StartError` with one line that holds no password. */
export async function assertUsableServer(url: string): Promise<void> {
  let client: Client | undefined
  try {
    client = await connectTo(url, { connectionTimeoutMillis: 10_000 }, () => {})
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const misfit = findMisfit(Number(rows[0]?.version), rows[0]?.encoding ?? '')
    if (misfit !== undefined) throw new StartError(`RUSHES_DATABASE_URL: ${misfit} (${toPlace(url)})`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`RUSHES_DATABASE_URL: ${toReason(error)} (${toPlace(url)})`, { cause: error })
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Why a server of this `server_version_num` and encoding cannot be used, or `undefined` when it can. */
export function findMisfit(version: number, encoding: string): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < oldestVersion) return `the server is PostgreSQL ${major}, but ${oldestVersion} or newer is needed`
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}, but UTF8 is needed`
  return undefined
}

function toReason(error: unknown): string {
  if (error instanceof DatabaseError) {
    if (error.code === '28P01' || error.code === '28000') return `the server refused the user or its password`
    if (error.code === '3D000') return 'the database does not exist'
    return `the server answered: ${error.message}`
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'no server answers there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is unknown'
  const message = error instanceof Error ? error.message : `${error}`
  return message.split('\n')[0] ?? message
}

/** Hosts, ports and database of a connection address, without its user and password. */
function toPlace(url: string): string {
  return listHosts(url).map(toOnePlace).join(', ')
}

function toOnePlace(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}${pathname}`
}
