import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClip } from '@rushes/client'
import { readFrameCounter } from '@rushes/media-engine'
import { expect, expectRefusal, need } from './check.ts'
import { clip, makeClip } from './clip.ts'
import type { Stage, Step } from './stage.ts'

const chunkCount = 5

/** The clip: made here, sent in chunks that come out of order, ingested by the service. */
export const uploadSteps: Step[] = [
  {
    title: 'Make a clip: H.264 and AAC, 25 fps, from 10:00:00:00, the frame number in every picture',
    async run({ engine, folder }, tell) {
      const clipPath = join(folder, clip.fileName)
      await makeClip(engine, clipPath)
      tell(`${clip.frameCount} frames, made with FFmpeg ${await engine.getVersion()}`)
      return { clipPath }
    },
  },
  {
    title: 'Upload it in five chunks out of order, one of them twice',
    async run({ producer, productionId, clipPath }, tell) {
      const bytes = await readFile(clipPath)
      const upload = await createClip(producer, productionId, {
        name: clip.name,
        fileName: clip.fileName,
        size: bytes.length,
      })
      const location = need('location', upload.location)
      const chunkBytes = Math.ceil(bytes.length / chunkCount)
      const send = async (index: number) => {
        const chunk = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
        const response = await fetch(`${location}&position=${index * chunkBytes}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: chunk,
        })
        expect(`chunk ${index}`, response.status, 204)
        tell(`chunk ${index}: ${chunk.length} bytes, ${response.headers.get('x-upload-received')} received in all`)
      }
      const id = upload.mediaObjectId
      for (const index of [3, 1, 0, 4, 1]) await send(index)
      const message = await expectRefusal(
        'closing too early',
        'UploadIncompleteError',
        producer.uploads.closeUpload({ prId: productionId, id }),
      )
      tell(`closed too early: ${message}`)
      const { missing } = await producer.uploads.getUpload({ prId: productionId, id })
      expect('the missing range', missing, [[2 * chunkBytes, 3 * chunkBytes]])
      await send(2)
      const closed = await producer.uploads.closeUpload({ prId: productionId, id })
      tell(`clip ${closed.id} is closed, its ingest is workflow ${upload.workflowId}`)
      return { clipId: id, workflowId: need('workflowId', upload.workflowId) }
    },
  },
  {
    title: 'Follow the ingest',
    async run(stage, tell) {
      const status = await follow(stage, tell)
      expect('the ingest', status, 'Completed')
      return {}
    },
  },
  {
    title: 'Read frames and timecode of the clip, and a frame of its proxy',
    async run(stage, tell) {
      const { producer, productionId: prId, clipId, folder } = stage
      const mediaObject = await producer.media.getMediaObject({ prId, id: clipId })
      expect('type', mediaObject.type, 'VIDEO')
      expect('sampleRate', mediaObject.sampleRate, { numerator: 25, denumerator: 1, drop_frame: false })
      expect('timecodeFrames', mediaObject.timecodeFrames, clip.startFrames)
      expect('proxyOnline', mediaObject.proxyOnline, true)
      const moa = await producer.annotations.getMediaObjectAnnotation({ prId, moId: clipId })
      expect('start and end', [moa.start, moa.end], [0, clip.frameCount])
      tell(`${moa.end} frames at 25/1, starting at ${clip.startTimecode} (frame ${mediaObject.timecodeFrames})`)
      const { items } = await producer.media.listInstances({ prId, id: clipId })
      const kinds = items.map(item => item.type).sort()
      tell(`instances: ${kinds.join(', ')}`)
      for (const kind of ['PROXY', 'RAW', 'THUMB']) expect(`an instance ${kind}`, kinds.includes(kind as never), true)
      const proxy = need(
        'the proxy',
        items.find(item => item.type === 'PROXY'),
      )
      const frame = await readProxyFrame(stage, proxy.id, join(folder, 'proxy.mp4'))
      expect('the number in frame 123 of the proxy', frame, 123)
      tell(`frame 123 of the proxy shows number ${frame}`)
      return {}
    },
  },
]

/** Reads the progress as server-sent events until the workflow has ended. */
async function follow({ url, producer, productionId, workflowId }: Stage, tell: (line: string) => void) {
  const response = await fetch(`${url}/production/${productionId}/workflow/${workflowId}/progress`, {
    headers: { authorization: `Bearer ${producer.options.token}`, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(300_000),
  })
  expect('progress', response.headers.get('content-type')?.split(';')[0], 'text/event-stream')
  let text = ''
  let told = ''
  let status: string | undefined
  for await (const part of need('the stream', response.body).pipeThrough(new TextDecoderStream())) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find(line => line.startsWith('data:'))
      if (!data) continue
      const report = JSON.parse(data.slice(5)) as {
        status: string
        tasks?: { name?: string; label?: string; status?: string }[]
      }
      status = report.status
      const line = `${status}: ${(report.tasks ?? []).map(task => `${task.name ?? task.label} ${task.status}`).join(', ')}`
      if (line !== told) tell(line)
      told = line
    }
  }
  return status
}

/** Fetches the proxy by its signed link and reads the number that its frame 123 shows. */
async function readProxyFrame(stage: Stage, instanceId: number, path: string): Promise<number | undefined> {
  const response = await stage.producer.media.getDownloadLink({
    prId: stage.productionId,
    id: stage.clipId,
    moiId: instanceId,
  })
  const link = await response.text()
  const bytes = await fetch(link)
  expect('the signed link', bytes.status, 200)
  await writeFile(path, new Uint8Array(await bytes.arrayBuffer()))
  const { frameCount } = await stage.engine.probe(path)
  expect('frames of the proxy', frameCount, clip.frameCount)
  const picture = await stage.engine.decodeFrame(path, 123)
  return readFrameCounter(picture.data, picture.width, picture.height)
}
