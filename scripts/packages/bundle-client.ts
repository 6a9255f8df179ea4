import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { slimContract } from '../../apps/web/build/slim-contract.ts'

const input = join(import.meta.dirname, '../../packages/client/src/index.ts')

/** What loading the client costs, in bytes. */
export interface ClientSize {
  readonly plain: number
  readonly minified: number
  readonly zipped: number
}

/**
 * Writes the client as one module for Node, bundlers and browsers alike. Of the contract it holds what runs: errors,
 * lists of words, and a table of paths; shapes and the library that makes them are there as types only.
 */
export async function bundleClient(folder: string): Promise<ClientSize> {
  await using bundle = await rolldown({ input, platform: 'neutral', plugins: [slimContract()] })
  const written = await bundle.write({ dir: folder, format: 'esm', sourcemap: true, entryFileNames: 'index.js' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const outside = [...output[0].imports, ...output[0].dynamicImports]
  if (outside.length > 0) throw new Error(`the client would load ${outside.join(', ')}`)
  return {
    plain: written.output[0].code.length,
    minified: output[0].code.length,
    zipped: gzipSync(output[0].code, { level: 9 }).length,
  }
}
