import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { createWave } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { assertAccessible, closePagesOfTests, leftToAll, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'
import { createSubtitleScene, type SubtitleScene } from './scene.ts'

const skip = leftToAll
const preset = {
  id: 'tv',
  name: 'Ours',
  basedOn: 'online',
  default: true,
  regions: [
    { id: 'bottomRegion', vertical: 'bottom', align: 'right' },
    { id: 'topRegion', vertical: 'top' },
  ],
  styling: { fontFamily: 'monospace', fontSize: '120%', colour: '#00ffff', backgroundColour: '#102030' },
}
let scene: ReviewScene
let moId: number
let shareLink: string
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'For review' } })
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 10, attachToEoId: id })
  const share = await kit.admin.sharing.createShare({ prId, id, body: { permissions: ['VIEW'] } })
  shareLink = `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
  kept = await createSubtitleScene(scene, moId, preset)
})
after(() => scene?.stop())

async function openClip(query = '', clip = moId) {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${clip}${query}`)
  return page
}

const shownText = (page: Page) => page.locator('.preview').innerText()
const waitForText = (page: Page, text: string) => page.locator('.preview-run', { hasText: text }).waitFor()
const waitForNone = (page: Page) => page.locator('.preview').waitFor({ state: 'detached' })

/** What is on the picture: each run with its look, and where it is in percent of the picture. */
async function readLook(page: Page) {
  await page.locator('.preview-run').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page.locator('.preview-run').evaluateAll(runs => {
    const picture = document.querySelector('.preview')?.getBoundingClientRect() ?? new DOMRect()
    const toPercent = (pixels: number, whole: number) => Math.round((pixels / whole) * 50) * 2
    return runs.map(run => {
      const box = run.getBoundingClientRect()
      const { color, backgroundColor, fontStyle, fontWeight, fontFamily, fontSize, textDecorationLine } =
        getComputedStyle(run)
      return {
        text: run.textContent,
        style: [color, backgroundColor, fontStyle, fontWeight, fontFamily, textDecorationLine],
        size: Math.round((Number.parseFloat(fontSize) / picture.height) * 200),
        middle: toPercent((box.top + box.bottom) / 2 - picture.top, picture.height),
        sides: [box.left, box.right].map(side => toPercent(side - picture.left, picture.width)),
      }
    })
  })
}

test('a guest and the team see subtitles as their editor shows them: place, alignment, letters, colours, two at once', {
  skip,
}, async () => {
  const { language, path } = await kept.create(
    {
      start: 100,
      end: 150,
      textParts: [
        { content: 'Good ' },
        { content: 'night', style: { italic: true, colour: '#ffff00' } },
        { content: '\n', type: 'lineBreak' },
        { content: 'to all' },
      ],
    },
    {
      start: 110,
      end: 150,
      region: 'topRegion',
      textParts: [{ content: 'SIGN: <Exit> & more', style: { bold: true } }],
    },
    { start: 110, end: 150, textParts: [{ content: 'Hush', style: { underline: true } }] },
    { start: 110, end: 150, hidden: true, textParts: [{ content: 'not for broadcast' }] },
  )
  const at = `?t=120&subtitles=${language}&preset=${kept.presetId}`
  const editor = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(editor, 'admin', adminPassword)
  await editor.goto(`${path}&t=120`)
  await waitForFrame(editor, 120)
  const wanted = await readLook(editor)
  assert.deepEqual(wanted.map(({ text }) => text).toSorted(), [
    'Good ',
    'Hush',
    'SIGN: <Exit> & more',
    'night',
    'to all',
  ])
  const team = await openClip(at)
  const guest = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await guest.goto(shareLink.replace('#', `${at}#`))
  for (const page of [team, guest]) {
    await waitForFrame(page, 120)
    assert.deepEqual(await readLook(page), wanted)
    await assertAccessible(page)
    // One of them ends with the film going on.
    await page.locator('#content').focus()
    await page.getByLabel('Timecode', { exact: true }).fill('105')
    await page.getByLabel('Timecode', { exact: true }).press('Enter')
    await waitForFrame(page, 105)
    assert.equal(await shownText(page), 'Good night\nto all')
  }
  for (const page of [editor, team, guest]) page.assertClean()
})

test('sound without a picture moves its place and its subtitles as it plays, and goes where one goes', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const { moId: sound, workflowId } = await scene.addFile('Voice.wav', createWave(4))
  await waitForWorkflow(kit.admin, { prId, id: workflowId })
  const { language } = await (await createSubtitleScene(scene, sound, preset)).create(
    { start: 0, end: 30, textParts: [{ content: 'Here it begins.' }] },
    { start: 30, end: 100, textParts: [{ content: 'There it ends.' }] },
  )
  const page = await openClip(`?t=10&subtitles=${language}&preset=${kept.presetId}`, sound)
  await waitForText(page, 'Here it begins.')
  const timecode = page.getByLabel('Timecode', { exact: true })
  assert.equal(await timecode.inputValue(), '00:00:00:10')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await waitForText(page, 'There it ends.')
  await page.getByRole('button', { name: 'Pause' }).click()
  await timecode.fill('20')
  await timecode.press('Enter')
  await waitForText(page, 'Here it begins.')
  assert.equal(await timecode.inputValue(), '00:00:00:20')
  page.assertClean()
})

test('subtitles are shown by their button and a key, to the team and to guests, and again the next time', {
  skip,
}, async () => {
  const textParts = [{ content: 'Once more.' }, { content: ' And again.', start: 100 }]
  await kept.create({ start: 0, end: 150, textParts })
  const team = await openClip()
  const guest = await openPage(scene.browser, scene.kit, { viewport: { width: 390, height: 844 } })
  await guest.goto(shareLink)
  await waitForFrame(guest, 0)
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Subtitles' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await team.getByRole('button', { name: 'Subtitles' }).waitFor()
  await choose(team, 'Dutch (tv)')
  await waitForText(team, 'Once more.')
  // A window of its own shows the video alone: there they are a text track of it.
  const tellVideo = (name: string) =>
    team.locator('video').evaluate((video, name) => {
      video.dispatchEvent(new Event(name))
      return [...(video as HTMLVideoElement).textTracks].map(({ mode, cues }) => [
        mode,
        [...(cues ?? [])].map(cue => [cue.startTime, cue.endTime, (cue as VTTCue).text]),
      ])
    }, name)
  const cues = [
    [0, 4, 'Once more.'],
    [4, 6, 'Once more. And again.'],
  ]
  assert.deepEqual(await tellVideo('enterpictureinpicture'), [['showing', cues]])
  assert.deepEqual(await tellVideo('leavepictureinpicture'), [['disabled', []]])
  await team.locator('#content').focus()
  await team.keyboard.press('Shift+C')
  await waitForNone(team)
  // Who cannot write has the letter free for them.
  await guest.getByRole('button', { name: 'Subtitles' }).waitFor()
  await guest.locator('.player').click({ position: { x: 2, y: 2 } })
  await guest.keyboard.press('c')
  await guest.locator('.preview').waitFor({ state: 'attached' })
  await choose(guest, 'Dutch (tv)')
  await waitForText(guest, 'Once more.')
  await guest.reload()
  await waitForText(guest, 'Once more.')
  await choose(guest, 'No subtitles')
  await waitForNone(guest)
  for (const page of [team, guest]) page.assertClean()
})
