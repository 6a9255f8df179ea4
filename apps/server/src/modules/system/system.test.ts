import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract, type Endpoint } from '@rushes/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import Schema from 'typebox/schema'
import { startTestService, type TestService } from '../../../test/service.ts'
import { bodyExamples } from './body-examples.ts'
import { createOpenApi } from './open-api.ts'

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, unknown> }
}

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

// system-4, getOpenApi
test('the OpenAPI document is valid and holds every endpoint of the contract', async () => {
  const document = (await (await fetch(`${kit.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const result = await new Validator().validate(structuredClone(document))
  assert.deepEqual(result.errors ?? [], [])
  for (const endpoint of Object.values(contract).flatMap(module => Object.values(module))) {
    assert.ok(endpoint.method.toLowerCase() in (document.paths[endpoint.path] ?? {}), endpoint.id)
  }
})

// system-4, subtitles-12
test('the OpenAPI document lists the media types of subtitles that a parameter tells apart', () => {
  const { paths } = createOpenApi(contract, 'http://x') as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
  }
  const content = paths['/production/{prId}/mo/{moId}/subtitle/{language}']?.get.responses['200']?.content ?? {}
  for (const type of ['profile=ebu-tt', 'codecs=im2t', 'codecs=etd1']) {
    assert.ok(`application/ttml+xml;${type}` in content, type)
  }
})

// system-4
test('each endpoint is one operation of the OpenAPI document, named by its id; its aliases are not in it', () => {
  const { paths } = createOpenApi(contract, 'http://x') as { paths: Record<string, Record<string, Operation>> }
  const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
  assert.deepEqual(
    Object.values(paths)
      .flatMap(path => Object.values(path).map(({ operationId }) => operationId))
      .sort(),
    endpoints.map(({ id }) => id).sort(),
  )
  const aliases = endpoints.flatMap(endpoint => endpoint.aliases)
  assert.ok(aliases.length > 0)
  assert.deepEqual(
    aliases.filter(alias => alias in paths),
    [],
  )
})

test('the OpenAPI document lists JSON first among the media types of a body, which generators send', () => {
  const { paths } = createOpenApi(contract, 'http://x') as { paths: Record<string, Record<string, Operation>> }
  const wrong = Object.values(paths)
    .flatMap(path => Object.values(path))
    .filter(({ requestBody }) => {
      const [first, ...others] = Object.keys(requestBody?.content ?? {})
      return first !== 'application/json' && others.includes('application/json')
    })
  assert.deepEqual(
    wrong.map(({ operationId }) => operationId),
    [],
  )
})

test('examples of bodies are of the shapes that the service takes, and are in the document', () => {
  const { paths } = createOpenApi(contract, 'http://x') as { paths: Record<string, Record<string, Operation>> }
  const shown = Object.values(paths)
    .flatMap(path => Object.values(path))
    .filter(({ requestBody }) => Object.hasOwn(requestBody?.content['application/json'] ?? {}, 'example'))
  const operations = new Set(shown.map(({ operationId }) => operationId))
  const endpoints = new Map(Object.values(contract).flatMap(module => Object.entries<Endpoint>(module)))
  for (const [id, example] of Object.values(bodyExamples).flatMap(bodies => Object.entries<unknown>(bodies))) {
    assert.ok(operations.has(id), id)
    assert.deepEqual(Schema.Errors(endpoints.get(id)!.body!, example), [true, []], id)
  }
})

test('the OpenAPI document has no union of a list with something else, which clients cannot compile', () => {
  const wrong: string[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { anyOf } = value as { anyOf?: { type?: string }[] }
    if (anyOf?.some(({ type }) => type === 'array')) wrong.push(place)
    for (const [name, member] of Object.entries(value)) visit(member, `${place}/${name}`)
  }
  visit(createOpenApi(contract, 'http://x'), '')
  assert.deepEqual(wrong, [])
})

test('no words of a choice in the OpenAPI document differ in case alone, which are one constant to generators', () => {
  const wrong: string[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { enum: words } = value as { enum?: unknown }
    if (Array.isArray(words) && new Set(words.map(word => `${word}`.toLowerCase())).size < words.length) {
      wrong.push(place)
    }
    for (const [name, member] of Object.entries(value)) visit(member, `${place}/${name}`)
  }
  visit(createOpenApi(contract, 'http://x'), '')
  assert.deepEqual(wrong, [])
})

test('shapes of one title are of one form, so that a component means one thing', () => {
  const seen = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('title' in value && typeof value.title === 'string' && 'type' in value) {
      // What a shape means where it is used belongs to the use.
      const { meaning, ...own } = value as { meaning?: string }
      const form = JSON.stringify(own)
      assert.equal(seen.get(value.title) ?? form, form, value.title)
      seen.set(value.title, form)
    }
    for (const member of Object.values(value)) visit(member)
  }
  visit(contract)
  assert.ok(seen.size > 10)
  assert.ok(createOpenApi(contract, 'http://x').components)
})

// system-5, getReference
test('the reference page names every endpoint', async () => {
  const page = await (await fetch(`${kit.url}/docs`)).text()
  for (const endpoint of Object.values(contract).flatMap(module => Object.values(module))) {
    assert.ok(page.includes(`id="${endpoint.id}"`), endpoint.id)
  }
})

// system-1, getReadiness
test('health names each part', async () => {
  const response = await fetch(`${kit.url}/health/ready`)
  assert.equal(response.status, 200)
  const { parts } = (await response.json()) as { parts: Record<string, { status: string }> }
  assert.deepEqual(Object.keys(parts), ['node', 'database', 'storage', 'search', 'workers', 'background'])
})

// system-10, getReadiness
test('a load balancer asks whether the node itself takes requests', async () => {
  const response = await fetch(`${kit.url}/health/ready?own=true`)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { status: 'up', parts: { node: { status: 'up' } } })
  assert.equal((await fetch(`${kit.url}/health/ready?own=perhaps`)).status, 400)
})

// system-3
test('metrics are for the loopback and for DEVOPS', async () => {
  const direct = await fetch(`${kit.url}/metrics`)
  assert.match(await direct.text(), /rushes_http_request_seconds_bucket/)
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await fetch(`${kit.url}/metrics`, { headers: forwarded })).status, 403)
  const authorization = `Bearer ${kit.admin.options.token}`
  assert.equal((await fetch(`${kit.url}/metrics`, { headers: { ...forwarded, authorization } })).status, 200)
})
