import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Scene } from '../tools/scene.ts'
import { openPage, toMedian } from './browser.ts'

const count = 2000
const rounds = 30
const goalMs = { script: 16, paint: 50 }

/** What a key costs in a subtitle editor with many entries: script, and until it is painted. */
export async function measureSubtitleKeys(browser: Browser, url: string, scene: Scene, moId: number): Promise<void> {
  const page = await openPage(browser, url, true)
  const path = await stockSubtitles(scene, moId)
  await page.goto(path)
  await page.locator('.entry-row').first().waitFor()
  await tellKeys(page)
  await page.context().close()
}

/** Entries one after the other over twenty seconds; gives the address of their editor. */
async function stockSubtitles({ api, prId }: Scene, moId: number): Promise<string> {
  const place = { prId, moId, language: 'en' }
  await api.subtitles.getSubtitleOfLanguage(place)
  const value = Array.from({ length: count }, (_, index) => ({
    start: Math.floor(index / 4),
    end: Math.floor(index / 4) + 1,
    textParts: [{ content: `entry ${index}` }],
  }))
  const body = [{ op: 'replace' as const, path: '/structuredDescription/subtitles', value }]
  await api.subtitles.patchSubtitleOfLanguage({ ...place, body })
  return `/app/production/${prId}/clip/${moId}/subtitles/en`
}

/** Writes the table; the editor is shown. */
async function tellKeys(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  console.log(
    `\n## A key in ${count} subtitles; the goal is ${goalMs.script} ms of script, ${goalMs.paint} ms until it is painted\n`,
  )
  console.log('| what | keys | script, median ms | worst | painted, median ms | worst |\n|---|---|---|---|---|---|')
  await page.locator('.entry-pick').first().click()
  await tellKey(page, session, 'the next subtitle', 'ArrowDown')
  await tellKey(page, session, 'a time by one frame', 'r')
  await page.keyboard.press('Enter')
  await tellKey(page, session, 'a letter of a text', 'x')
  await tellKey(page, session, 'the text of the next subtitle', 'Alt+ArrowDown')
  await session.detach()
}

async function tellKey(page: Page, session: CDPSession, name: string, key: string): Promise<void> {
  const scripts: number[] = []
  const paints: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(awaitKey)
    const before = await readScriptMs(session)
    await page.keyboard.press(key)
    paints.push(await page.evaluate(() => (globalThis as typeof globalThis & KeyScope).painted))
    scripts.push((await readScriptMs(session)) - before)
  }
  const [script, paint] = [scripts, paints].map(times => [toMedian(times), Math.max(...times)].map(ms => ms.toFixed(1)))
  console.log(`| ${name} | ${rounds} | ${script?.join(' | ')} | ${paint?.join(' | ')} |`)
}

async function readScriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
}

interface KeyScope {
  /** Milliseconds from the key to the picture after it. */
  painted: Promise<number>
  addEventListener(name: 'keydown', listener: () => void, options: object): void
  requestAnimationFrame(act: () => void): void
}

/** Has the page measure the next key; runs in the page. */
function awaitKey(): void {
  const scope = globalThis as typeof globalThis & KeyScope
  const { promise, resolve } = Promise.withResolvers<number>()
  scope.painted = promise
  const onKey = () => {
    const begun = performance.now()
    scope.requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
  }
  scope.addEventListener('keydown', onKey, { capture: true, once: true })
}
