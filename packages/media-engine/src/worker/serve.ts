/**
 * The program that does all work with libav. It runs in a process of its own, so that a crash or a hang in foreign data ends
 * one job and not the service, and so that GPL code is run, never linked. It ends when its parent closes the channel.
 */
import { AV_LOG_ERROR } from 'node-av/constants'
import { getFFmpegInfo, Log } from 'node-av/lib'
import { MediaError } from '../errors.ts'
import { isStorageFull, storageFull } from '../supervision/storage-full.ts'
import { readCaptions } from './jobs/captions.ts'
import { writeClip } from './jobs/clip.ts'
import { probeFile } from './jobs/probe.ts'
import { writeProxy } from './jobs/proxy.ts'
import { findShots } from './jobs/shots.ts'
import { writeSoundFile } from './jobs/sound-file.ts'
import { makeSprite } from './jobs/sprite.ts'
import { decodeStill } from './jobs/still.ts'
import { measurePeaks } from './jobs/waveform.ts'
import type { WorkerJobName, WorkerJobs, WorkerReply, WorkerRequest } from './protocol.ts'
import { createReporter } from './reporter.ts'

const send = (reply: WorkerReply): void => {
  process.send?.(reply)
}

async function run(job: WorkerRequest): Promise<WorkerJobs[WorkerJobName]['result']> {
  const report = createReporter(send)
  switch (job.name) {
    case 'version':
      return { version: getFFmpegInfo().version }
    case 'probe':
      return probeFile(job.request.path, job.request.demuxer)
    case 'still':
      return decodeStill(job.request, report)
    case 'waveform':
      return measurePeaks(job.request, report)
    case 'soundFile':
      return writeSoundFile(job.request, report)
    case 'sprite':
      return makeSprite(job.request)
    case 'shots':
      return findShots(job.request, report)
    case 'captions':
      return readCaptions(job.request, report)
    case 'proxy':
      return writeProxy(job.request, report)
    case 'clip':
      return writeClip(job.request, process.stdin.iterator({ destroyOnReturn: false }), report)
  }
}

Log.setLevel(AV_LOG_ERROR)
process.on('message', async (job: WorkerRequest) => {
  try {
    send({ type: 'DONE', result: await run(job) })
  } catch (error) {
    const { code, message, detail } =
      error instanceof MediaError
        ? error
        : isStorageFull(error)
          ? storageFull(String(error))
          : new MediaError('FAILED', 'The media worker failed.', String(error))
    send({ type: 'FAILED', code, message, detail })
  }
})
send({ type: 'READY' })
