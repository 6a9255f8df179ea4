/** The same tests with many more rounds of what is random: kills, walks, generated documents. */

process.env.RUSHES_LONG = '1'
process.argv.push('--all')
await import('./test.ts')
