/** A share visitor who asks for much at once, and what others notice of it: for a test and a measurement. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Asks for all of these at once from another process; gives the bytes of the answers, all of which must be 200. */
export async function startGuest(token: string, urls: readonly string[]): Promise<number> {
  const child = fork(fileURLToPath(new URL('guest-requests.ts', import.meta.url)), [token, ...urls])
  const exit = once(child, 'exit')
  const refused = exit.then(() => {
    throw new Error('the guest was refused')
  })
  const [bytes] = await Promise.race([once(child, 'message'), refused])
  await exit
  return Number(bytes)
}

/** Texts unlike each other, of few words: what is found of them is not what is measured. */
export function toLongText(seed: number, textLength: number): string {
  const line = `Comment ${seed % 100}: a little brighter here, and the cut a few frames later, please. `
  return line.repeat(Math.ceil(textLength / line.length)).slice(0, textLength)
}
/** Sends one request after the other, with a pause, until `end` resolves; gives the 95th percentile in milliseconds. */
export async function measureOther(url: string, token: string, end: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await readWhole(url, token)
    times.push(performance.now() - begun)
    await delay(20)
  }
  await over
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)]!
}

async function readWhole(url: string, token: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, response => {
      response.resume().on('error', reject).on('end', resolve)
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
    }).on('error', reject)
  })
}

/** What a process holds in memory, in MiB. */
export async function readRss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Watches what a process holds in memory; `stop` gives the most, in MiB. */
export function watchRss(pid: number) {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await readRss(pid).catch(() => 0))
  }, 50)
  return {
    stop(): number {
      clearInterval(timer)
      return most
    },
  }
}
