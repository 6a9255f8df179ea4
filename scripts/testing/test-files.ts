import { globSync } from 'node:fs'

const everything = ['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts']

/** What takes its time: browsers, films, processes that are started and killed, peers, much data, thousands of rounds. */
const slow = [
  /^apps\/(?:cli|demo|web)\//,
  /^apps\/server\/test\//,
  /^apps\/server\/src\/modules\/(?:archives|backup|ingest|transcripts)\//,
  /^packages\/(?:client|media-engine)\//,
  /^scripts\//,
  /(?:crash|nodes|loss|bootstrap|rebuild[^/]*|supervisor|engines\/solr\/.+)\.test\.ts$/,
  /^packages\/.+\/(?:hostile|hostile-input|segment\.generated)\.test\.ts$/,
  /\/(?:announced-hash|folder-lock|stores|workers)\.test\.ts$/,
  /(?:large|large-lists|many-results|meaning|columns\/memory|patch-(?:keeps|race|walk)|sequence|snapshot|stream-cost)\.test\.ts$/,
]

/** What has to do with the bytes of media. */
const ofMedia = /^apps\/server\/src\/modules\/(?:archives|media|subtitles|uploads)\//
/** Whatever asks a service; not what has processes and stores of its own. */
const ofService = /^(?:apps\/server\/(?:src|test\/(?!running|recovery))|packages\/client)\//

/** All test files, or those of the fast lane. */
export function listTestFiles(isFast: boolean): string[] {
  const files = globSync(everything)
  return isFast ? files.filter(file => !slow.some(pattern => pattern.test(file))) : files
}

/** With processes of their own, or without a byte of media. */
const notOfStore = /\/(?:crash|nodes|sequence|long-lines)\.test\.ts$|\/engines\/solr\//

/** Those that are run once more on an object store: what has to do with media, or all that asks a service. */
export function listObjectTestFiles(isWhole: boolean): string[] {
  return listTestFiles(false).filter(file => (isWhole ? ofService : ofMedia).test(file) && !notOfStore.test(file))
}
