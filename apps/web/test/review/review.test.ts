import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { addShots } from '../../../server/test/scene/subtitles.ts'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  browserIsMissing as skip,
  type WatchedPage,
} from '../browser.ts'
import { assertTransportFits, filterComments, isDrawn, waitForStored } from './acts.ts'
import { createReviewScene, type ReviewScene, readShownFrame, readStandingFrame, waitForFrame } from './scene.ts'

const seconds = 10
const frameCount = seconds * 25
let scene: ReviewScene
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds })
  await addShots(scene.kit, scene.prId, moId, 0, 100, 180)
})
after(() => scene?.stop())

async function openClip(
  options: Parameters<typeof openPage>[2] = {},
  prepare: () => void = () => {},
): Promise<WatchedPage> {
  const page = await openPage(scene.browser, scene.kit, options)
  await page.addInitScript(prepare)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  await waitForFrame(page, 0)
  return page
}

/** Waits until the page names a frame that is wanted. */
async function waitForFrames(page: Page, from: number, until: number): Promise<void> {
  await page.waitForFunction(
    ([least, most]) => {
      const named = Number(/\d+$/.exec(document.querySelector('.player-frame')?.textContent ?? '')?.[0])
      return named >= least && named <= most
    },
    [from, until] as const,
    { polling: 'raf' },
  )
}

async function goTo(page: Page, position: string, frame: number): Promise<void> {
  await page.getByLabel('Timecode', { exact: true }).fill(position)
  await page.getByLabel('Timecode', { exact: true }).press('Enter')
  await waitForFrame(page, frame)
  await page.locator('#content').focus()
}

const readVideo = (page: Page) =>
  page.locator('video').evaluate(element => {
    const { paused, playbackRate, muted } = element as HTMLVideoElement
    return { paused, playbackRate, muted }
  })

test('nothing moves when the pictures and the sound of the time line arrive', { skip: leftToAll }, async () => {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  const held = Promise.withResolvers<void>()
  await page.route(/sprite|waveform/i, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  await waitForFrame(page, 0)
  const findPlaces = () =>
    page.evaluate(() =>
      ['.player-frame-box', '.player-controls', '.time-line'].map(part =>
        document.querySelector(part)?.getBoundingClientRect().toJSON(),
      ),
    )
  const before = await findPlaces()
  await page.evaluate(() => {
    const shifts: PerformanceEntry[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver(list => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
  })
  held.resolve()
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.time-line-shots')
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return data.some(value => value > 0)
  })
  assert.deepEqual(await findPlaces(), before)
  assert.equal(await page.evaluate(() => (globalThis as typeof globalThis & { shifts: unknown[] }).shifts.length), 0)
  page.assertClean()
})

test('J, K and L play backwards, stop and play, twice as fast each time; what then stands is the frame that is named', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  const { keyboard } = page
  await page.locator('#content').focus()
  await keyboard.press('l')
  await waitForFrames(page, 5, frameCount)
  assert.deepEqual(await readVideo(page), { paused: false, playbackRate: 1, muted: false })
  await keyboard.press('l')
  assert.equal((await readVideo(page)).playbackRate, 2)
  await keyboard.press('l')
  assert.equal((await readVideo(page)).playbackRate, 4)
  await waitForFrames(page, 60, frameCount)
  await keyboard.press('k')
  assert.equal((await readVideo(page)).paused, true)
  const stood = await readStandingFrame(page)
  await keyboard.press('j')
  await waitForFrames(page, 0, stood - 10)
  await keyboard.press('k')
  await readStandingFrame(page)
  await keyboard.press('End')
  await waitForFrame(page, frameCount - 1)
  await keyboard.press('.')
  await waitForFrame(page, frameCount - 1)
  assert.equal(await readShownFrame(page), frameCount - 1)
  await keyboard.press('Home')
  await waitForFrame(page, 0)
  await keyboard.press('Space')
  await waitForFrames(page, 1, frameCount)
  await keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  page.assertClean()
})

