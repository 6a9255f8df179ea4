/** Builds and packs the packages that other projects install, and prints their paths, sizes and how to install them. */

import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildPackages } from './build.ts'

const { contract, client, clientSize, timebase, 'timed-text': timedText } = await buildPackages()
const root = join(import.meta.dirname, '..', '..')
const toNames = (...paths: string[]) => paths.map(path => relative(root, path))
const [ofClient, ofSubtitles] = [toNames(contract, client), toNames(timebase, timedText)]
for (const path of [...ofClient, ...ofSubtitles]) console.log(`${path}: ${statSync(path).size} bytes`)
const { plain, minified, zipped } = clientSize
console.log(`the client's module has ${plain} bytes, ${minified} minified, ${zipped} with gzip`)
console.log(`install the client with: npm install ${ofClient.join(' ')}`)
console.log(`install timed-text with: npm install ${ofSubtitles.join(' ')}`)
