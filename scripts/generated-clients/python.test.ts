/** A Python client that others generate from the OpenAPI document: every module of it loads, and it signs in. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { adminPassword, startTestService, type TestService } from '../../apps/server/test/service.ts'
import { installPython, pythonIsMissing as skip } from '../peers/python.ts'
import { run } from '../peers/run.ts'

const requirements = join(import.meta.dirname, 'python-requirements.txt')
const program = `import importlib, json, pkgutil, sys
import rushes
from rushes import AuthenticatedClient, Client
from rushes.api.authentication import login
from rushes.api.productions import create_production, list_productions
from rushes.models import ErrorBody, LoginRequest, Production, ProductionCreation, RestToken

for module in pkgutil.walk_packages(rushes.__path__, "rushes."):
    importlib.import_module(module.name)

base_url, password = sys.argv[1:]
anonymous = Client(base_url=base_url)
wrong = login.sync_detailed(client=anonymous, body=LoginRequest(username="admin", password="wrong"))
assert wrong.status_code == 401 and isinstance(wrong.parsed, ErrorBody), wrong
session = login.sync(client=anonymous, body=LoginRequest(username="admin", password=password))
assert isinstance(session, RestToken), session
api = AuthenticatedClient(base_url=base_url, token=session.token)
first = list_productions.sync(client=api, rows=10)
assert isinstance(first, list), first
body = ProductionCreation(account_id=first[0].account_id, name="Southern lights")
created = create_production.sync(client=api, body=body)
assert isinstance(created, Production), created
after = list_productions.sync(client=api)
print(json.dumps({"before": [p.name for p in first], "created": created.name, "after": len(after)}))
`

let kit: TestService
let folder: string
before(async () => {
  if (skip) return
  folder = mkdtempSync(join(tmpdir(), 'rushes-python-client-'))
  kit = await startTestService()
  await kit.createProduction('Northern lights')
})
after(async () => {
  await kit?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a client made by openapi-python-client loads, signs in, lists and creates', { skip }, async () => {
  const python = await installPython('openapi-python-client', requirements)
  const options = ['--path', 'openapi.json', '--output-path', 'rushes', '--meta', 'none', '--config', 'generator.json']
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${kit.url}/openapi.json`)).text())
  writeFileSync(join(folder, 'generator.json'), JSON.stringify({ post_hooks: [] }))
  await run(python, ['-m', 'openapi_python_client', 'generate', ...options], folder)
  writeFileSync(join(folder, 'program.py'), program)
  const { stdout } = await run(python, ['program.py', kit.url, adminPassword], folder)
  assert.deepEqual(JSON.parse(stdout), { before: ['Northern lights'], created: 'Southern lights', after: 2 })
})
