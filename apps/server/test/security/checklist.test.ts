import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checklist } from './checklist.ts'

test('every item of the security checklist is named by a test', () => {
  const files = globSync(fileURLToPath(new URL('**/*.test.ts', import.meta.url)))
  const named = files.flatMap(file =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:test|describe)\(item\((\d+)/g), match => match[1]!),
  )
  const missing = Object.keys(checklist).filter(number => !named.includes(number))
  assert.deepEqual(missing, [])
})
