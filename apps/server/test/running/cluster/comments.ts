/** Comments that clients write while parts of a cluster fail, and which of them were acknowledged. */

import assert from 'node:assert/strict'
import type { Client } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import { until } from '../../until.ts'

/** A comment that was acknowledged. */
export interface Kept {
  readonly id: number
  readonly description: string
}

export interface CommentWriter {
  /** What was acknowledged to each client. */
  readonly kept: readonly (readonly Kept[])[]
  readonly failures: readonly unknown[]
  /** Waits until each client has had so many more acknowledged. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

/** Writes comments to a clip through each of these clients, one after the other, until `stop`. */
export function writeComments(
  clients: readonly Client[],
  { prId, moId }: { prId: number; moId: number },
): CommentWriter {
  const kept: Kept[][] = clients.map(() => [])
  const failures: unknown[] = []
  let isStopped = false
  const writing = clients.map(async (api, place) => {
    while (!isStopped) {
      const body = { start: 0, description: `comment ${crypto.randomUUID()}` }
      try {
        const { id } = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
        kept[place]!.push({ id, description: body.description })
      } catch (error) {
        failures.push(error)
      }
    }
  })
  return {
    kept,
    failures,
    async more(count) {
      const wanted = kept.map(({ length }) => length + count)
      const haveWritten = () => kept.every(({ length }, place) => length >= wanted[place]!)
      await until('all have written', haveWritten).catch(error => {
        throw new AggregateError([error, ...failures.slice(-3)], `${error.message}; ${failures.length} failures`)
      })
    },
    async stop() {
      isStopped = true
      await Promise.all(writing)
    },
  }
}

/** All that was acknowledged is there, read through these clients in turns. */
export async function assertThere(clients: readonly Client[], prId: number, kept: readonly Kept[]): Promise<void> {
  for (const [place, { id, description }] of kept.entries()) {
    const comment = await clients[place % clients.length]!.annotations.getAnnotation({ prId, anId: id })
    assert.equal(comment.description, description)
  }
}

/** What failed may be sent again: nothing else was answered. */
export function assertUnavailable(failures: readonly unknown[]): void {
  for (const error of failures) assert.ok(error instanceof ServiceError && error.status === 503, `${error}`)
}
