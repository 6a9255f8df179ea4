/** The same tests with many more rounds of what is random: kills, walks, generated documents. */

process.env.RUSHES_LONG = '1'
await import('./test.ts')
