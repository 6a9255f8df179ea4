import { type Client, createClient } from '@rushes/client'
import type { MediaEngine } from '@rushes/media-engine'

/** What the steps of the demo work with, and what they leave to each other. */
export interface Stage {
  readonly url: string
  readonly engine: MediaEngine
  /** A folder for files in the making. */
  readonly folder: string
  /** The producer, signed in. */
  readonly producer: Client
  readonly productionId: number
  readonly clipPath: string
  readonly clipId: number
  readonly workflowId: string
  readonly collectionId: number
  readonly share: { id: number; token: string }
  /** Someone from outside, who came through the share. */
  readonly visitor: Client
  readonly commentId: number
}

/** A step: what it does, and what it gives to the stage and tells. */
export interface Step {
  readonly title: string
  run(stage: Stage, tell: (line: string) => void): Promise<Partial<Stage>>
}

/** The same service for someone else. */
export function withToken(url: string, token: string): Client {
  return createClient({ baseUrl: url, token })
}
