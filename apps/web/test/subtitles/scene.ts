/** Subtitles of a clip for the tests of the editor: each call makes some of their own. */

import type { SubtitleAnnotation, SubtitleEntry, WorkStatus } from '@rushes/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { readAnnotation } from '../../../server/test/scene/subtitles.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { openPage, signInOn, type WatchedPage } from '../browser.ts'
import type { ReviewScene } from '../review/scene.ts'

export interface StoredSubtitles {
  readonly path: string
  readonly language: string
  /** What is stored. */
  get(): Promise<SubtitleAnnotation>
  /** What is stored in another language. */
  getOther(language: string): Promise<SubtitleAnnotation>
  /** What is stored, each entry as `start-end text`. */
  list(): Promise<string[]>
  /** Somebody else adds a subtitle. */
  add(entry: SubtitleEntry): Promise<void>
  setStatus(status: WorkStatus): Promise<void>
  remove(): Promise<void>
  /** The editor, opened by somebody who may do everything. */
  open(options?: BrowserContextOptions): Promise<WatchedPage>
}

export interface SubtitleScene {
  readonly presetId: string
  create(...entries: SubtitleEntry[]): Promise<StoredSubtitles>
}

const presetId = 'tv'

export function textOf(entry: SubtitleEntry | undefined): string {
  return (entry?.textParts ?? []).map(({ content }) => content).join('')
}

export const chosenText = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** The row of the list whose subtitle says this, whether or not it is edited. */
export const entryOf = (page: Page, text: string) =>
  page.locator('.entry-row', { has: page.getByRole('button', { name: text }) })

/** Until the subtitle of this number is the selected one. */
export const chosenIs = (page: Page, number: number) =>
  page.locator('.entry-row[data-chosen="true"] .entry-number', { hasText: new RegExp(`^${number}$`) }).waitFor()

/** A button below the picture. */
export const tool = (page: Page, name: string) =>
  page.locator('.entry-buttons').getByRole('button', { name, exact: true })

/** Until the editor has saved by itself, after a pause. */
export const savedByItself = (page: Page) => page.getByText('All saved').waitFor()

/** Saves by the key for it. */
export async function saved(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await savedByItself(page)
}

/** One for each of the subtitles that are made. */
const languages = 'en nl de fr es it pt sv da nb fi pl cs sk hu ro bg el tr uk hr sl et lv lt is ga'.split(' ')

/** Subtitles of this clip with a preset for television. */
export async function createSubtitleScene(
  { kit, prId, browser }: ReviewScene,
  moId: number,
  preset: object = { id: presetId, name: 'Television', basedOn: 'broadcast', default: true },
): Promise<SubtitleScene> {
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [preset] })
  let made = 0
  return {
    presetId,
    async create(...entries) {
      const language = languages[made++] ?? 'und'
      const place = { prId, moId, language, presetId }
      const getOther = async (other: string) =>
        readAnnotation(await kit.admin.subtitles.getSubtitle({ ...place, language: other }))
      const get = () => getOther(language)
      await get()
      if (entries.length > 0) {
        const value = entries
        await kit.admin.subtitles.patchSubtitle({
          ...place,
          body: [{ op: 'replace', path: '/structuredDescription/subtitles', value }],
        })
      }
      const path = `/app/production/${prId}/clip/${moId}/subtitles/${language}?preset=${presetId}`
      return {
        path,
        language,
        get,
        getOther,
        list: async () =>
          (await get()).structuredDescription.subtitles.map(entry => `${entry.start}-${entry.end} ${textOf(entry)}`),
        async add(value) {
          const path = '/structuredDescription/subtitles/-'
          await kit.admin.subtitles.patchSubtitle({ ...place, body: [{ op: 'add', path, value }] })
        },
        async remove() {
          await kit.admin.subtitles.deleteSubtitle(place)
        },
        async setStatus(value) {
          const body = [{ op: 'add' as const, path: `/subtitlingStatuses/${language};${presetId}`, value }]
          await kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId, body })
        },
        async open(options = {}) {
          const page = await openPage(browser, kit, options)
          await signInOn(page, 'admin', adminPassword)
          await page.goto(path)
          await page.locator('video').waitFor()
          await page.getByText('All saved').waitFor()
          return page
        },
      }
    },
  }
}
