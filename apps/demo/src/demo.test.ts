import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listCommands } from '../../../scripts/documents/documented-commands.ts'
import { adminPassword, startTestService, type TestService } from '../../server/test/service.ts'
import { runDemo } from './run-demo.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

test('the demo goes through the whole main loop', async () => {
  const lines: string[] = []
  await runDemo({ url: kit.url, username: 'admin', password: adminPassword, print: line => lines.push(line) })
  assert.match(lines.at(-1)!, /^All \d+ steps did what they should\.$/)
})

test('the demo ends with a deviation where the service does something else', async () => {
  const options = { url: kit.url, username: 'admin', password: 'not the password', print: () => {} }
  await assert.rejects(runDemo(options), { name: 'UnauthorizedError' })
})

test('every command of the tour works as it is written', async () => {
  const commands = listCommands(readFileSync(join(root, 'docs/tour.md'), 'utf8')).join('\n')
  assert.ok(commands.includes('share/current'))
  const folder = mkdtempSync(join(tmpdir(), 'rushes-tour-'))
  try {
    // The reader's files lie where the reader stands; ours in a folder of this test.
    const script = commands.replaceAll(/(?<=-- |< |@|-o )(sample\.mp4|frame-42\.jpg)/g, name => join(folder, name))
    const { code, output } = await runScript(script)
    assert.equal(code, 0, output)
    for (const expected of [
      'Completed',
      '10:00:00:00',
      '250',
      'APPROVED',
      '* LOC: 10:00:01:17 ',
      'Have a look',
      '00:00:01,000 --> 00:00:02,520',
    ]) {
      assert.ok(output.includes(expected), `${expected} in ${output}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function runScript(script: string): Promise<{ code: number; output: string }> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: { ...process.env, RUSHES_PUBLIC_URL: kit.url, RUSHES_ADMIN_PASSWORD: adminPassword },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = await once(shell, 'close')
  return { code, output }
}
