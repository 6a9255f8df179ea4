import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { countTraffic, openPage, toMedian } from './browser.ts'
import type { PageScope } from './scope.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const built = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url))

/** A page to open. */
export interface Subject {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
  /** What one can do something with, once it is there. */
  readonly ready: string
}

/** How long each page takes with an empty cache until one can do something on it, and what goes over the line. */
export async function measureLoads(browser: Browser, url: string, subjects: readonly Subject[]): Promise<void> {
  console.log(`\n## Pages on an empty cache: medians of ${rounds} openings in turns\n`)
  console.log(
    '| page | ms until one can work with it | by the empty page | requests | KB over the line | of it files of the app, br / gz |\n|---|---|---|---|---|---|',
  )
  const readings = subjects.map(() => [] as Reading[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) readings[index]!.push(await openOnce(browser, url, subject))
  }
  const [empty = Number.NaN] = readings.map(all => toMedian(all.map(({ ms }) => ms)))
  for (const [index, { name }] of subjects.entries()) {
    const all = readings[index]!
    const ms = toMedian(all.map(reading => reading.ms))
    const { requests, bytes, files } = all[0]!
    const [brotli, zipped] = [await sumSizes(files, '.br'), await sumSizes(files, '.gz')]
    const columns = [
      name,
      ms.toFixed(0),
      (ms / empty).toFixed(1),
      requests,
      toKb(bytes),
      `${toKb(brotli)} / ${toKb(zipped)}`,
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
}

interface Reading {
  readonly ms: number
  readonly requests: number
  readonly bytes: number
  readonly files: readonly string[]
}

async function openOnce(browser: Browser, url: string, subject: Subject): Promise<Reading> {
  const page = await openPage(browser, url, subject.isSignedIn)
  try {
    const traffic = await countTraffic(page)
    await page.addInitScript(selector => {
      // In the page itself: the way to the one who measures takes longer than the page.
      const scope = globalThis as typeof globalThis & PageScope
      const look = () => {
        const found = scope.document.querySelector(selector)
        if (found === null || found.getClientRects().length === 0) {
          scope.requestAnimationFrame(look)
          return
        }
        // A task behind the frame in which it appears: whatever kept the page busy is over.
        setTimeout(() => {
          scope.readyAfter = performance.now()
        })
      }
      scope.requestAnimationFrame(look)
    }, subject.ready)
    await page.goto(subject.path, { waitUntil: 'commit' })
    const handle = await page.waitForFunction(() => (globalThis as typeof globalThis & PageScope).readyAfter)
    const ms = (await handle.jsonValue()) as number
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    return { ms, ...traffic }
  } finally {
    await page.context().close()
  }
}

/** Of files of the app as they are compressed beforehand. */
async function sumSizes(files: readonly string[], suffix: string): Promise<number> {
  const sizes = await Promise.all(
    files.map(async path => {
      const page = path.startsWith('/app/share/') ? '/share.html' : '/index.html'
      const name = path.startsWith('/assets/') ? path : page
      const found = await stat(join(built, name + suffix)).catch(() => stat(join(built, name)).catch(() => undefined))
      return path.startsWith('/health') ? 0 : (found?.size ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const toKb = (bytes: number) => (bytes / 1000).toFixed(1)

/** A page that shows a film. */
export interface FilmPage {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
  /** The address of a film to put into the page, which is empty. */
  readonly film?: string
}

/** From the opening of a link until the first picture of the film is on the screen; the first page is the reference. */
export async function measureFirstFrame(browser: Browser, url: string, pages: readonly FilmPage[]): Promise<void> {
  console.log(`\n## From the link to the first frame, ms on an empty cache: medians of ${rounds} openings in turns\n`)
  const readings = pages.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, page] of pages.entries()) readings[index]!.push(await openFilm(browser, url, page))
  }
  console.log('| page | until the first frame | by the film alone |\n|---|---|---|')
  const [alone = Number.NaN] = readings.map(toMedian)
  for (const [index, { name }] of pages.entries()) {
    const ms = toMedian(readings[index]!)
    console.log(`| ${name} | ${ms.toFixed(0)} | ${(ms / alone).toFixed(1)} |`)
  }
}

async function openFilm(browser: Browser, url: string, { path, isSignedIn, film }: FilmPage): Promise<number> {
  const page = await openPage(browser, url, isSignedIn, film !== undefined)
  try {
    await page.addInitScript(address => {
      const scope = globalThis as typeof globalThis & PageScope
      const look = () => {
        const video = scope.document.querySelector('video')
        if (video) {
          video.requestVideoFrameCallback(now => {
            scope.frameAfter = now
          })
          return
        }
        if (address !== undefined && scope.document.body) {
          const added = scope.document.createElement('video')
          added.src = address
          scope.document.body.replaceChildren(added)
        }
        scope.requestAnimationFrame(look)
      }
      scope.requestAnimationFrame(look)
    }, film)
    await page.goto(path, { waitUntil: 'commit' })
    const handle = await page.waitForFunction(() => (globalThis as typeof globalThis & PageScope).frameAfter)
    return (await handle.jsonValue()) as number
  } finally {
    await page.context().close()
  }
}
