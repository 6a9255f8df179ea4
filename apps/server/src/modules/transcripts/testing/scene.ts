import type { Client } from '@rushes/client'
import type { Annotation, Event, MediaObjectAnnotation, Transcript, WorkflowMinWrapper } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { type SpeechServer, startSpeechServer } from '../../../../test/peers/speech-server.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

/** What the tests of transcripts stand on. */
export interface TranscriptScene {
  readonly kit: TestService
  readonly speech: SpeechServer
  readonly prId: number
  /** A film of so many seconds with sound, as bytes. */
  makeFilm(seconds: number): Promise<Buffer>
  /** A clip of 25 frames a second whose original is this file; of 4 s with sound unless it is given. */
  createClip(film?: Uint8Array, seconds?: number): Promise<number>
  /** A clip that has no file. */
  createSilentClip(frameCount?: number): Promise<number>
  start(moId: number, body?: object, api?: Client): Promise<WorkflowMinWrapper>
  waitFor(workflowId: string): Promise<WorkflowMinWrapper>
  /** Starts and waits for the end. */
  run(moId: number, body?: object): Promise<WorkflowMinWrapper>
  getTranscript(moId: number, language?: string): Promise<Transcript>
  getStatus(moId: number, language?: string): Promise<string | undefined>
  /** Events of this type about the clip. */
  listEvents(moId: number, type: Event['type']): Promise<Event[]>
  put(moId: number, body: unknown, contentType?: string, language?: string): Promise<Response>
  stop(): Promise<void>
}

const secondsOfClip = 4

export async function createTranscriptScene(environment: Record<string, string> = {}): Promise<TranscriptScene> {
  const kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1', ...environment })
  const speech = await startSpeechServer()
  const { id: prId } = await kit.createProduction('Speech')
  const transcription = { engine: 'test', configuration: { url: speech.url, model: 'tiny' } }
  await kit.admin.productions.updateSetting({ prId, key: 'transcription', body: transcription })
  const makeFilm = (seconds: number) => readSampleFilm({ seconds, startTimecode: '10:00:00:00', width: 64, height: 64 })
  const scene: TranscriptScene = {
    ...{ kit, speech, prId, makeFilm },
    async createClip(given, seconds = secondsOfClip) {
      const moId = await createClip(kit, prId, RATE_25, seconds * 25)
      await addFile(kit, prId, moId, given ?? (await makeFilm(secondsOfClip)), { type: 'RAW' })
      return moId
    },
    createSilentClip: (frameCount = 1000) => createClip(kit, prId, RATE_25, frameCount),
    start: (moId, body = {}, api = kit.admin) =>
      api.transcripts.startTranscription({ prId, moId, body: { language: 'en', ...body } }),
    async waitFor(id) {
      const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id })
      return (await response.json()) as WorkflowMinWrapper
    },
    run: async (moId, body) => scene.waitFor((await scene.start(moId, body)).id),
    async getTranscript(moId, language = 'en') {
      return (await (await kit.admin.transcripts.getTranscript({ prId, moId, language })).json()) as Transcript
    },
    async getStatus(moId, language = 'en') {
      const clip: MediaObjectAnnotation = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
      return clip.transcriptionStatuses?.[language]
    },
    async listEvents(moId, type) {
      const items = await kit.admin.events.listProductionEvents({ prId, query: { type: [type], limit: 1000 } })
      return items.filter(({ object }) => (object as { id?: unknown }).id === moId)
    },
    put: (moId, body, contentType = 'application/json', language = 'en') =>
      fetch(`${kit.url}/production/${prId}/mo/${moId}/transcript/${language}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': contentType },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stop() {
      await kit.stop()
      await speech.stop()
    },
  }
  return scene
}

/** A part of a paragraph as it is stored. */
export interface StoredPart {
  id: string
  type: string
  start: number
  duration: number
  word: string
  confidence: number
  speaker?: string
  spokenDuration?: number
  isStartInterpolated: boolean
  isEndInterpolated: boolean
}

export function partsOf({ structuredDescription }: Annotation): StoredPart[] {
  return structuredDescription!.parts as StoredPart[]
}

/** `word start+duration` of each part. */
export function timesOf(paragraph: Annotation): string[] {
  return partsOf(paragraph).map(({ word, start, duration }) => `${word.trim()} ${start}+${duration}`)
}
