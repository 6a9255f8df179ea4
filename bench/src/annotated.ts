import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClips, expectClip } from '@rushes/client'
import { type Started, startService } from './tools/processes.ts'
import { prepare } from './tools/scene.ts'
import { send } from './tools/send.ts'

const annotationsOfClip = 100
const fillConnections = 64
const patienceMs = 600_000

/** A service that holds so many annotations, all of them findable. */
export interface Annotated {
  readonly size: number
  readonly service: Started
  readonly api: Client
  readonly token: string
  readonly prId: number
  readonly clipIds: readonly number[]
}

/**
 * Fills a service through its interface: comments over many clips, every tenth of them an answer to another. What the
 * database holds afterwards is what it holds after as many real ones: rows, events, search documents, dictionaries.
 */
export async function startAnnotated(folder: string, size: number): Promise<Annotated> {
  const service = await startService(folder)
  try {
    const { api, token, prId } = await prepare(service)
    const clipIds: number[] = []
    const count = Math.ceil(size / annotationsOfClip)
    while (clipIds.length < count) {
      const names = Array.from({ length: Math.min(500, count - clipIds.length) }, (_, index) => ({
        name: toText(index),
      }))
      clipIds.push(...(await createClips(api, prId, names)).map(clip => expectClip(clip).id))
    }
    const annotated = { size, service, api, token, prId, clipIds }
    const comments = size - count
    // The clips in turns: neighbours in the tables are not neighbours in a clip.
    const roots = await addComments(annotated, clipIds, Math.ceil(comments * 0.9))
    await addReplies(annotated, roots, comments - roots.length)
    await waitUntilFound(annotated)
    return annotated
  } catch (error) {
    await service.stop()
    throw error
  }
}

interface Comment {
  readonly id: number
  readonly mediaObjectId: number
}

/** Adds comments to the clips in turns. */
export async function addComments(to: Annotated, clipIds: readonly number[], count: number): Promise<Comment[]> {
  const made: Comment[] = []
  let index = 0
  await send(to.service.url, to.token, {
    name: 'comments',
    method: 'POST',
    count,
    connections: fillConnections,
    next: () => toCommentRequest(to.prId, clipIds[index++ % clipIds.length]!),
    onAnswer: body => made.push(toComment(body)),
  })
  return made
}

/** Answers some comments, one each. */
async function addReplies(to: Annotated, roots: readonly Comment[], count: number): Promise<Comment[]> {
  const made: Comment[] = []
  let index = 0
  if (count === 0) return made
  await send(to.service.url, to.token, {
    name: 'replies',
    method: 'POST',
    count,
    connections: fillConnections,
    next() {
      const { id, mediaObjectId } = roots[index++ % roots.length]!
      return toCommentRequest(to.prId, mediaObjectId, { relatedToId: id })
    },
    onAnswer: body => made.push(toComment(body)),
  })
  return made
}

function toComment(body: string): Comment {
  const { id, mediaObjectId } = JSON.parse(body) as Comment
  return { id, mediaObjectId }
}

let written = 0

/** A comment unlike the last ones, as it is sent to the service. */
export function toCommentRequest(prId: number, moId: number, more: object = {}) {
  written++
  return {
    path: `/production/${prId}/mo/${moId}/clip`,
    body: { funnel: 'ReviewComment', description: toText(written), start: written % 5000, ...more },
  }
}

/** Eight words out of some thousand. */
export function toText(seed: number): string {
  return Array.from({ length: 8 }, (_, index) => toWord((seed * 31 + index * 7919) % 4093)).join(' ')
}

function toWord(number: number): string {
  const syllables = ['ba', 'cut', 'do', 'fra', 'gri', 'li', 'mo', 'nor', 'pa', 're', 'so', 'ta', 'u', 'vi', 'wo', 'za']
  return [number >> 8, number >> 4, number].map(part => syllables[part & 15]).join('')
}

/** Resolves once a search finds all that was written before: what changed first is indexed first. */
export async function waitUntilFound({ api, prId, clipIds }: Annotated): Promise<void> {
  const { id } = await api.annotations.createClipAnnotation({
    prId,
    moId: clipIds[0]!,
    type: 'comment',
    body: { description: 'the last' },
  })
  await waitUntilCount(api, prId, `id:${id}`, 1)
}

/** Resolves once a search finds so many. */
export async function waitUntilCount(api: Client, prId: number, fq: string, count: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const { numFound } = await api.annotations.listAnnotations({ prId, query: { q: '*', fq: [fq], rows: 1 } })
    if (numFound === count) return
    await delay(10)
  }
  throw new Error(`${fq} is not found`)
}
