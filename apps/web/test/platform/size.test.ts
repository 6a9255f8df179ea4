import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { createClip, createClips, expectClip, uploadFile, waitForWorkflow } from '@rushes/client'
import type { SharePermission } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import type { Request } from 'playwright-core'
import { readSampleFilm } from '../../../server/test/scene/sample-film.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { browserIsMissing, openPage, signInOn, type WatchedPage } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
const dist = join(import.meta.dirname, '../../dist')
const host = hostPages()

/** Collects the scripts and style sheets that a page asks for; what they ask for in turn has to be awaited. */
function collectFiles(page: WatchedPage) {
  const files = new Set<string>()
  let running = 0
  const isCounted = (request: Request) => /\.(?:mjs|css)$/.test(new URL(request.url()).pathname)
  page.on('request', request => {
    if (!isCounted(request)) return
    files.add(new URL(request.url()).pathname)
    running += 1
  })
  const end = (request: Request) => {
    if (isCounted(request)) running -= 1
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const load = async () => {
    for (let count = -1; count !== files.size; ) {
      count = files.size
      await until('all files are there', async () => running === 0)
      // What has arrived runs, and what it shows is painted.
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    }
    return files
  }
  return { files, load }
}

/** Bytes that go over the line. */
function weigh(files: Iterable<string>): number {
  return Array.from(files).reduce((sum, file) => {
    const path = join(dist, file)
    // Small files do not get smaller.
    const packed = statSync(`${path}.br`, { throwIfNoEntry: false })
    return sum + (packed ?? statSync(path)).size
  }, 0)
}

function assertWeighs(files: ReadonlySet<string>, maxKilobytes: number): void {
  const bytes = weigh(files)
  const listed = [...files]
    .map(file => `${weigh([file])} ${file}`)
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
  assert.ok(bytes < maxKilobytes * 1000, `${bytes} bytes in ${files.size} files:\n${listed.join('\n')}`)
}

async function createProduction() {
  const { id: prId } = await host.kit.createProduction('Weighed')
  const [clip] = await createClips(host.kit.admin, prId, [{ name: 'Anna' }, { name: 'Berta' }])
  return { prId, moId: expectClip(clip).id }
}

async function open(address: string, isSignedIn = true) {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  if (isSignedIn) await signInOn(page, 'admin', adminPassword)
  const { load } = collectFiles(page)
  const askedForRights: string[] = []
  page.on('request', request => {
    if (/\/permissions$/.test(request.url())) askedForRights.push(request.url())
  })
  await page.goto(address)
  return { page, load, askedForRights }
}

test('the library loads less than 90 KB before its first clips are there, and asks for the rights once', {
  skip,
}, async () => {
  const { prId } = await createProduction()
  const { page, load, askedForRights } = await open(`/app/production/${prId}`)
  await page.getByRole('gridcell', { name: /^Anna/ }).waitFor()
  assertWeighs(await load(), 90)
  assert.equal(askedForRights.length, 1)
})

test('the fonts of the first page are at most 72 KB', { skip }, async () => {
  const { prId } = await createProduction()
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  const fonts = new Set<string>()
  page.on('request', request => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname)
  })
  await page.goto(`/app/production/${prId}`)
  await page.getByRole('gridcell', { name: /^Anna/ }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  assert.ok(fonts.size > 0)
  assertWeighs(fonts, 72)
})

test('the review page adds less than 45 KB to what is around every page, and asks for the rights once', {
  skip,
}, async () => {
  const { prId, moId } = await createProduction()
  // The pages of a production have in common what both of these load.
  const [team, shares] = await Promise.all([
    open(`/app/production/${prId}/team`),
    open(`/app/production/${prId}/shares`),
  ])
  await team.page.getByRole('heading', { level: 2 }).first().waitFor()
  await shares.page.getByRole('heading', { level: 2 }).first().waitFor()
  const shell = (await team.load()).intersection(await shares.load())
  const { page, load, askedForRights } = await open(`/app/production/${prId}/clip/${moId}`)
  await page.getByRole('heading', { name: 'Anna' }).waitFor()
  assertWeighs((await load()).difference(shell), 45)
  assert.equal(askedForRights.length, 1)
})

test('the password form of a share loads less than 35 KB in at most 5 files', { skip }, async () => {
  const { prId } = await createProduction()
  const { id } = await host.kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  const share = await host.kit.admin.sharing.createShare({
    prId,
    id,
    body: { permissions: ['VIEW'], password: 'correct horse' },
  })
  const address = `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
  const { page, load } = await open(address, false)
  await page.getByLabel('Password').waitFor()
  const files = await load()
  assertWeighs(files, 35)
  assert.ok(files.size <= 5, `${files.size} files`)
})

/** A film that plays, of four seconds. */
async function addFilm(prId: number): Promise<number> {
  const { admin } = host.kit
  const film = await readSampleFilm({
    ...{ seconds: 4, rate: RATE_25, startTimecode: '10:00:00:00' },
    ...{ width: 320, height: 180 },
  })
  const { mediaObjectId, workflowId } = await createClip(admin, prId, {
    name: 'Film',
    fileName: 'film.mp4',
    size: film.length,
  })
  const source = new Blob([new Uint8Array(film)])
  await uploadFile(admin, { prId, fileName: 'film.mp4', source, mediaObjectId })
  await waitForWorkflow(admin, { prId, id: workflowId ?? '' })
  return mediaObjectId
}

test('a share loads less than 43 KB until all its clips are there, and less than 85 KB with one that plays and its comments', {
  skip,
}, async () => {
  const { prId } = await createProduction()
  const { items } = await host.kit.admin.media.listMediaObjects({ prId })
  const shareSome = async (clips: readonly { id: number }[]) => {
    const { id } = await host.kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
    const body = clips.map(clip => ({ mediaObjectId: clip.id }))
    await host.kit.admin.collections.attachEntries({ prId, id, body })
    const permissions: SharePermission[] = ['VIEW', 'ANNOTATE', 'REVIEW_STATUS_EDIT', 'DOWNLOAD']
    const share = await host.kit.admin.sharing.createShare({ prId, id, body: { permissions } })
    return `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
  }
  const several = await open(await shareSome(items), false)
  await several.page.getByRole('button', { name: /^Anna/ }).waitFor()
  assertWeighs(await several.load(), 43)
  const film = await addFilm(prId)
  const comment = { funnel: 'ReviewComment', description: 'Hold this longer', start: 0, end: 1 }
  await host.kit.admin.annotations.createClipAnnotation({ prId, moId: film, type: 'comment', body: comment })
  const single = await open(await shareSome([{ id: film }]), false)
  await single.page.getByRole('button', { name: 'Send' }).waitFor()
  await single.page.getByText('Hold this longer').waitFor()
  await single.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  assertWeighs(await single.load(), 85)
})

test('the style sheets of tokens and components are less than 8 KB together', () => {
  const sheets = globSync(join(import.meta.dirname, '../../src/design/**/*.css'))
    .sort()
    .map(path => readFileSync(path))
  const { length } = brotliCompressSync(Buffer.concat(sheets))
  assert.ok(length < 8000, `${length} bytes`)
})
