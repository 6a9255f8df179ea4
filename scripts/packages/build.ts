import { bundleClient, type ClientSize } from './bundle-client.ts'
import { addPapers, clearStage, compile, pack } from './stage.ts'

/** What was built: the archives as npm publishes them, and the size of the client's module. */
export interface BuiltPackages {
  readonly contract: string
  readonly client: string
  readonly clientSize: ClientSize
}

/** Builds and packs the contract and the client into `dist/packages`. */
export async function buildPackages(): Promise<BuiltPackages> {
  clearStage('contract')
  compile('contract')
  const folder = clearStage('client')
  compile('client')
  const clientSize = await bundleClient(folder)
  // The contract contains a file of another package.
  addPapers('contract', 'contract/src/index')
  addPapers('client', 'index')
  return { contract: pack('contract'), client: pack('client'), clientSize }
}
