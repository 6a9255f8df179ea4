/**
 * Asks a running service whatever its OpenAPI document allows, and much that it does not, for half an hour, by
 * schemathesis: no answer may be a fault of the service. Minutes may be given instead: `npm run test:api:long -- 5`.
 */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate, serverVariable, startTestPostgres } from '../../apps/server/test/database.ts'
import { endpoints } from '../../apps/server/test/security/calls/calls.ts'
import { buildEstate } from '../../apps/server/test/security/calls/estate.ts'
import { startTestService } from '../../apps/server/test/service.ts'

const version = '4.32.5'
const minutes = Number(process.argv[2] ?? 30)
const home = join(import.meta.dirname, '..', '..', '.cache', `schemathesis-${version}`)
const program = join(home, 'bin', 'schemathesis')

/** What ends the session that asks, takes away what the others ask for, or waits. */
const spared = [
  'logout',
  'deleteProduction',
  'deleteAccount',
  'updateUser',
  'updateUserState',
  'streamProductionEvents',
  'streamShareEvents',
  'followWorkflow',
]

if (!(minutes > 0)) fail(`${process.argv[2]} is no number of minutes`)
await install()
const server = await startTestPostgres()
const folder = mkdtempSync(join(tmpdir(), 'rushes-schemathesis-'))
let exitCode = 1
try {
  await createTemplate(server.url)
  process.env[serverVariable] = server.url
  // What went wrong in the service is shown where schemathesis shows the answer.
  process.env.RUSHES_TEST_LOG ??= 'error'
  const kit = await startTestService()
  try {
    const { ids } = await buildEstate(kit)
    writeFileSync(join(folder, 'schemathesis.toml'), toSettings(ids, kit.admin.options.token!))
    const options = ['--checks', 'not_a_server_error', '--max-time', String(Math.round(minutes * 60))]
    const lenience = ['--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off']
    // It reads its settings from the folder that it runs in, and leaves its notes there.
    exitCode = await run(program, ['run', `${kit.url}/openapi.json`, ...options, ...lenience], folder)
  } finally {
    await kit.stop()
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(exitCode)

/** Installs schemathesis into the cache, once. */
async function install(): Promise<void> {
  if (existsSync(program)) return
  console.log(`installing schemathesis ${version} from PyPI into ${home}`)
  if ((await run('python3', ['-m', 'venv', home])) !== 0) {
    fail('python3 with its module venv is needed to test with schemathesis')
  }
  const isInstalled = (await run(join(home, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`])) === 0
  if (isInstalled) return
  rmSync(home, { recursive: true, force: true })
  fail(`schemathesis ${version} could not be installed: is PyPI reachable?`)
}

/** What each operation is asked for: things that there are, but where it deletes them. */
function toSettings(ids: Readonly<Record<string, string | number>>, token: string): string {
  const operations = endpoints.map(({ id, method, path }) => {
    const isSpared = spared.includes(id)
    const names = [...path.matchAll(/(?:(\w+)\/)?\{(\w+)\}/g)].flatMap(([, before, name]) => {
      const value = ids[`${before}/${name}`] ?? ids[name!]
      return value === undefined || method === 'DELETE' ? [] : [`${JSON.stringify(name)} = ${JSON.stringify(value)}`]
    })
    return [
      '[[operations]]',
      `include-operation-id = ${JSON.stringify(id)}`,
      isSpared ? 'enabled = false' : `parameters = { ${names.join(', ')} }`,
    ].join('\n')
  })
  return [`headers = { Authorization = "Bearer ${token}" }`, ...operations].join('\n\n')
}

function run(command: string, options: readonly string[], cwd?: string): Promise<number> {
  return new Promise(resolve => {
    spawn(command, options, { stdio: 'inherit', cwd })
      .on('error', () => resolve(1))
      .on('exit', code => resolve(code ?? 1))
  })
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
