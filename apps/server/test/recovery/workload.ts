/**
 * What clients do while the service is killed, and what they know of it: the last acknowledged value, and the one that
 * was on its way when the service died, which may or may not have come to be.
 */

import assert from 'node:assert/strict'
import { type Client, createClip as createClipOf } from '@rushes/client'
import type { SubtitleAnnotation } from '@rushes/contract'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../scene/begin-upload.ts'
import { until } from '../until.ts'

interface KnownComment {
  readonly id: number
  readonly word: string
  values: (string | undefined)[]
}

/** What all rounds share: a clip with a rate, its subtitles, a film to upload. */
export interface Stage {
  readonly prId: number
  readonly moId: number
  readonly presetId: string
  readonly film: Uint8Array
  readonly firstEventId: string
}

export interface Figures {
  requests: number
  acknowledged: number
  lost: string[]
  resumedUploads: number
  resentBytes: number
}

const chunkBytes = 200_000
const chunkCount = 15

/** The work of one round; ends at the first request that fails. */
export class Workload {
  readonly #stage: Stage
  readonly #round: number
  readonly comments: KnownComment[] = []
  readonly #bytes: Uint8Array<ArrayBuffer>
  #subtitles: number[]
  #upload: { id: number; location: string; acknowledged: Set<number>; isClosed: boolean } | undefined
  #ingest: { id: number; workflowId: string | undefined } | undefined
  #deleted: number | undefined
  readonly figures: Figures = { requests: 0, acknowledged: 0, lost: [], resumedUploads: 0, resentBytes: 0 }

  constructor(stage: Stage, round: number, lastSubtitles: number[]) {
    this.#stage = stage
    this.#round = round
    this.#subtitles = lastSubtitles
    this.#bytes = makeBytes(chunkBytes * chunkCount, round + 1)
  }

  /** The values that the subtitles may have. */
  get subtitles(): number[] {
    return this.#subtitles
  }

  /** Works until the service fails or `stopping` is aborted. */
  async run(api: Client, stopping: AbortSignal, earlier: Workload | undefined): Promise<void> {
    const work = [this.#comment, this.#subtitle, this.#send, this.#ingestFilm, () => this.#deleteClip(api, earlier)]
    await Promise.all(work.map(task => task.call(this, api, stopping).catch(error => this.#expectOutage(error))))
  }

  /** A request that broke off is what a kill does; an answer that refuses is not. */
  #expectOutage(error: Error): void {
    const isRefusal = error.name !== 'TypeError' && 'type' in error
    const status = (error as { status?: number }).status
    if (isRefusal && (status === undefined || status < 500)) this.figures.lost.push(`refused: ${error.message}`)
  }

  async #count<T>(request: Promise<T>): Promise<T> {
    this.figures.requests++
    const answer = await request
    this.figures.acknowledged++
    return answer
  }

  async #comment(api: Client, stopping: AbortSignal): Promise<void> {
    const { prId, moId } = this.#stage
    for (let number = 0; !stopping.aborted; number++) {
      const word = `round${this.#round}word${number}`
      const body = { start: number % 40, description: word }
      const { id } = await this.#count(api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body }))
      const comment: KnownComment = { id, word, values: [word] }
      this.comments.push(comment)
      if (number % 3 === 1) {
        const value = `${word} changed`
        comment.values.push(value)
        const patch = [{ op: 'replace' as const, path: '/description', value }]
        await this.#count(api.annotations.patchAnnotation({ prId, anId: id, body: patch }))
        comment.values = [value]
      } else if (number % 5 === 3) {
        comment.values.push(undefined)
        await this.#count(api.annotations.deleteAnnotation({ prId, anId: id }))
        comment.values = [undefined]
      }
    }
  }

  /** Two cues always change together: where they differ, half of a patch was read. */
  async #subtitle(api: Client, stopping: AbortSignal): Promise<void> {
    const { prId, moId, presetId } = this.#stage
    for (let number = this.#subtitles.at(-1)! + 1; !stopping.aborted; number++) {
      this.#subtitles.push(number)
      const body = [0, 1].map(index => ({
        op: 'replace' as const,
        path: `/structuredDescription/subtitles/${index}/textParts/0/content`,
        value: `text ${number}`,
      }))
      await this.#count(api.subtitles.patchSubtitle({ prId, moId, language: 'en', presetId, body }))
      this.#subtitles = [number]
    }
  }

