/** The command line as a process: its streams, its signals, its end. */

import { runCommandLine } from './program.ts'

/** What does not stop when it is asked to is stopped. */
const gracePeriodMs = 3000

// npm runs scripts in the folder of the project; files are named from where the person stands.
if (process.env.npm_lifecycle_event === 'rushes' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130)
    stop.abort()
    setTimeout(() => process.exit(130), gracePeriodMs).unref()
  })
}
// The reader has closed the pipe: `rushes ls | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

const { argv, env, stdin, stdout, stderr } = process
const code = await runCommandLine(argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal })
if (code !== 0) process.exitCode = code
// A request that was given up may hold its connection.
if (stop.signal.aborted) process.exit()
