import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toMailAddress } from './address.ts'
import { parseMailFrom, parseSmtpUrl } from './mail-config.ts'
import { type MailText, toSubject, writeHtml, writePlain } from './write.ts'

describe('an address', () => {
  test('is taken as it is, a domain of other letters in ASCII', () => {
    assert.equal(toMailAddress(' ann.b+c@Example.org '), 'ann.b+c@example.org')
    assert.equal(toMailAddress('ann@münchen.example'), 'ann@xn--mnchen-3ya.example')
    assert.equal(toMailAddress('admin@localhost'), 'admin@localhost')
  })

  test('that could be more than one, or end a header, is none', () => {
    const hostile = [
      'a@b.c\r\nBcc: x@y.z',
      'a@b.c\nBcc: x@y.z',
      'a b@c.d',
      'a@b.c, x@y.z',
      '"a@evil.example"@b.c',
      '<a@b.c>',
      'Ann <a@b.c>',
      'a@b.c>',
      'a@[127.0.0.1]',
      'a@b..c',
      '.a@b.c',
      'a..b@c.d',
      'a@-b.c',
      'a(comment)@b.c',
      'ä@b.c',
      '@b.c',
      'a@',
      'a',
      '',
      `${'a'.repeat(65)}@b.c`,
      `a@${'b'.repeat(250)}.c`,
      'a\u2028@b.c',
      'a;b@c.d',
      'a:b@c.d',
    ]
    for (const text of hostile) assert.equal(toMailAddress(text), undefined, JSON.stringify(text))
  })
})

describe('a mail in words', () => {
  const mail: MailText = {
    subject: 'x',
    paragraphs: ['<b>Ann</b> & "Bob"'],
    quote: 'one <script>alert(1)</script>\r\n. \n--boundary',
    link: { label: '<Open>', url: 'https://x.example/?a="><img src=x>&b' },
    reason: 'because\r\nBcc: x@y.z',
  }

  test('has a subject of one line', () => {
    assert.equal(toSubject('a\r\nBcc: x@y.z\u2028b\0c\td'), 'a Bcc: x@y.z b c d')
    assert.equal([...toSubject('é'.repeat(500))].length, 200)
    assert.ok(toSubject('😀'.repeat(500)).isWellFormed())
  })

  // notifications-6
  test('is no markup in HTML, and in plain text what is quoted cannot pass for the rest', () => {
    const html = writeHtml(mail, 'https://stop.example/?a&b')
    assert.ok(!/<script|<b>|<img|"Bob"/.test(html), html)
    assert.ok(html.includes('&#60;script&#62;alert(1)&#60;/script&#62;'))
    assert.ok(html.includes('href="https://x.example/?a=&#34;&#62;&#60;img src=x&#62;&#38;b"'))
    const lines = writePlain(mail, 'https://stop.example/').split('\n')
    assert.ok(lines.includes('> one <script>alert(1)</script>') && lines.includes('> --boundary'))
    assert.ok(lines.includes('because Bcc: x@y.z'))
  })
})

describe('settings', () => {
  test('name the server and the sender', () => {
    const login = { username: 'a@b', password: 'p:/w' }
    assert.deepEqual(parseSmtpUrl('smtp://a%40b:p%3A%2Fw@mail.example:2525'), {
      host: 'mail.example',
      port: 2525,
      isSecure: false,
      login,
    })
    assert.deepEqual(parseSmtpUrl('smtps://[::1]'), { host: '::1', port: 465, isSecure: true, login: undefined })
    assert.equal(parseSmtpUrl('smtp://mail.example').port, 587)
    assert.deepEqual(parseMailFrom('"Rushes" <r@example.org>'), { name: 'Rushes', address: 'r@example.org' })
    assert.deepEqual(parseMailFrom('r@example.org'), { name: '', address: 'r@example.org' })
  })

  test('that cannot be used are refused, without showing the password', () => {
    for (const text of [
      'mail.example',
      'http://x',
      'smtp://',
      'smtp://x/path',
      'smtp://x?tls=no',
      'smtp://u@x',
      'smtp://u:secret%@x',
    ]) {
      assert.throws(
        () => parseSmtpUrl(text),
        (error: Error) => !error.message.includes('secret'),
        text,
      )
    }
    for (const text of ['nobody', 'A\r\nB <a@b.c>', 'A <a@b.c> B', '<>'])
      assert.throws(() => parseMailFrom(text), /must/, text)
  })
})
