import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswords } from './passwords.ts'

// authentication-23
test('a hash costs what OWASP advises; one at another cost still opens, and is outdated', async () => {
  const [advised, cheap] = [createPasswords(), createPasswords({ memoryCost: 8, timeCost: 1 })]
  const stored = await advised.hash('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(advised.isOutdated(stored), false)
  assert.equal(cheap.isOutdated(stored), true)
  for (const passwords of [advised, cheap]) {
    assert.equal(await passwords.isRight(stored, 'correct horse'), true)
    assert.equal(await passwords.isRight(stored, 'correct house'), false)
  }
})

test('nobody who has no hash is let in', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  for (const stored of [null, undefined]) assert.equal(await passwords.isRight(stored, ''), false)
})
