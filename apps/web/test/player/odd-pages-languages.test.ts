/** Every kind of page in a language that nobody speaks: for `npm run test:all`. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserIsMissing } from '../browser.ts'
import { checkInPseudo } from '../languages/check-page.ts'
import { speakPseudo } from '../languages/pseudo.ts'
import { toFirstOfEach } from '../odd-pages.ts'
import { hostOddClips } from './odd-host.ts'

const host = hostOddClips()

test('in a language with longer texts, from left to right and from right to left, nothing is cut off or left in English', {
  skip: browserIsMissing,
}, async () => {
  const page = await host.open({ width: 1440, height: 900 })
  await speakPseudo(page)
  const faults: string[] = []
  for (const [address] of toFirstOfEach(host.listPages())) faults.push(...(await checkInPseudo(page, address)))
  assert.deepEqual(faults, [])
  page.assertClean()
})
