import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDevice } from '../../src/account/access/device.ts'

const named = (userAgent: string) => {
  const { program, system } = toDevice(userAgent)
  return `${program} on ${system}`
}

test('a session is called by its browser and system, also where browsers call themselves by the names of others', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  assert.equal(
    named(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0 Safari/537.36 Edg/130.0`),
    'Edge on Windows',
  )
  assert.equal(named(`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/130.0 Safari/537.36`), 'Chrome on Linux')
  assert.equal(named(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/130.0 Mobile`), 'Chrome on Android')
  assert.equal(
    named('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1'),
    'Safari on macOS',
  )
  assert.equal(
    named('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/130.0 Mobile Safari/604.1'),
    'Chrome on iPhone',
  )
  assert.equal(named('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Firefox on Linux')
})

test('what is no browser is called by the name that it gives, and nothing is called nothing', () => {
  assert.deepEqual(toDevice('curl/8.5.0'), { program: 'curl', system: undefined })
  assert.deepEqual(toDevice('node'), { program: 'node', system: undefined })
  assert.deepEqual(toDevice(''), { program: undefined, system: undefined })
  assert.deepEqual(toDevice('<script>'), { program: undefined, system: undefined })
})
