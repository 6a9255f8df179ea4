/** How the web app is built: hashed files, split by page, compressed beforehand. */

import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { compressFiles } from './compress-files.ts'
import { preloadFont } from './preload-font.ts'
import { slimContract } from './slim-contract.ts'

const root = join(import.meta.dirname, '..')

/** What is around every page of the team; visitors of shares need none of it. */
const aroundPages =
  /\/src\/(?:frame\/(?:messages|place|production|session|top-parts)\.|frame\/shell\/(?:mark|panels?|place|trail|user-menu)\.|app\/workspace\/|design\/team-icons\.|uploads\/(?:uploads|page-places)\.)/

/**
 * What nearly every page loads, with what is around those of visitors. Lists of records are on many pages, and on none that
 * a film is watched on.
 */
const aroundGuests =
  /\/(?:platform|design(?!\/lists\/records)|preact|signals)|\/frame\/shell\/(?:layout|view-(?:items|messages))\./

/** What every page begins with: not the list of the team's pages, nor the page of a share. */
const aroundAll = /^(?!.*(?:\.html|\/src\/(?:main\.|app\/|share\/|frame\/(?:messages|session|shell\/mark)\.)))/

export const configuration: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [slimContract(), preloadFont(), compressFiles()],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Older browsers lack `light-dark()`: rewritten for them, colours would not change inside a dark stage.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A file inside another as a `data:` address would need a wider content security policy.
    assetsInlineLimit: 0,
    // What reads a PDF is loaded with the first one alone.
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
    // The service takes `.js` at the end of an address for an alias of the plain path, as the original did.
    rolldownOptions: {
      // Visitors of shares have a page of their own: nothing that only the others need is loaded with it.
      input: [join(root, 'index.html'), join(root, 'share.html')],
      output: {
        entryFileNames: 'assets/[name]-[hash].mjs',
        chunkFileNames: 'assets/[name]-[hash].mjs',
        // What every page begins with, those of visitors too, is one file, and what nearly every page loads another: many
        // small ones cost more than they save. Groups take along what their modules import, unless an earlier one has it.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: aroundAll, priority: 3 },
            { name: 'base', test: aroundGuests, minShareCount: 8, priority: 2 },
            { name: 'writes', test: /\/src\/platform\/(?:reading|writes)\//, minShareCount: 3, priority: 1 },
            { name: 'place', test: aroundPages },
          ],
        },
      },
    },
  },
}
