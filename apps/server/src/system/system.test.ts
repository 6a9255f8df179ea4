import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract } from '@rushes/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { startTestService, type TestService } from '../../test/service.ts'
import { createOpenApi } from './open-api.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

test('the OpenAPI document is valid and holds every endpoint of the contract', async () => {
  const document = (await (await fetch(`${kit.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const result = await new Validator().validate(structuredClone(document))
  assert.deepEqual(result.errors ?? [], [])
  for (const endpoint of Object.values(contract).flatMap(room => Object.values(room))) {
    assert.ok(endpoint.method.toLowerCase() in (document.paths[endpoint.path] ?? {}), endpoint.id)
  }
})

test('shapes of one title are of one form, so that a component means one thing', () => {
  const seen = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('title' in value && typeof value.title === 'string' && 'type' in value) {
      const form = JSON.stringify(value)
      assert.equal(seen.get(value.title) ?? form, form, value.title)
      seen.set(value.title, form)
    }
    for (const member of Object.values(value)) visit(member)
  }
  visit(contract)
  assert.ok(seen.size > 10)
  assert.ok(createOpenApi(contract, 'http://x').components)
})

test('the reference page names every endpoint', async () => {
  const page = await (await fetch(`${kit.url}/docs`)).text()
  for (const endpoint of Object.values(contract).flatMap(room => Object.values(room))) {
    assert.ok(page.includes(`id="${endpoint.id}"`), endpoint.id)
  }
})

test('health names each part', async () => {
  const response = await fetch(`${kit.url}/health/ready`)
  assert.equal(response.status, 200)
  const { parts } = (await response.json()) as { parts: Record<string, { status: string }> }
  assert.deepEqual(Object.keys(parts), ['database', 'storage', 'search', 'workers'])
})

test('a process of role api says that its work is done elsewhere', async () => {
  const other = await startTestService({ RUSHES_ROLE: 'api' })
  const { parts } = (await (await fetch(`${other.url}/health/ready`)).json()) as { parts: Record<string, object> }
  await other.stop()
  assert.deepEqual(parts.workers, { status: 'up', message: 'none in this process' })
})

test('metrics are for the loopback and for DEVOPS', async () => {
  const direct = await fetch(`${kit.url}/metrics`)
  assert.match(await direct.text(), /rushes_http_request_seconds_bucket/)
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await fetch(`${kit.url}/metrics`, { headers: forwarded })).status, 403)
  const authorization = `Bearer ${kit.admin.options.token}`
  assert.equal((await fetch(`${kit.url}/metrics`, { headers: { ...forwarded, authorization } })).status, 200)
})
