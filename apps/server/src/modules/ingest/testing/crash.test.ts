import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@rushes/client'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { createRandom } from '../../../../test/random.ts'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'

const random = createRandom('ingests')
let service: KillableService
before(async () => {
  service = await openKillable()
})
after(async () => {
  await service.stop()
})

/** The reports of a workflow as they come. */
async function* readReports(response: Response): AsyncGenerator<WorkflowMinWrapper> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) yield JSON.parse(data) as WorkflowMinWrapper
    }
  }
}

/** Kills at random points; `npm run test:long` makes a hundred of them. */
const rounds = process.env.RUSHES_LONG === '1' ? 100 : 3

// ingest-23
test(`a service that is killed at any moment of an ingest ends it after the next start, once (${rounds} rounds)`, {
  timeout: rounds * 60_000,
}, async () => {
  const bytes = await readSampleFilm({ seconds: 8, startTimecode: '10:00:00:00', width: 640, height: 360 })
  let api = await service.start()
  const { prId } = await createOwnProduction(api)
  for (let round = 0; round < rounds; round++) {
    const { mediaObjectId, workflowId } = await upload(api, prId, bytes)
    const request = { prId, alias: 'workflow', id: workflowId } as const
    if (round === 0) await untilProxyStarts(api, request)
    else await delay(random() * 2500)
    await service.kill()

    api = await service.start()
    const report = (await (await api.workflows.followWorkflow(request)).json()) as WorkflowMinWrapper
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    if (round === 0) assert.equal(report.taskReports.find(task => task.name === 'proxy')?.attempts, 1)
    const instances = (await api.media.listInstances({ prId, id: mediaObjectId })).items
    assert.deepEqual(instances.map(instance => instance.type).sort(), ['PROXY', 'RAW', 'STITCH', 'THUMB', 'WAVEFORM'])
    assert.equal((await api.annotations.getMediaObjectAnnotation({ prId, moId: mediaObjectId })).end, 200)
    assert.deepEqual(await readdir(join(service.dataDir, 'media', 'staging')), [], 'nothing half made stays behind')
  }
})

async function untilProxyStarts(api: Client, request: { prId: number; alias: 'workflow'; id: string }): Promise<void> {
  const events = await api.workflows.followWorkflow({ ...request, headers: { accept: 'text/event-stream' } })
  for await (const { tasks } of readReports(events)) {
    if (tasks.find(task => task.name === 'proxy')?.status === 'Started') return
  }
}

/** Uploads and closes a clip; its ingest begins. */
async function upload(api: Client, prId: number, bytes: Buffer) {
  const created = await api.uploads.createMediaObjects({ prId, body: { fileName: 'clip.mp4', size: bytes.length } })
  const answer = (Array.isArray(created) ? created[0] : created) as {
    mediaObjectId: number
    location: string
    workflowId: string
  }
  const headers = { 'content-type': 'application/octet-stream' }
  await fetch(`${answer.location}&position=0`, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  await api.uploads.closeUpload({ prId, id: answer.mediaObjectId })
  return answer
}
