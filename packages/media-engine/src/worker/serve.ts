/**
 * The program that does all work with libav. It runs in a process of its own, so that a crash or a hang in foreign data ends
 * one job and not the service, and so that GPL code is run, never linked. It ends when its parent closes the channel.
 */
import { AV_LOG_ERROR } from 'node-av/constants'
import { getFFmpegInfo, Log } from 'node-av/lib'
import { MediaError } from '../errors.ts'
import { isStorageFull, storageFull } from '../storage-full.ts'
import { writeClip } from './clip.ts'
import { probeFile } from './probe.ts'
import type { WorkerJobName, WorkerJobs, WorkerReply, WorkerRequest } from './protocol.ts'
import { writeProxy } from './proxy.ts'
import { createReporter } from './reporter.ts'
import { findShots } from './shots.ts'
import { writeSoundFile } from './sound-file.ts'
import { makeSprite } from './sprite.ts'
import { decodeStill } from './still.ts'
import { measurePeaks } from './waveform.ts'

const send = (reply: WorkerReply): void => {
  process.send?.(reply)
}

async function run(job: WorkerRequest): Promise<WorkerJobs[WorkerJobName]['result']> {
  const report = createReporter(send)
  switch (job.name) {
    case 'describe':
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