test('a film that stops on a picture, or is sent to one, of which the browser tells nobody shows the frame that is named', {
  skip: leftToAll,
}, async () => {
  const page = await openClip({}, () => {
    const { requestVideoFrameCallback: request } = HTMLVideoElement.prototype
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (tell) {
      return request.call(this, (now, picture) => {
        const { deafFor = 0 } = globalThis as { deafFor?: number }
        if (deafFor > 0) {
          Object.assign(globalThis, { deafFor: deafFor - 1 })
          this.requestVideoFrameCallback(tell)
        } else tell(now, picture)
      })
    }
  })
  const beDeafFor = (pictures: number) => page.evaluate(deafFor => Object.assign(globalThis, { deafFor }), pictures)
  await page.locator('#content').focus()
  await page.keyboard.press('l')
  await waitForFrames(page, 5, frameCount)
  await beDeafFor(1000)
  const before = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await page.waitForFunction(from => (document.querySelector('video')?.currentTime ?? 0) > from + 0.4, before)
  await page.keyboard.press('k')
  assert.ok((await readStandingFrame(page)) < Math.round((before + 0.4) * 25))
  await beDeafFor(1)
  await goTo(page, '150', 150)
  assert.equal(await readShownFrame(page), 150)
  page.assertClean()
})

test('a timecode is typed over while the film plays', { skip: leftToAll }, async () => {
  const page = await openClip()
  await page.locator('#content').focus()
  await page.keyboard.press('l')
  await waitForFrames(page, 5, frameCount)
  const field = page.getByLabel('Timecode', { exact: true })
  await field.focus()
  const named = await field.inputValue()
  await waitForFrames(page, 20, frameCount)
  assert.equal(await field.inputValue(), named)
  await page.keyboard.type('10:00:08:00')
  await page.keyboard.press('Enter')
  await waitForFrame(page, 200)
  assert.equal(await readStandingFrame(page), 200)
  assert.equal(await field.inputValue(), '10:00:08:00')
  page.assertClean()
})

test('in and out make a loop that plays those frames alone; the speed is chosen; the marks are cleared', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  await goTo(page, '100', 100)
  await page.keyboard.press('i')
  await goTo(page, '10:00:04:19', 119)
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Loop', exact: true }).click()
  await page.getByLabel('Speed').selectOption('2×')
  await goTo(page, '105', 105)
  await page.keyboard.press('Space')
  assert.equal((await readVideo(page)).playbackRate, 2)
  // Every frame that the browser presents, and every frame that it is sent back to, over several rounds.
  const { shown, strays, returns } = await page.locator('video').evaluate(
    element =>
      new Promise<{ shown: number[]; strays: number[]; returns: number[] }>(resolve => {
        const video = element as HTMLVideoElement
        const shown: number[] = []
        const strays: number[] = []
        const returns: number[] = []
        let rounds = 0
        video.addEventListener('seeking', () => returns.push(Math.floor(video.currentTime * 25)))
        const note = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          const frame = Math.round(mediaTime * 25)
          if (frame < (shown.at(-1) ?? 0)) rounds += 1
          shown.push(frame)
          if (frame > 119 && !video.seeking) strays.push(frame)
          if (rounds === 3) resolve({ shown, strays, returns })
          else video.requestVideoFrameCallback(note)
        }
        video.requestVideoFrameCallback(note)
      }),
  )
  // A busy browser may have presented later frames by the time the page hears of the end: it is on its way back then.
  assert.deepEqual(strays, [], `a loop from 100 to 119 showed ${shown.join(' ')}`)
  // A busy browser may also leave out the first frame after a seek: that it went there is what is held.
  assert.ok(Math.min(...shown) >= 100, `a loop from 100 to 119 showed ${shown.join(' ')}`)
  assert.ok(returns.length >= 3, 'each round goes back')
  assert.deepEqual(new Set(returns), new Set([100]))
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Clear the marks' }).click()
  await page.locator('.time-line-loop').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Without sound' }).click()
  assert.equal((await readVideo(page)).muted, true)
  page.assertClean()
})

