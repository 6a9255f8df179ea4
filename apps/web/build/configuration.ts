/** How the web app is built: hashed files, split by page, compressed beforehand. */

import type { InlineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { slimContract } from './slim-contract.ts'

const root = `${import.meta.dirname}/..`

export const configuration: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [slimContract(), compressFiles()],
  build: {
    outDir: `${root}/dist`,
    emptyOutDir: true,
    target: 'es2023',
    // A file inside another as a `data:` address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The service takes `.js` at the end of an address for an alias of the plain path, as the original did.
    rolldownOptions: {
      output: { entryFileNames: 'assets/[name]-[hash].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' },
    },
  },
}
