import { createHash, randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { type Reading, toMedian } from '../tools/load.ts'
import { makeFolder, type Started, startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'
import { openDatabase } from '../tools/stock.ts'

const rounds = 5
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const connections = 32
const few = 10
const many = Number(process.env.BENCH_SESSIONS ?? 100_000)
const usersOfAll = 10

/** Requests with a token a second, where each of many live sessions takes its turn, beside where ten do. */
export async function measureSessions(folder: string): Promise<void> {
  const other = await makeFolder()
  const small = await startService(folder)
  const large = await startService(other.path)
  try {
    const tokensOfSmall = await makeTokens(small, folder, few)
    const tokensOfLarge = await makeTokens(large, other.path, many)
    console.log(`\n## Sessions: medians of ${rounds} rounds of ${seconds} s in turns, ${connections} connections\n`)
    console.log('| live sessions, each in its turn | requests a second | p99 ms |\n|---|---|---|')
    // What is used for the first time since the start is read from the database.
    const first = await measureTurns(large, tokensOfLarge, { amount: many })
    await measureTurns(small, tokensOfSmall, { amount: 1000 })
    const readings: [Reading[], Reading[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      readings[0].push(await measureTurns(small, tokensOfSmall, { duration: seconds }))
      readings[1].push(await measureTurns(large, tokensOfLarge, { duration: seconds }))
    }
    const [ofFew, ofMany] = [toMedian(readings[0]), toMedian(readings[1])]
    console.log(`| ${many}, for the first time | ${Math.round(first.rate)} | ${first.p99Ms} |`)
    console.log(`| ${few} | ${Math.round(ofFew.rate)} | ${ofFew.p99Ms} |`)
    console.log(`| ${many} | ${Math.round(ofMany.rate)} | ${ofMany.p99Ms} |`)
    console.log(`\nratio ${(ofMany.rate / ofFew.rate).toFixed(2)}`)
  } finally {
    await small.stop()
    await large.stop()
    await other.remove()
  }
}

/** API tokens, shared out among users and put straight into the table: through the interface they take minutes. */
async function makeTokens(service: Started, folder: string, count: number): Promise<string[]> {
  const { api: admin } = await prepare(service)
  const userIds: number[] = []
  for (let place = 0; place < usersOfAll; place++) {
    const username = `owner-${place}`
    const body = { username, password: `a password of ${username}`, email: `${username}@example.org` }
    userIds.push((await admin.accounts.createUser({ body })).id)
  }
  const tokens = Array.from({ length: count }, () => `ra_${randomBytes(32).toString('base64url')}`)
  const database = await openDatabase(folder)
  try {
    await database.query(
      `insert into session (token_hash, kind, user_id, created, last_seen, label)
       select decode(hash, 'hex'), 'api', ($2::bigint[])[1 + place % cardinality($2::bigint[])], $3, $3, ''
       from unnest($1::text[]) with ordinality as given (hash, place)`,
      [tokens.map(token => createHash('sha256').update(token).digest('hex')), userIds, Date.now()],
    )
    await database.query('analyze session')
  } finally {
    await database.end()
  }
  return tokens
}

let turn = 0

async function measureTurns(
  { url }: Started,
  tokens: readonly string[],
  extent: { amount: number } | { duration: number },
): Promise<Reading> {
  const result = await autocannon({
    url: `${url}/authentication/user`,
    connections,
    ...extent,
    requests: [
      {
        setupRequest: request => {
          const token = tokens[turn++ % tokens.length]
          return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} failures`)
  return { rate: result.requests.average, p99Ms: result.latency.p99 }
}
