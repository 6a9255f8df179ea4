import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClip, uploadFile, waitForWorkflow } from '@rushes/client'
import { createMediaEngine, makeSampleClip } from '@rushes/media-engine'
import { rebuild, waitForMemory } from '../search/search-library.ts'
import { startService } from '../tools/processes.ts'
import { prepare, type Scene } from '../tools/scene.ts'
import { openBrowser } from './browser.ts'
import { measureInteractions } from './interactions.ts'
import { measureFirstFrame, measureLoads } from './loads.ts'
import { measureMemory } from './memory.ts'
import { measureNews } from './news.ts'
import { measureScroll } from './scroll.ts'
import { stockClips } from './stock.ts'
import { measureSubtitleKeys } from './subtitle-keys.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const clips = Number(process.env.BENCH_CLIPS ?? 100_000)
/** Smaller libraries are searched without a copy in memory. */
const leastInMemory = 20_000

/** The pages in a real browser: what they weigh, how soon they are there, what they hold, how evenly they scroll. */
export async function measurePages(folder: string): Promise<void> {
  await buildPages()
  const dataDir = join(folder, 'service')
  const service = await startService(dataDir)
  const browser = await openBrowser()
  try {
    const scene = await prepare(service)
    const { moId, link, filmPath } = await addSharedFilm(scene, folder)
    const { prId } = scene
    await measureLoads(browser, service.url, [
      { name: 'an empty page (`/health/live`)', path: '/health/live', isSignedIn: false, ready: 'body' },
      { name: 'sign in', path: '/app', isSignedIn: false, ready: 'input' },
      { name: 'productions', path: '/app', isSignedIn: true, ready: '.production-list li' },
      { name: 'library', path: `/app/production/${prId}`, isSignedIn: true, ready: '.clip-cell-name' },
      { name: 'clip', path: `/app/production/${prId}/clip/${moId}`, isSignedIn: true, ready: '.composer textarea' },
      { name: 'share link', path: link, isSignedIn: false, ready: '.player-controls button' },
    ])
    await measureFirstFrame(browser, service.url, [
      { name: 'the film in an empty page', path: '/health/live', isSignedIn: false, film: filmPath },
      { name: 'share link', path: link, isSignedIn: false },
      { name: 'clip, signed in', path: `/app/production/${prId}/clip/${moId}`, isSignedIn: true },
    ])
    await measureNews(browser, service.url, scene, moId)
    await measureSubtitleKeys(browser, service.url, scene, moId)
    await measureMemory(browser, service.url, scene, moId)
    await stockClips(dataDir, prId, clips)
    await rebuild(dataDir)
    if (clips >= leastInMemory) await waitForMemory(service)
    await measureScroll(browser, service.url, prId, clips)
    await measureInteractions(browser, service.url, prId, clips)
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function buildPages(): Promise<void> {
  const child = spawn(process.execPath, ['apps/web/build/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the pages were not built: ${code}`)
}

/** A film of 20 s that has been ingested, a share that shows it, and the address of its bytes. */
async function addSharedFilm({ api, prId }: Scene, folder: string) {
  const engine = createMediaEngine()
  const path = join(folder, 'film.mp4')
  try {
    await makeSampleClip(engine, path, { seconds: 20, width: 1280, height: 720 })
  } finally {
    await engine.close()
  }
  const bytes = await readFile(path)
  const { id: collectionId } = await api.collections.createCollection({ prId, body: { title: 'For review' } })
  const request = { name: 'A film', fileName: 'film.mp4', size: bytes.length, attachToEoId: collectionId }
  const { id: moId, workflowId = '' } = await createClip(api, prId, request)
  await uploadFile(api, { prId, fileName: 'film.mp4', source: new Blob([new Uint8Array(bytes)]), mediaObjectId: moId })
  await waitForWorkflow(api, { prId, id: workflowId })
  const { id, token = '' } = await api.sharing.createShare({ prId, id: collectionId })
  const { items } = await api.media.listInstances({ prId, id: moId })
  const proxy = items.find(({ type }) => type === 'PROXY')
  if (!proxy) throw new Error('the film has no proxy')
  const address = await (await api.media.getDownloadLink({ prId, id: moId, moiId: proxy.id })).text()
  return {
    moId,
    link: `/app/share/${prId}/${id}#token=${encodeURIComponent(token)}`,
    filmPath: new URL(address).pathname + new URL(address).search,
  }
}
