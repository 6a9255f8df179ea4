/** The service of a file of tests, with a clip of 100 frames in a production. */

import { after, before } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from './create-clip.ts'

/** There from before the first test until after the last. */
export let kit: TestService
export let prId: number
export let moId: number

export function hostClip(): void {
  before(async () => {
    kit = await startTestService()
    prId = (await kit.createProduction()).id
    moId = await createClip(kit, prId)
  })
  after(() => kit.stop())
}
