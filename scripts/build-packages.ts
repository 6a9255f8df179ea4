/** Builds and packs the packages that other projects install, and prints their paths, sizes and how to install them. */

import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildPackages } from './packages/build.ts'

const { contract, client, clientSize } = await buildPackages()
const root = join(import.meta.dirname, '..')
const archives = [contract, client].map(path => relative(root, path))
for (const path of archives) console.log(`${path}: ${statSync(path).size} bytes`)
const { plain, minified, zipped } = clientSize
console.log(`the client's module has ${plain} bytes, ${minified} minified, ${zipped} with gzip`)
console.log(`install both with: npm install ${archives.join(' ')}`)
