import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClip } from '@rushes/client'
import type { MediaObject, MediaObjectRequest, WorkflowMinWrapper } from '@rushes/contract'
import { createMediaEngine, type MediaEngine } from '@rushes/media-engine'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

/** What the tests of ingest stand on. */
export interface IngestScene {
  readonly kit: TestService
  readonly engine: MediaEngine
  readonly prId: number
  readonly folder: string
  /** A film of 2 s at 25 frames, whose frames show their numbers; it is `clip.mp4` in the folder. */
  readonly clip: Buffer
  /** Uploads a file and closes it; the ingest begins. */
  upload(
    bytes: Uint8Array,
    fileName: string,
    api?: Client,
    request?: MediaObjectRequest,
    /** Done once the bytes have been received, before the upload is closed. */
    beforeClose?: () => Promise<void>,
  ): Promise<{ moId: number; workflowId: string }>
  waitFor(workflowId: string): Promise<WorkflowMinWrapper>
  getClip(moId: number): Promise<MediaObject>
  /** The bytes of the clip's instance of a type, as a file for the media tools. */
  download(moId: number, type: string): Promise<string>
  stop(): Promise<void>
}

export async function createIngestScene(environment: Record<string, string> = {}): Promise<IngestScene> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-ingest-'))
  const engine = createMediaEngine()
  const clip = await readSampleFilm({ seconds: 2, startTimecode: '10:00:00:00', width: 320, height: 180 })
  await writeFile(join(folder, 'clip.mp4'), clip)
  const kit = await startTestService(environment)
  const { id: prId } = await kit.createProduction('Ingest')
  return {
    kit,
    engine,
    prId,
    folder,
    clip,
    async upload(bytes, fileName, api = kit.admin, request = {}, beforeClose = async () => {}) {
      const created = await createClip(api, prId, { ...request, fileName, size: bytes.length })
      const put = await fetch(`${created.location}&position=0`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      assert.ok(put.ok, await put.text())
      await beforeClose()
      await api.uploads.closeUpload({ prId, id: created.id })
      return { moId: created.id, workflowId: created.workflowId ?? '' }
    },
    async waitFor(workflowId) {
      const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
      return (await response.json()) as WorkflowMinWrapper
    },
    getClip: moId => kit.admin.media.getMediaObject({ prId, id: moId }),
    async download(moId, type) {
      const instances = (await kit.admin.media.listInstances({ prId, id: moId })).items
      const instance = instances.find(candidate => candidate.type === type)
      assert.ok(instance, `no ${type}`)
      const link = await (await kit.admin.media.getDownloadLink({ prId, id: moId, moiId: instance.id })).text()
      const path = join(folder, `${moId}-${instance.fileName}`)
      const response = await fetch(link)
      assert.equal(response.status, 200)
      await writeFile(path, new Uint8Array(await response.arrayBuffer()))
      return path
    },
    async stop() {
      await kit.stop()
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The status of each task by its name. */
export function statusOf(report: WorkflowMinWrapper): Record<string, string> {
  return Object.fromEntries(report.tasks.map(task => [task.name, task.status]))
}

export const allSkipped = {
  probe: 'Skipped',
  poster: 'Skipped',
  proxy: 'Skipped',
  hdProxy: 'Skipped',
  stitch: 'Skipped',
  waveform: 'Skipped',
  shots: 'Skipped',
  subtitles: 'Skipped',
  finish: 'Skipped',
}
