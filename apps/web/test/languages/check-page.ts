/** Whether the texts of a page fit, and all come from the languages of the pages or from the service. */

import type { Page } from 'playwright-core'
import { toPseudo } from './pseudo.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** Words for units, names of formats and of keys, and what the pages name languages and themselves, are alike in all. */
const alike =
  'Rushes English Nederlands Pseudo fps kHz sec secs min mins hrs day days mth mths yrs AND NOT Ctrl Shift Alt Enter Space Esc Escape Delete Home End Tab CSV SKOS Turtle RDF XML byte'
const ofCalendar = ['month', 'weekday'] as const

/** Opens an address in the pseudo-language and gives one line for each fault of it, in both directions and at both sizes. */
export async function checkInPseudo(page: Page, address: string): Promise<string[]> {
  const words = new Set(alike.split(' '))
  for (const part of ofCalendar)
    for (let at = 0; at < 12; at += 1)
      words.add(
        new Intl.DateTimeFormat('en-GB', { [part]: 'short' }).format(new Date(2026, part === 'month' ? at : 0, at + 1)),
      )
  const answers: Promise<unknown>[] = []
  page.removeAllListeners('response')
  page.on('response', response => {
    if (/\/api\/.*|\bjson\b/.test(response.headers()['content-type'] ?? ''))
      answers.push(response.json().catch(() => undefined))
  })
  await page.goto(address)
  await page.waitForFunction(
    loading =>
      document.querySelector('h1, h2') !== null &&
      document.querySelector('.skeleton') === null &&
      !document.body.textContent?.includes(loading) &&
      Array.from(document.images).every(({ complete }) => complete),
    toPseudo('Loading'),
  )
  const faults: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const direction of ['ltr', 'rtl'] as const) {
      await page.evaluate(async dir => {
        document.documentElement.dir = dir
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }, direction)
      const found = await findSpills(page)
      faults.push(...found.map(fault => `${address}, ${size.width} wide, ${direction}: ${fault}`))
    }
  }
  collectWords(await Promise.all(answers), words)
  for (const text of await listTexts(page)) {
    const foreign =
      text.match(/(?<![\p{L}\p{N}])[A-Za-z]{3,}(?![\p{L}\p{N}])/gu)?.filter(word => !words.has(word)) ?? []
    if (foreign.length > 0) faults.push(`${address}: in no language: ${text}`)
  }
  return faults
}

/** Names of members are shown too, of the fields of a production. */
function collectWords(value: unknown, words: Set<string>): void {
  for (const word of JSON.stringify(value)?.match(/[A-Za-z]{3,}/g) ?? []) words.add(word)
}

/** One line for each text that is wider or higher than its box, is cut off, or lies outside the page. */
function findSpills(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)'
    const { scrollWidth } = document.documentElement
    const faults = scrollWidth > innerWidth ? [`the page is ${scrollWidth - innerWidth} pixels too wide`] : []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const text = range.getBoundingClientRect()
      // What is reached by the keyboard alone waits above the page.
      if (text.width === 0 || text.bottom < 0) continue
      const fault = findFault(parent, text)
      if (fault) faults.push(`${fault}: ${texts.currentNode.textContent} in ${parent.outerHTML.slice(0, 80)}`)
    }
    return faults

    function findFault(parent: Element, { left, right, top, bottom }: DOMRect): string | undefined {
      let isOwnBox = true
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        if (isHidden(box)) return undefined
        const style = getComputedStyle(box)
        if (style.display === 'inline' || style.display === 'contents') continue
        // What scrolls, and what ends in an ellipsis, is meant to be longer.
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return undefined
        const outer = box.getBoundingClientRect()
        const isWider = left < outer.left - 1 || right > outer.right + 1
        const isHigher = top < outer.top - 2 || bottom > outer.bottom + 2
        const isClipped = style.overflowX !== 'visible'
        if (isClipped && isWider && style.textOverflow === 'ellipsis') return undefined
        if (isClipped && isHigher && style.webkitLineClamp !== 'none') return undefined
        if (isWider && (isOwnBox || isClipped))
          return `${Math.ceil(Math.max(outer.left - left, right - outer.right))} too wide`
        if (isHigher && isClipped) return 'cut off'
        isOwnBox = false
      }
      return left < -1 || right > innerWidth + 1 ? 'outside the page' : undefined
    }
  })
}

/** Texts that are shown, and names of controls. */
function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (!texts.currentNode.parentElement?.closest('noscript, script'))
        found.add(texts.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'data-tip'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name) ?? '')
    return Array.from(found)
  })
}