test('the time line has the sound, the shots and the comments; pointing at it shows the picture there, a click goes there', {
  skip,
}, async () => {
  const page = await openClip({ viewport: { width: 1440, height: 900 } })
  await goTo(page, '200', 200)
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('Hold this longer')
  await page.getByRole('button', { name: 'Send' }).click()
  const pin = page.getByRole('button', { name: 'Comment at 10:00:08:00: Hold this longer' })
  await page.locator('.comment:not([aria-busy])', { hasText: 'Hold this longer' }).waitFor()
  const line = page.getByRole('slider', { name: 'Time line' })
  const track = await line.boundingBox()
  assert.ok(track)
  const xOf = (frame: number) => track.x + ((frame + 0.5) / frameCount) * track.width
  const centre = await pin.boundingBox()
  assert.ok(centre && Math.abs(centre.x + centre.width / 2 - xOf(199.5)) < 2, 'the pin is at its frame')
  const shots = await page
    .locator('.time-line-shot')
    .evaluateAll(all => all.map(shot => Number.parseFloat((shot as HTMLElement).style.left)))
  assert.deepEqual(
    shots.map(percent => Math.round((percent / 100) * frameCount)),
    [100, 180],
  )
  await Promise.all([page.getByRole('button', { name: 'Previous shot' }).click(), waitForFrame(page, 180)])
  assert.equal(await page.locator('.time-line-wave').evaluate(isDrawn), true)
  await page.mouse.move(xOf(1), track.y + 20)
  const hint = page.locator('.time-line-hint')
  await hint.getByText('10:00:00:01').waitFor()
  const [place, player] = [await hint.boundingBox(), await page.locator('.player').boundingBox()]
  assert.ok(place && player && place.x >= player.x - 1, 'it stays within the player')
  await hint.locator('.time-line-picture').waitFor()
  await page.mouse.click(xOf(120), track.y + 20)
  await waitForFrame(page, 120)
  assert.equal(await readShownFrame(page), 120)
  await page.mouse.move(xOf(120), track.y + 20)
  await page.mouse.down()
  await page.mouse.move(xOf(30), track.y + 20, { steps: 8 })
  await page.mouse.up()
  await waitForFrame(page, 30)
  assert.equal(await readShownFrame(page), 30)
  await pin.click()
  await waitForFrame(page, 200)
  // What would lie on it shares its pin, which goes on from the one that was chosen last.
  await goTo(page, '203', 203)
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('And this')
  await page.getByRole('button', { name: 'Send' }).click()
  const both = page.getByRole('button', { name: '2 comments from 10:00:08:00 on' })
  for (const frame of [203, 200, 203]) {
    await both.click()
    await waitForFrame(page, frame)
  }
  await page.locator('.thread[data-chosen="true"]', { hasText: 'And this' }).waitFor()
  await assertAccessible(page)
  await assertTransportFits(page, [1280, 1024, 480, 390, 360])
  page.assertClean()
})

