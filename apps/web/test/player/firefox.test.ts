/** The frames of the player in a browser of another kind, which decodes, seeks and presents in its own way. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { RATE_23_976, RATE_25, type SampleRate } from '@rushes/timebase'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { adminPassword } from '../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests } from '../browser.ts'
import { createReviewScene, type ReviewScene, readPicture, toFrameNumber } from '../review/scene.ts'

const places = [process.env.RUSHES_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const executablePath = places.find(place => place !== undefined && existsSync(place))
const skip =
  browserIsMissing ||
  (executablePath === undefined && 'No Firefox was found: install Debian’s firefox-esr, or name one in RUSHES_FIREFOX')

/** In each of two films; 200 in the long run. */
const seeks = process.env.RUSHES_LONG ? 200 : 100
const seconds = 6

let scene: ReviewScene
let firefox: Browser
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  firefox = await launch({ browser: 'firefox', ...(executablePath ? { executablePath } : {}) })
})
after(async () => {
  await firefox?.close()
  await scene?.stop()
})

/** Firefox takes its decoder from the system. */
async function playsH264(): Promise<boolean> {
  const page = await firefox.newPage()
  const answer = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.4d401e"'),
  )
  await page.close()
  return answer !== ''
}

async function openClip(moId: number): Promise<Page> {
  const page = await firefox.newPage()
  await page.goto(`${scene.kit.url}/app`)
  await page.evaluate(async password => {
    const body = JSON.stringify({ username: 'admin', password })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/authentication/login', { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    localStorage.setItem('rushes.signed-in', 'yes')
  }, adminPassword)
  await page.goto(`${scene.kit.url}/app/production/${scene.prId}/clip/${moId}`)
  await page.waitForSelector('video')
  return page
}

/** Waits until the page names this frame. */
async function waitForFrame(page: Page, frame: number): Promise<void> {
  await page.waitForFunction(
    wanted => new RegExp(`\\b${wanted}$`).test(document.querySelector('.player-frame')?.textContent ?? ''),
    {},
    frame,
  )
}

async function goTo(page: Page, frame: number): Promise<void> {
  await page.focus('.player-timecode')
  await page.evaluate(() => document.querySelector<HTMLInputElement>('.player-timecode')?.select())
  await page.keyboard.type(String(frame))
  await page.keyboard.press('Enter')
  await page.focus('#content')
}

for (const [name, rate] of [
  ['25', RATE_25],
  ['23.976', RATE_23_976],
] satisfies [string, SampleRate][]) {
  test(`in Firefox, at ${name} frames a second, the picture is that of the frame which the page names, after ${seeks} seeks and steps`, {
    skip,
    timeout: 1_200_000,
  }, async context => {
    if (!(await playsH264())) return context.skip('This Firefox has no decoder of H.264: install Debian’s libavcodec')
    const moId = await scene.addFilm(`firefox-${name}`, rate, { seconds })
    const frameCount = Math.round((seconds * rate.num) / rate.den)
    const page = await openClip(moId)
    const wrong: string[] = []
    // A stride that shares no factor with the length comes by frames of all parts of the film.
    for (let turn = 1; turn <= seeks; turn++) {
      const frame = (turn * 61) % (frameCount - 1)
      await goTo(page, frame)
      await waitForFrame(page, frame)
      const sought = toFrameNumber(await page.evaluate(readPicture, ['video', 0] as const))
      await page.keyboard.press('.')
      await waitForFrame(page, frame + 1)
      const stepped = toFrameNumber(await page.evaluate(readPicture, ['video', 0] as const))
      if (sought !== frame || stepped !== frame + 1) wrong.push(`${frame}: ${sought}, ${stepped}`)
    }
    assert.deepEqual(wrong, [])
    await page.close()
  })
}
