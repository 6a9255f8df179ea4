import type { Browser, Page } from 'playwright-core'
import type { Scene } from '../tools/scene.ts'
import { openPage, toMedian } from './browser.ts'
import type { PageScope } from './scope.ts'

const comments = 20

/** How long after the click of one person another one sees the comment, beside the call that writes it. */
export async function measureNews(browser: Browser, url: string, scene: Scene, moId: number): Promise<void> {
  const { api, prId } = scene
  const link = await shareWithNames(scene)
  const [team, colleague, ann, bob] = await Promise.all([
    openForTeam(browser, url, prId, moId),
    openForTeam(browser, url, prId, moId),
    openForVisitor(browser, url, link, 'ann'),
    openForVisitor(browser, url, link, 'bob'),
  ])
  console.log(`\n## From the click to its display at somebody else, ms, of ${comments} comments; four pages are open\n`)
  console.log('| | median | worst |\n|---|---|---|')
  const tell = (name: string, times: readonly number[]) =>
    console.log(`| ${name} | ${toMedian(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`)
  const calls: number[] = []
  for (let turn = 0; turn < comments; turn++) {
    const begun = performance.now()
    const body = { funnel: 'ReviewComment', description: `Call ${turn}`, start: 0, end: 1 }
    await api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: { waitForIndex: true } })
    calls.push(performance.now() - begun)
  }
  tell('the call alone, until a search finds it', calls)
  tell('team to team', await measureBetween(team, colleague, 'to a colleague'))
  tell('visitor to visitor', await measureBetween(ann, bob, 'to a visitor'))
  tell('visitor to team', await measureBetween(bob, colleague, 'to the team'))
  tell('team to visitor', await measureBetween(team, ann, 'from the team'))
  for (const page of [team, colleague, ann, bob]) await page.context().close()
}

async function shareWithNames({ api, prId }: Scene): Promise<string> {
  const [collection] = (await api.collections.listCollections({ prId })).items
  if (!collection) throw new Error('there is no collection to share')
  const { id, token = '' } = await api.sharing.createShare({
    prId,
    id: collection.id,
    body: { permissions: ['VIEW', 'ANNOTATE'], clientProperties: { identifyUser: true } },
  })
  return `/app/share/${prId}/${id}#token=${encodeURIComponent(token)}`
}

async function openForTeam(browser: Browser, url: string, prId: number, moId: number): Promise<Page> {
  const page = await openPage(browser, url, true)
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await page.getByRole('textbox', { name: /^Comment at/ }).waitFor()
  return page
}

async function openForVisitor(browser: Browser, url: string, link: string, name: string): Promise<Page> {
  const page = await openPage(browser, url, false)
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your email address').fill(`${name}@example.org`)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('textbox', { name: /^Comment at/ }).waitFor()
  return page
}

async function measureBetween(writer: Page, reader: Page, what: string): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < comments; turn++) {
    const text = `Comment ${turn} ${what}`
    const shownAt = reader.evaluate(async wanted => {
      const { document, requestAnimationFrame } = globalThis as typeof globalThis & PageScope
      const next = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
      while (!document.querySelector('.threads')?.textContent.includes(wanted)) await next()
      return Date.now()
    }, text)
    await writer.getByRole('textbox', { name: /^Comment at/ }).fill(text)
    const clickedAt = writer.evaluate(
      () =>
        new Promise<number>(resolve => {
          const scope = globalThis as typeof globalThis & PageScope
          scope.addEventListener('click', () => resolve(Date.now()), { capture: true, once: true })
        }),
    )
    await writer.getByRole('button', { name: 'Send' }).click()
    times.push((await shownAt) - (await clickedAt))
  }
  return times
}
