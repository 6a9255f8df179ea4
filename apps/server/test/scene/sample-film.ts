import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMediaEngine, makeSampleClip, type SampleClipOptions } from '@rushes/media-engine'

/** Names the folder in which a run of the tests has its films; without it a process has one of its own. */
export const filmsVariable = 'RUSHES_TEST_FILMS'
const folder = process.env[filmsVariable] ?? makeOwnFolder()

function makeOwnFolder(): string {
  const own = mkdtempSync(join(tmpdir(), 'rushes-films-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  return own
}

/** The bytes of a film as `makeSampleClip` makes it, which is made once in a run of the tests. */
export async function readSampleFilm(options: Omit<SampleClipOptions, 'signal'>): Promise<Buffer<ArrayBuffer>> {
  const path = join(folder, `${encodeURIComponent(JSON.stringify(options))}.mp4`)
  if (!existsSync(path)) {
    const engine = createMediaEngine()
    // Another process may make the same film meanwhile: the last one puts it there.
    const draft = join(folder, `${randomUUID()}.mp4`)
    await makeSampleClip(engine, draft, options).finally(() => engine.close())
    await rename(draft, path)
  }
  return readFile(path)
}
