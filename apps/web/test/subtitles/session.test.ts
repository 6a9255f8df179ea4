import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { closePagesOfTests, leftToAll, type WatchedPage } from '../browser.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { entry } from './lists.ts'
import { chosenIs, createSubtitleScene, type SubtitleScene, saved } from './scene.ts'

const skip = leftToAll
const [seconds, gap] = [240, 2]
const frameCount = seconds * RATE_25.num
/** Lines that follow each other, those that begin later than the one before ends, and those of a film that plays. */
const [chained, apart, live] = [150, 30, 20]
const lines = chained + apart + live

let scene: ReviewScene
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const moId = await scene.addFilm('Scene 12', RATE_25, { seconds })
  const preset = {
    ...{ id: 'tv', name: 'Television', basedOn: 'broadcast', default: true },
    spotting: { minimumGapFrames: gap },
  }
  kept = await createSubtitleScene(scene, moId, preset)
})
after(() => scene?.stop())

interface SessionScope {
  /** What the pointer did. */
  pointed: string[]
  /** The frames of the film at each press and release of V. */
  held: number[]
}

/** Notes what is done with the pointer, and where the film is when V is pressed and let go; runs in the page. */
function watchSession(): void {
  const scope = Object.assign(globalThis as typeof globalThis & SessionScope, { pointed: [], held: [] })
  for (const name of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'wheel', 'touchstart']) {
    addEventListener(name, ({ type }) => scope.pointed.push(type), { capture: true, passive: true })
  }
  for (const name of ['keydown', 'keyup'] as const) {
    addEventListener(
      name,
      ({ key }) => {
        if (key === 'v') scope.held.push(Math.floor((document.querySelector('video')?.currentTime ?? 0) * 25))
      },
      { capture: true },
    )
  }
}

const readSession = (page: WatchedPage) =>
  page.evaluate(() => {
    const { pointed, held } = globalThis as typeof globalThis & SessionScope
    return { pointed, held }
  })

/** Until the film has played for so many frames. */
async function played(page: WatchedPage, frames: number): Promise<void> {
  await page.evaluate(async count => {
    const video = document.querySelector('video')!
    const end = video.currentTime + count / 25
    while (video.currentTime < end) await new Promise(requestAnimationFrame)
  }, frames)
}

test('two hundred subtitles are timed by the keyboard alone, standing and while the film plays', {
  skip,
}, async context => {
  // As a script brings them: texts without times of their own.
  const unset = (line: number) => frameCount - lines + line
  const script = Array.from({ length: lines }, (_, line) => entry(unset(line), unset(line) + 1, `Line ${line + 1}`))
  const { open, list } = await kept.create(...script)
  const page = await open({ viewport: { width: 1440, height: 900 } })
  const { keyboard } = page
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) await keyboard.press(name)
    keys += names.length
  }
  const expected: string[] = []
  const textOf = (line: number) => (line % 10 === 0 ? `Line ${line + 1}!` : `Line ${line + 1}`)
  /** Every tenth text is corrected on the way. */
  const correct = async (line: number) => {
    if (line % 10 !== 0) return
    await press('Enter')
    await keyboard.type('!')
    await press('Escape')
  }
  await page.locator('#content').focus()
  await page.evaluate(watchSession)
  await press('ArrowDown')
  await chosenIs(page, 1)
  await press('Home', 'Shift+ArrowRight', 'i')

  let start = 25
  let place = 25
  for (let line = 0; line < chained + apart; line++) {
    await correct(line)
    await press('Shift+ArrowRight', 'a')
    place += 25
    expected.push(`${start}-${place - gap} ${textOf(line)}`)
    start = place
    if (line < chained) continue
    await press('.', '.', '.', 'i')
    place += 3
    start = place
  }
  await chosenIs(page, chained + apart + 1)

  await press('l', 'l')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  for (let line = chained + apart; line < lines; line++) {
    await played(page, 6)
    await keyboard.down('v')
    await played(page, 24)
    await keyboard.up('v')
    keys += 1
  }
  await press('k')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await saved(page)

  const { pointed, held } = await readSession(page)
  assert.deepEqual(pointed, [])
  const stored = await list()
  assert.deepEqual(stored.slice(0, chained + apart), expected)
  assert.equal(stored.length, lines)
  for (let line = chained + apart; line < lines; line++) {
    const [, from, to, text] = /^(\d+)-(\d+) (.*)$/.exec(stored[line] ?? '') ?? []
    const [pressed, released] = held.slice(2 * (line - chained - apart))
    const what = `${stored[line]}, held from ${pressed} to ${released}`
    assert.equal(text, `Line ${line + 1}`)
    // The picture that is shown, which is a little behind the clock of the film.
    assert.ok(Math.abs(Number(from) - pressed!) <= 12 && Math.abs(Number(to) - released!) <= 12, what)
  }
  context.diagnostic(`${(keys / lines).toFixed(1)} keys for a line`)
  page.assertClean()
})
