import { bundleClient, type ClientSize } from './bundle-client.ts'
import { addPapers, clearStage, compile, pack } from './stage.ts'

/** What was built: the archives as npm publishes them, and the size of the client's module. */
export interface BuiltPackages {
  readonly contract: string
  readonly client: string
  readonly clientSize: ClientSize
  readonly timebase: string
  readonly 'timed-text': string
}

/** Builds and packs the contract, the client, `timed-text` and what that depends on into `dist/packages`. */
export async function buildPackages(): Promise<BuiltPackages> {
  clearStage('contract')
  compile('contract')
  const folder = clearStage('client')
  compile('client')
  const clientSize = await bundleClient(folder)
  // The contract contains a file of another package.
  addPapers('contract', 'contract/src/index')
  addPapers('client', 'index')
  for (const name of ['timebase', 'timed-text'] as const) {
    clearStage(name)
    compile(name)
  }
  addPapers('timebase', 'index')
  addPapers('timed-text', 'index', ['format-facts'])
  return {
    ...{ contract: pack('contract'), client: pack('client'), clientSize },
    ...{ timebase: pack('timebase'), 'timed-text': pack('timed-text') },
  }
}
