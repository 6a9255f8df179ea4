/** For every endpoint of the contract, made from its `access`: nobody is refused with 401, a member without the right with 403. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type Access, contract, type Endpoint, productionRights, type ServiceError } from '@rushes/contract'
import { startTestService, type TestService } from './service.ts'

let kit: TestService
let productionId: number
let outsider: Client
before(async () => {
  kit = await startTestService()
  productionId = (await kit.createProduction()).id
  outsider = (await kit.createUser()).api
})
after(() => kit.stop())

const endpoints = Object.values(contract).flatMap((room): Endpoint[] => Object.values(room))
const openAccess: Access['who'][] = ['anyone', 'bearer of the link']

/** Path parameters that lead to things that exist, as far as the gate looks. */
function toPath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (name === 'prId') return String(productionId)
    if (endpoint.access.who === 'account' && endpoint.access.param === name) return String(kit.accountId)
    const schema = endpoint.params[name] as { enum?: string[] }
    return schema.enum?.[0] ?? '1'
  })
}

async function call(endpoint: Endpoint, token?: string): Promise<ServiceError | undefined> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(kit.url + toPath(endpoint), { method: endpoint.method, headers })
  if (response.status < 400) {
    await response.body?.cancel()
    return undefined
  }
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

describe('without a token', () => {
  for (const endpoint of endpoints.filter(
    ({ access, method }) => !openAccess.includes(access.who) && method !== 'HEAD',
  )) {
    test(`${endpoint.id} answers 401`, async () => {
      assert.equal((await call(endpoint))?.type, 'UnauthorizedError')
    })
  }
})

describe('a user who is no participant', () => {
  const guarded: Access['who'][] = ['production', 'participant', 'account', 'self', 'system']
  for (const endpoint of endpoints.filter(({ access }) => guarded.includes(access.who))) {
    test(`is refused by ${endpoint.id} with 403 and the name of the right`, async () => {
      const error = await call(endpoint, outsider.options.token)
      assert.equal(error?.type, 'ForbiddenError')
      const { access } = endpoint
      if (access.who === 'production') assert.deepEqual(error.data, { right: access.anyOf.join(' or ') })
      if (access.who === 'account' || access.who === 'system') assert.deepEqual(error.data, { right: access.right })
    })
  }
})

describe('a participant with every right but those named', () => {
  const byRights = Map.groupBy(
    endpoints.filter(({ access }) => access.who === 'production'),
    ({ access }) => (access.who === 'production' ? access.anyOf.join(' ') : ''),
  )
  for (const [rights, guarded] of byRights) {
    test(`without ${rights} is refused by ${guarded.length} endpoints`, async () => {
      const held = productionRights.filter(right => !rights.split(' ').includes(right))
      const { api } = await kit.createMember(productionId, { rights: held })
      for (const endpoint of guarded) {
        assert.equal((await call(endpoint, api.options.token))?.type, 'ForbiddenError', endpoint.id)
      }
    })
  }
})

test('a production that does not exist is not found, whoever asks', async () => {
  const response = await fetch(`${kit.url}/production/999999999`, {
    headers: { authorization: `Bearer ${outsider.options.token}` },
  })
  assert.equal(response.status, 404)
})
