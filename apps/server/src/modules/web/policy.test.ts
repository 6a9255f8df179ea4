import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toContentPolicy } from './policy.ts'

/** Where a page may load this kind of content from. */
function listSources(policy: string, kind: string): string[] | undefined {
  const directive = policy.split('; ').find(words => words.startsWith(`${kind} `))
  return directive?.split(' ').slice(1)
}

// media-23
test('films come from the object store as well, where the service sends browsers to one, and nothing else does', () => {
  const store = 'https://s3.example.org'
  const policy = toContentPolicy('https://rushes.example.org', store)
  for (const kind of ['media-src', 'connect-src']) assert.ok(listSources(policy, kind)?.includes(store), kind)
  for (const kind of ['default-src', 'script-src', 'style-src', 'font-src', 'img-src']) {
    assert.equal(listSources(policy, kind)?.includes(store), false, kind)
  }
  assert.doesNotMatch(toContentPolicy('https://rushes.example.org', undefined), /undefined|s3\./)
})
