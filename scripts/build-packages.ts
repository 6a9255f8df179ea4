/** Builds the packages that others install into `dist/packages`, packs them, and says how large they are. */

import { statSync } from 'node:fs'
import { bundleClient, type ClientSize } from './packages/bundle-client.ts'
import { addPapers, clearStage, compile, pack } from './packages/stage.ts'

/** What was built: the archives as npm publishes them, and what the client costs those who load it. */
export interface BuiltPackages {
  readonly contract: string
  readonly client: string
  readonly clientSize: ClientSize
}

/** Builds and packs the contract and the client. */
export async function buildPackages(): Promise<BuiltPackages> {
  clearStage('contract')
  compile('contract')
  const folder = clearStage('client')
  compile('client')
  const clientSize = await bundleClient(folder)
  addPapers('contract')
  addPapers('client')
  return { contract: pack('contract'), client: pack('client'), clientSize }
}

if (import.meta.main) {
  const { contract, client, clientSize } = await buildPackages()
  for (const path of [contract, client]) console.log(`${path}: ${statSync(path).size} bytes`)
  const { plain, minified, zipped } = clientSize
  console.log(`the client loads ${plain} bytes, ${minified} minified, ${zipped} of them with gzip`)
}
