import { globSync } from 'node:fs'

const everything = ['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts']

/** What takes its time: browsers, films, processes that are started and killed, peers that are installed. */
const slow = [
  /^apps\/(?:cli|demo|web)\//,
  /^apps\/server\/test\//,
  /^apps\/server\/src\/modules\/(?:archives|backup|ingest|transcripts)\//,
  /^packages\/(?:client|media-engine)\//,
  /^scripts\//,
  /(?:crash|nodes|loss|bootstrap|rebuild[^/]*|supervisor)\.test\.ts$/,
]

/** All test files, or those of the fast lane. */
export function listTestFiles(isFast: boolean): string[] {
  const files = globSync(everything)
  return isFast ? files.filter(file => !slow.some(pattern => pattern.test(file))) : files
}
