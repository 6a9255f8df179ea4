/** Runs the tests: one database server for the run, a template to clone from, every `*.test.ts` unless files are named. */

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { createTemplate, serverVariable, startTestPostgres } from '../apps/server/test/database.ts'

const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const files =
  named.length > 0
    ? named
    : globSync(['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'])

// Once, before tests that run side by side look at it.
if (files.some(file => file.startsWith('apps/web/'))) await (await import('../apps/web/build/build.ts')).buildWebApp()
const server = await startTestPostgres()
let exitCode = 1
try {
  await createTemplate(server.url)
  // A third of their time tests wait for processes and pages.
  const concurrency = Math.max(3, Math.min(4, cpus().length))
  const tests = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${concurrency}`, '--test-timeout=300000', ...options, ...files.sort()],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', [serverVariable]: server.url } },
  )
  exitCode = await new Promise<number>(resolve => tests.on('exit', code => resolve(code ?? 1)))
} finally {
  await server.stop()
}
process.exit(exitCode)
