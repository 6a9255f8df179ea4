/** A language that nobody speaks: adding it is what adding any language is, and its texts are half as long again. */

import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Plugin } from 'vite'
import { configuration } from '../../build/configuration.ts'

/** A tag that the standard leaves to everyone's own use. */
const pseudoTag = 'qps'

const calls = /\bcreateTexts(?:<\w+>)?\(\{/g
const line = 'export const languages = {'

/** What an English text is in it: other letters, and each word half as long again; what is in braces stays. */
export function toPseudo<Text>(text: Text): Text {
  if (typeof text === 'string') return text.replaceAll(/\{\w+\}|\p{L}+/gu, lengthen) as Text
  return Object.fromEntries(Object.entries(text as object).map(([key, value]) => [key, toPseudo(value)])) as Text
}

function lengthen(word: string): string {
  if (word.startsWith('{')) return word
  const letters = Array.from(word, letter => other[letter] ?? letter).join('')
  return letters + 'ō'.repeat(Math.ceil(word.length / 2))
}

const other: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, at) => [
    letter,
    'āƀćđēƒġħīĵķĺṁńōṗqŕśţūṽŵẋŷźĀɃĆĐĒƑĠĦĪĴĶĹṀŃŌṖQŔŚŢŪṼŴẊŶŹ'[at] ?? letter,
  ]),
)

/** One line in the list of languages, and one member in each call of `createTexts`; nothing else. */
function addLanguage(): Plugin {
  return {
    name: 'pseudo-language',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/platform/translations.ts'))
        return code.replace(line, `${line} ${pseudoTag}: { name: 'Pseudo', direction: 'ltr' },`)
      if (code.search(calls) < 0) return undefined
      const texts = `createTexts({ get ${pseudoTag}() { return toPseudo(this.en) },`
      return `import { toPseudo } from 'pseudo-texts'\n${code.replaceAll(calls, texts)}`
    },
    resolveId: id => (id === 'pseudo-texts' ? '\0pseudo-texts' : undefined),
    load: id =>
      id === '\0pseudo-texts' ? `const other = ${JSON.stringify(other)}\nexport ${toPseudo}\n${lengthen}` : undefined,
  }
}

/** Builds the pages with that language; has a page get these instead of those of the service, and begin in it. */
export async function speakPseudo(page: Page): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rushes-pseudo-'))
  const plugins = [addLanguage(), ...(configuration.plugins ?? []).filter(plugin => !isNamed(plugin, 'compress-files'))]
  await build({ ...configuration, plugins, build: { ...configuration.build, outDir, minify: false } })
  const read = (name: string) => readFileSync(join(outDir, name), 'utf8')
  await page.route('**/*', async route => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/assets/')) return route.fulfill({ path: join(outDir, pathname) })
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, body: read(pathname.startsWith('/app/share/') ? 'share.html' : 'index.html') })
  })
  await page.addInitScript(tag => localStorage.setItem('rushes.language', tag), pseudoTag)
}

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name
}
