import autocannon from 'autocannon'

/** One kind of request, as both servers get it. */
export interface Load {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: unknown
}

/** Requests a second, and the 99th percentile in milliseconds. */
export interface Reading {
  rate: number
  p99Ms: number
}

/** Sends as many requests as the server takes, over so many connections; an answer that is no success ends the measurement. */
export async function measure(
  url: string,
  token: string,
  load: Load,
  connections: number,
  seconds: number,
): Promise<Reading> {
  const result = await autocannon({
    url: url + load.path,
    method: load.method,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${load.name}: ${result.non2xx + result.errors} failures`)
  return { rate: result.requests.average, p99Ms: result.latency.p99 }
}

/** The middle of some readings. */
export function toMedian(readings: readonly Reading[]): Reading {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  return { rate: middle(readings.map(({ rate }) => rate)), p99Ms: middle(readings.map(({ p99Ms }) => p99Ms)) }
}
