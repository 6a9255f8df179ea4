import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { seal, unseal } from './sealed.ts'

const secret = { current: randomBytes(32), previous: undefined }

test('what was sealed is read again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const sealed = seal(secret, 'test', text)
      assert.equal(unseal(secret, 'test', sealed), text)
      assert.notDeepEqual(sealed, seal(secret, 'test', text))
    }),
  )
})

test('another secret, another purpose or a changed byte open nothing', () => {
  const sealed = seal(secret, 'test', 'a token')
  assert.equal(unseal({ current: randomBytes(32), previous: undefined }, 'test', sealed), undefined)
  assert.equal(unseal(secret, 'other', sealed), undefined)
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = changed[index]! ^ 1
    assert.equal(unseal(secret, 'test', changed), undefined)
  }
  assert.equal(unseal(secret, 'test', Buffer.alloc(3)), undefined)
})

test('while the key is changed, both open and the new one seals', () => {
  const changed = { current: randomBytes(32), previous: secret.current }
  assert.equal(unseal(changed, 'test', seal(secret, 'test', 'a token')), 'a token')
  assert.equal(unseal(secret, 'test', seal(changed, 'test', 'a token')), undefined)
})
