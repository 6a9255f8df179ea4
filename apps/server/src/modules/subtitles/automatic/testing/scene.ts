import assert from 'node:assert/strict'
import type { AdvancedSubtitleRequest, Event, SubtitleEntry, WorkflowMinWrapper } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { createClip, readAnnotation } from '../../../../../test/scene/subtitles.ts'
import type { TestService } from '../../../../../test/service.ts'

/** Words of a paragraph: who speaks, and each word with its first frame and the frame behind its last. */
export interface Speech {
  readonly speaker?: string
  readonly confidence?: number
  readonly words: readonly (readonly [word: string, start: number, end: number])[]
}

/** The words of a text, one each `framesEach` frames from `from` on. */
export function speak(text: string, from: number, framesEach = 10): Speech['words'] {
  return text.split(' ').map((word, index) => [word, from + index * framesEach, from + (index + 1) * framesEach])
}

/** Runs of automatic subtitles on clips of 25 frames a second. */
export function createRuns(kit: TestService, prId: number) {
  const api = kit.admin
  return {
    createClip: (frameCount = 1000) => createClip(kit, prId, RATE_25, frameCount),
    async setTranscript(moId: number, ...paragraphs: Speech[]): Promise<void> {
      const body = {
        paragraphs: paragraphs.map(({ speaker, confidence, words }) => ({
          ...(speaker !== undefined && { speaker }),
          structuredDescription: {
            parts: words.map(([word, start, end]) => ({
              ...{ word: `${word} `, start, duration: end - start },
              ...(confidence !== undefined && { confidence }),
            })),
          },
        })),
      }
      await api.transcripts.replaceTranscript({ prId, moId, language: 'en', body })
    },
    start: (moId: number, body: AdvancedSubtitleRequest) =>
      api.subtitles.createAdvancedSubtitle({ prId, moId, body: { language: 'en', ...body } }),
    async waitFor(id: string): Promise<WorkflowMinWrapper> {
      const response = await api.workflows.followWorkflow({ prId, alias: 'workflow', id })
      return JSON.parse(await response.text()) as WorkflowMinWrapper
    },
    /** Starts and waits for the end. */
    async run(moId: number, body: AdvancedSubtitleRequest): Promise<WorkflowMinWrapper> {
      return this.waitFor((await this.start(moId, body)).id)
    },
    /** Runs to success, and gives the subtitles with the report of each task. */
    async make(moId: number, body: AdvancedSubtitleRequest) {
      const report = await this.run(moId, body)
      assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
      const annotation = await this.get(moId, body.subtitlePresetId)
      return { annotation, entries: annotation.structuredDescription.subtitles, reports: toReports(report) }
    },
    async get(moId: number, presetId?: string) {
      const place = { prId, moId, language: 'en', query: { noCreate: true } }
      return readAnnotation(
        presetId === undefined
          ? await api.subtitles.getSubtitleOfLanguage(place)
          : await api.subtitles.getSubtitle({ ...place, presetId }),
      )
    },
    /** The code of the error that a run ends with. */
    async fail(moId: number, body: AdvancedSubtitleRequest): Promise<string | undefined> {
      const report = await this.run(moId, body)
      assert.equal(report.status, 'Error')
      return report.errorReports[0]?.error?.code
    },
    async statuses(moId: number) {
      return (await api.annotations.getMediaObjectAnnotation({ prId, moId })).subtitlingStatuses
    },
    setStatus: (moId: number, key: string, value: string) =>
      api.annotations.patchMediaObjectAnnotation({
        prId,
        moId,
        body: [{ op: 'add', path: `/subtitlingStatuses/${key}`, value }],
      }),
    /** Events of a type about the subtitles of the clip. */
    async listEvents(moId: number, type: Event['type']): Promise<Event[]> {
      const events = await api.events.listProductionEvents({ prId, query: { type: [type], limit: 1000 } })
      return events.filter(({ target }) => (target as { id?: unknown })?.id === moId)
    },
  }
}

/** What each task reported, by its name. */
export function toReports({ taskReports }: WorkflowMinWrapper): Record<string, Record<string, unknown> | undefined> {
  return Object.fromEntries(taskReports.map(({ name, report }) => [name, report]))
}

/** The times of entries with their lines. */
export function linesOf(entries: readonly SubtitleEntry[]): [number, number, string][] {
  return entries.map(({ start, end, textParts = [] }) => [start, end, textParts.map(({ content }) => content).join('')])
}

/** A file within a request. */
export function withContent(text: string | Uint8Array, fileName = 'subtitles.srt') {
  return { fileName, content: Buffer.from(text).toString('base64') }
}
