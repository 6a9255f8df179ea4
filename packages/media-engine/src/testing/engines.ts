import { createMediaEngine, type MediaEngine } from '../engine.ts'

/** An engine set up in one of the ways in which the service may find itself, and what it is called in test names. */
export interface EngineUnderTest {
  readonly name: string
  readonly engine: MediaEngine
  /** Why the setup cannot be tested on this machine. */
  readonly skip: string | false
}

/** Every setup: both tools, the npm library alone, the system's tools alone. */
export async function createEnginesUnderTest(): Promise<readonly EngineUnderTest[]> {
  const setups = [
    { name: 'ffmpeg with node-av', wants: ['ffmpegVersion', 'nodeAvVersion'], engine: createMediaEngine({}) },
    { name: 'node-av alone', wants: ['nodeAvVersion'], engine: createMediaEngine({ ffmpegPath: false }) },
    { name: 'ffmpeg alone', wants: ['ffmpegVersion'], engine: createMediaEngine({ nodeAv: false }) },
  ] as const
  return Promise.all(
    setups.map(async ({ name, wants, engine }) => {
      const found = await engine.describe()
      const missing = wants.filter(tool => found[tool] === undefined)
      return { name, engine, skip: missing.length > 0 && `not found: ${missing.join()}` }
    }),
  )
}
