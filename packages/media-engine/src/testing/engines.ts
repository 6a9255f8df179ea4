import { createMediaEngine, type MediaEngine } from '../engine.ts'

interface EngineUnderTest {
  readonly name: string
  readonly engine: MediaEngine
  readonly skip: false
}

/** The engine; tests take it from a list until they are written for one. */
export async function createEnginesUnderTest(): Promise<readonly EngineUnderTest[]> {
  return [{ name: 'node-av', engine: createMediaEngine(), skip: false }]
}
