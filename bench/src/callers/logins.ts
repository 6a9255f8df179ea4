import { hash } from '@node-rs/argon2'
import { type Client, createClient } from '@rushes/client'
import { type Started, startService } from '../tools/processes.ts'
import { prepare } from '../tools/scene.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const users = 40
/** Below the ten failures that lock a name. */
const triesOfEach = 5

/** How many logins a second there are beside how many hashes, and whether their time tells who exists. */
export async function measureLogins(folder: string): Promise<void> {
  // Each try says that it comes from elsewhere: many failures of one address would slow it.
  const service = await startService(folder, { RUSHES_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const { api } = await prepare(service)
    const names = await makeUsers(api)
    await measureRate(service, names)
    await measureTimes(service, api, names)
  } finally {
    await service.stop()
  }
}

const toPassword = (username: string) => `a password of ${username}`

async function makeUsers(api: Client): Promise<string[]> {
  const names = Array.from({ length: users }, (_, place) => `person-${place}`)
  for (const username of names) {
    const body = { username, password: toPassword(username), email: `${username}@example.org` }
    await api.accounts.createUser({ body })
  }
  return names
}

async function measureRate(service: Started, names: readonly string[]): Promise<void> {
  const hashes: number[] = []
  const logins: number[] = []
  const rounds = 3
  for (let round = 0; round < rounds; round++) {
    // As the service hashes: two at a time.
    hashes.push(await repeat(2, () => hash('a password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })))
    let turn = 0
    logins.push(
      await repeat(8, async () => {
        const username = names[turn++ % names.length]!
        const body = { username, password: toPassword(username) }
        await createClient({ baseUrl: service.url }).authentication.login({ body })
      }),
    )
  }
  const [hashRate, loginRate] = [toMiddle(hashes), toMiddle(logins)]
  console.log(`\n## Logins: medians of ${rounds} rounds of ${seconds} s in turns\n`)
  console.log(`${Math.round(hashRate)} hashes a second by the library alone, ${Math.round(loginRate)} logins a second`)
  console.log(`ratio ${(loginRate / hashRate).toFixed(2)}`)
}

/** How often a second work is done, `atOnce` pieces of it at a time. */
async function repeat(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - begun < seconds * 1000) {
        await work()
        done++
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

/** In turns, so that a neighbour's load meets all of them. */
async function measureTimes(service: Started, api: Client, names: readonly string[]): Promise<void> {
  const [existing, disabled] = [names.slice(0, users / 2), names.slice(users / 2)]
  for (const username of disabled) {
    const { results } = await api.accounts.searchUsers({ query: { q: `username:${username}` } })
    await api.accounts.updateUserState({ id: Number(results[0]!.id), body: { disabled: true } })
  }
  const kinds = {
    'wrong password': (place: number) => ({ username: existing[place]!, password: 'quite another password' }),
    'unknown user': (place: number) => ({ username: `nobody-${place}`, password: 'quite another password' }),
    'disabled user': (place: number) => ({ username: disabled[place]!, password: toPassword(disabled[place]!) }),
  }
  const times = Object.fromEntries(Object.keys(kinds).map(kind => [kind, [] as number[]]))
  let address = 0
  for (let count = 0; count < triesOfEach * existing.length; count++) {
    for (const [kind, toBody] of Object.entries(kinds)) {
      address++
      const begun = performance.now()
      const response = await fetch(`${service.url}/authentication/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
        },
        body: JSON.stringify(toBody(count % existing.length)),
      })
      await response.arrayBuffer()
      times[kind]!.push(performance.now() - begun)
      if (response.status !== 401) throw new Error(`${kind}: ${response.status}`)
    }
  }
  const usual = toMiddle(times['wrong password']!)
  console.log(`\n${triesOfEach * existing.length} refused logins of each kind, one at a time, in turns:\n`)
  console.log(
    '| refused for | p10 ms | median ms | p90 ms | median by that of a wrong password |\n|---|---|---|---|---|',
  )
  for (const [kind, values] of Object.entries(times)) {
    const [p10, middle, p90] = [0.1, 0.5, 0.9].map(part => toQuantile(values, part))
    console.log(
      `| ${kind} | ${p10!.toFixed(1)} | ${middle!.toFixed(1)} | ${p90!.toFixed(1)} | ${(middle! / usual).toFixed(2)} |`,
    )
  }
}

function toQuantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)]!
}

function toMiddle(values: readonly number[]): number {
  return toQuantile(values, 0.5)
}
