import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOpenApi } from '../../apps/server/src/modules/system/open-api.ts'
import { contract } from '../../packages/contract/src/index.ts'
import { findUndescribed } from './openapi-descriptions.ts'

const name = { type: 'string', description: 'name that lists show' }

/** A small document in which everything is described, with these parts instead of its own. */
function createDocument(parts: Record<string, unknown> = {}) {
  const operation = {
    operationId: 'listClips',
    parameters: [
      { name: 'rows', description: 'number of clips to return' },
      { $ref: '#/components/parameters/waitForIndex' },
    ],
    requestBody: { content: { 'application/json': { schema: { properties: { name } } } } },
    responses: { 200: { content: { 'application/json': { schema: { items: { properties: { name } } } } } } },
  }
  return {
    tags: [{ name: 'media', description: 'Clips, their files and their tracks' }],
    paths: { '/clip': { get: { ...operation, ...parts } } },
    components: {
      schemas: { Clip: { properties: { name }, example: { properties: { name: {} } } } },
      parameters: { waitForIndex: { description: 'answer once searches find the change' } },
    },
    ...parts,
  }
}

/** A body with this one member. */
const bodyOf = (member: string, schema: object) => ({
  content: { 'application/json': { schema: { properties: { [member]: schema } } } },
})

test('the published document describes everything, and so does the small one', () => {
  assert.deepEqual(findUndescribed(createOpenApi(contract, 'http://x')), [])
  assert.deepEqual(findUndescribed(createDocument()), [])
})

const violations: Record<string, [parts: Record<string, unknown>, found: string]> = {
  'a tag without a description': [{ tags: [{ name: 'media' }] }, 'tag media: no description'],
  'a parameter without a description': [{ parameters: [{ name: 'rows' }] }, 'listClips rows: no description'],
  'a shared parameter without a description': [
    { components: { schemas: {}, parameters: { waitForIndex: {} } } },
    'waitForIndex: no description',
  ],
  'a member of a component without a description': [
    { components: { schemas: { Clip: { properties: { name: { type: 'string' } } } }, parameters: {} } },
    'Clip.name: no description',
  ],
  'a member of a request without a description': [
    { requestBody: bodyOf('name', { type: 'string' }) },
    'listClips request.name: no description',
  ],
  'a member of a member of an answer without a description': [
    { responses: { 200: bodyOf('owner', { description: 'user who owns the clip', properties: { id: {} } }) } },
    'listClips response.owner.id: no description',
  ],
  'a description of few words': [
    { requestBody: bodyOf('name', { description: 'the clip name' }) },
    'listClips request.name: fewer than 4 words: the clip name',
  ],
  'a description that repeats the name': [
    { requestBody: bodyOf('clipOwnerId', { description: 'the id of the owner of the clip' }) },
    'listClips request.clipOwnerId: only repeats the name: the id of the owner of the clip',
  ],
}

for (const [violation, [parts, found]] of Object.entries(violations)) {
  test(`${violation} is found`, () => assert.deepEqual(findUndescribed(createDocument(parts)), [found]))
}
