/** A TypeScript client that others generate from the OpenAPI document: it compiles as strictly as it can and signs in. */

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { adminPassword, startTestService, type TestService } from '../../apps/server/test/service.ts'
import { root, run } from '../peers/run.ts'

const program = `import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const [baseUrl, password] = process.argv.slice(2) as [string, string]
const anonymous = createClient<paths>({ baseUrl })
const wrong = await anonymous.POST('/authentication/login', { body: { username: 'admin', password: 'wrong' } })
const refusal: string | undefined = wrong.error?.message
if (wrong.response.status !== 401 || refusal === undefined) throw new Error('signed in with a wrong password')
const login = await anonymous.POST('/authentication/login', { body: { username: 'admin', password } })
if (!login.data) throw new Error(login.error.message)
const token: string = login.data.token
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
const { data: productions } = await api.GET('/production', { params: { query: { rows: 10 } } })
const { id: prId } = productions![0]!
const created = await api.POST('/production/{prId}/mo', { params: { path: { prId } }, body: [{ name: 'Take 1' }] })
if (!created.data) throw new Error(created.error.message)
console.log(JSON.stringify({ productions: productions!.length, clips: created.data.map(({ name }) => name) }))
`

let kit: TestService
let folder: string
before(async () => {
  // Inside the project, so that the client library is found.
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/typescript-client-'))
  kit = await startTestService()
  await kit.createProduction('Northern lights')
})
after(async () => {
  await kit?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a client made by openapi-typescript and openapi-fetch compiles, signs in, lists and creates', async () => {
  const document = (await (await fetch(`${kit.url}/openapi.json`)).json()) as OpenAPI3
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(document)))
  writeFileSync(join(folder, 'program.ts'), program)
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'esnext', '--types', 'node']
  const resolution = ['--module', 'nodenext', '--allowImportingTsExtensions', '--ignoreConfig']
  await run(join(root, 'node_modules/.bin/tsc'), [...options, ...resolution, 'schema.ts', 'program.ts'], folder)
  const { stdout } = await run(process.execPath, ['program.ts', kit.url, adminPassword], folder)
  assert.deepEqual(JSON.parse(stdout), { productions: 1, clips: ['Take 1'] })
})