test('a link to a comment opens its frame, with the dot that was tapped on the picture', { skip }, async () => {
  const page = await openClip({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  await goTo(page, '77', 77)
  await page.getByRole('button', { name: 'Draw on the picture' }).tap()
  const picture = await page.locator('.player .drawing').boundingBox()
  assert.ok(picture)
  await page.touchscreen.tap(picture.x + picture.width * 0.4, picture.y + picture.height * 0.6)
  await page.getByRole('textbox', { name: 'Comment at 10:00:03:02' }).fill('A boom in the picture')
  await page.getByRole('button', { name: 'Send' }).tap()
  await page.getByRole('article', { name: 'admin' }).getByText('A boom in the picture').waitFor()
  await waitForStored(page)
  const { results } = await scene.kit.admin.annotations.listAnnotationsOfClip({
    prId: scene.prId,
    moId,
    query: { q: 'boom', fq: ['funnel:ReviewComment'] },
  })
  const comment = await scene.kit.admin.annotations.getAnnotation({ prId: scene.prId, anId: Number(results[0]?.id) })
  assert.match(comment.spatial ?? '', /^xywh=percent:(39|40)(\.\d+)?,(59|60)(\.\d+)?,0,0$/)
  await goTo(page, '0', 0)
  await page.getByRole('slider', { name: 'Time line' }).tap()
  await waitForFrame(page, frameCount / 2)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}?comment=${comment.id}`)
  await waitForFrame(page, 77)
  await page.locator('.player .drawing path').waitFor({ state: 'attached' })
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})

test('of a team of many everyone can be mentioned', { skip: leftToAll }, async () => {
  const { kit, prId } = scene
  const names = Array.from({ length: 12 }, (_, index) => `crew-${index + 10}`)
  for (const username of names) {
    const body = { username, password: `password of ${username}`, email: `${username}@example.org` }
    const user = await kit.admin.accounts.createUser({ body })
    await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, roles: ['Production Member'] } })
  }
  const page = await openClip()
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  for (const username of names) {
    await field.fill('')
    await field.pressSequentially(`@${username}`)
    await page.getByRole('option', { name: username }).waitFor()
  }
  page.assertClean()
})

test('who is mentioned is suggested as one types, by keys too, and finds the comment by filter and tag', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const { user } = await kit.createMember(prId, { roles: ['Production Member'] })
  const page = await openClip()
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.pressSequentially(`Ask @${user.username.slice(0, 7)}`)
  await page.getByRole('listbox', { name: 'People to mention' }).getByRole('option').first().waitFor()
  await assertAccessible(page)
  await field.press('ArrowDown')
  await field.press('Enter')
  assert.equal(await field.inputValue(), `Ask @${user.username} `)
  await field.pressSequentially('about the #grain')
  assert.equal(await field.inputValue(), `Ask @${user.username} about the #grain`)
  // What is typed next follows the name also where there is text after it.
  await field.fill('Ask  about the #grain')
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(4, 4))
  await field.pressSequentially(`@${user.username.slice(0, 7)}`)
  await field.press('Enter')
  await field.pressSequentially('again')
  assert.equal(await field.inputValue(), `Ask @${user.username} again about the #grain`)
  await field.press('Control+Enter')
  const thread = page.locator('.thread', { hasText: 'about the' })
  await thread.locator('.comment-word', { hasText: `@${user.username}` }).waitFor()
  await waitForStored(page)
  const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query: { q: 'about' } })
  const comment = await kit.admin.annotations.getAnnotation({ prId, anId: Number(results[0]?.id) })
  assert.deepEqual([comment.mentionIds, comment.tags], [[user.id], ['grain']])
  await filterComments(page, 'Tag grain')
  assert.equal(await page.locator('.thread').count(), 1)
  await filterComments(page, 'Resolved')
  await page.getByText('No comment matches.').waitFor()
  page.assertClean()
})

test('keys rest while one types and where they are turned off, and a summary opens by Space', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  await page.getByRole('textbox', { name: /^Comment at/ }).press('.')
  await page.getByRole('textbox', { name: /^Comment at/ }).press('l')
  assert.equal((await readVideo(page)).paused, true)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByLabel('Use single keys').uncheck()
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  await page.keyboard.press('.')
  await page.keyboard.press('l')
  assert.equal((await readVideo(page)).paused, true)
  // What has the focus still takes its own.
  await page.getByRole('slider', { name: 'Time line' }).focus()
  await page.keyboard.press('ArrowRight')
  await waitForFrame(page, 1)
  await page.reload()
  await waitForFrame(page, 0)
  await page.locator('#content').focus()
  await page.keyboard.press('.')
  await page.getByRole('button', { name: 'One frame forward' }).click()
  await waitForFrame(page, 1)
  page.assertClean()
})