  async #send(api: Client, stopping: AbortSignal): Promise<void> {
    const clip = await this.#count(
      beginUpload(api, this.#stage.prId, this.#bytes.length, {
        hash: sha256(this.#bytes),
        name: `upload ${this.#round}`,
      }),
    )
    const upload = { id: clip.id, location: clip.location, acknowledged: new Set<number>(), isClosed: false }
    this.#upload = upload
    for (let index = 0; index < chunkCount && !stopping.aborted; index++) {
      const start = ((index * 7) % chunkCount) * chunkBytes
      const { status } = await this.#count(
        putChunk(upload.location, start, this.#bytes.slice(start, start + chunkBytes)),
      )
      if (status >= 500) return
      assert.equal(status, 204)
      upload.acknowledged.add(start)
    }
    if (stopping.aborted) return
    await this.#count(api.uploads.closeUpload({ prId: this.#stage.prId, id: upload.id, body: { skipIngest: true } }))
    upload.isClosed = true
  }

  async #ingestFilm(api: Client): Promise<void> {
    const { prId, film } = this.#stage
    const body = { fileName: 'film.mp4', size: film.length, name: `film ${this.#round}` }
    const clip = await this.#count(createClipOf(api, prId, body))
    const { status } = await this.#count(putChunk(clip.location!, 0, new Uint8Array(film)))
    if (status !== 204) return
    this.#ingest = { id: clip.id, workflowId: undefined }
    await this.#count(api.uploads.closeUpload({ prId, id: clip.id }))
    this.#ingest.workflowId = clip.workflowId
  }

  async #deleteClip(api: Client, earlier: Workload | undefined): Promise<void> {
    if (!earlier) return
    const id = earlier.#ingest?.id
    if (id === undefined) return
    await this.#count(api.media.deleteMediaObject({ prId: this.#stage.prId, id }))
    this.#deleted = id
  }

  /** Compares all that was acknowledged with what the service has now; goes on with what was cut off. */
  async verify(api: Client): Promise<void> {
    for (const check of [this.#verifyComments, this.#verifySubtitles, this.#verifyUpload, this.#verifyIngest]) {
      await check.call(this, api)
    }
    if (this.#deleted !== undefined) {
      const found = await api.media.getMediaObject({ prId: this.#stage.prId, id: this.#deleted }).catch(() => undefined)
      if (found) this.figures.lost.push(`the clip ${this.#deleted} is back`)
    }
  }

  async verifyComment(api: Client, comment: KnownComment): Promise<void> {
    const { prId } = this.#stage
    const found = await api.annotations.getAnnotation({ prId, anId: comment.id }).catch(error => {
      if (error.name !== 'NotFoundError') throw error
      return undefined
    })
    const value = found?.description
    if (!comment.values.includes(value)) {
      this.figures.lost.push(`comment ${comment.id} is ${value} instead of ${comment.values.join(' or ')}`)
    }
    comment.values = [value]
  }

  async #verifyComments(api: Client): Promise<void> {
    for (const comment of this.comments) await this.verifyComment(api, comment)
    const { prId, moId } = this.#stage
    for (const { id, word, values } of this.comments.slice(-3)) {
      const isWanted = values[0] !== undefined
      await until(`a search finds comment ${id} ${isWanted ? 'again' : 'no more'}`, async () => {
        const { results } = await api.annotations.listAnnotationsOfClip({ prId, moId, query: { q: word, rows: 10 } })
        return results.some(found => found.id === id) === isWanted
      })
    }
  }

  async #verifySubtitles(api: Client): Promise<void> {
    const { prId, moId, presetId } = this.#stage
    const answer = await api.subtitles.getSubtitle({ prId, moId, language: 'en', presetId })
    const { structuredDescription } = (await answer.json()) as SubtitleAnnotation
    const texts = structuredDescription.subtitles.map(({ textParts }) => textParts?.[0]?.content)
    if (texts.length !== 2 || texts[0] !== texts[1]) this.figures.lost.push(`subtitles are torn: ${texts.join(', ')}`)
    const value = Number(texts[0]?.slice('text '.length))
    if (!this.#subtitles.includes(value)) {
      this.figures.lost.push(`subtitles are at ${value} instead of ${this.#subtitles.join(' or ')}`)
    }
    this.#subtitles = [value]
  }

  async #verifyUpload(api: Client): Promise<void> {
    const upload = this.#upload
    if (!upload) return
    const { prId } = this.#stage
    const state = await api.uploads.getUpload({ prId, id: upload.id })
    for (const start of upload.acknowledged) {
      if (!state.received.some(([from, to]) => from <= start && start + chunkBytes <= to)) {
        this.figures.lost.push(`chunk ${start} of upload ${upload.id}`)
      }
    }
    if (!upload.isClosed) {
      this.figures.resumedUploads++
      for (const [start, end] of state.missing) {
        const { status } = await putChunk(upload.location, start, this.#bytes.slice(start, end))
        if (status !== 204) this.figures.lost.push(`upload ${upload.id} does not go on: ${status}`)
        this.figures.resentBytes += end - start
      }
      await api.uploads.closeUpload({ prId, id: upload.id, body: { skipIngest: true } })
    }
    const original = await downloadOriginal(api, prId, upload.id)
    if (sha256(original) !== sha256(this.#bytes)) this.figures.lost.push(`the original of ${upload.id} differs`)
  }

  async #verifyIngest(api: Client): Promise<void> {
    const ingest = this.#ingest
    if (!ingest) return
    const { prId, film } = this.#stage
    await api.uploads.closeUpload({ prId, id: ingest.id })
    const { workflowId } = await api.media.getMediaObject({ prId, id: ingest.id })
    const followed = await api.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId! })
    const report = (await followed.json()) as { status: string; errorReports?: unknown }
    if (report.status !== 'Completed') {
      this.figures.lost.push(`ingest of ${ingest.id}: ${report.status} ${JSON.stringify(report.errorReports)}`)
    }
    const original = await downloadOriginal(api, prId, ingest.id)
    if (sha256(original) !== sha256(film)) this.figures.lost.push(`the original of ${ingest.id} differs`)
  }
}
