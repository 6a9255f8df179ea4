import assert from 'node:assert/strict'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Fault, type RoughLine, startRoughLine } from '../../../../packages/client/src/testing/rough-line.ts'
import { downloadOriginal, makeBytes } from '../../../server/test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { type CommandLine, openCommandLine, type Running } from '../command-line.ts'

let kit: TestService
let prId: number
const bytes = makeBytes(12_000_000)
/** The connection of the first calls and the first chunk works; one of those that bring the others falls silent. */
const stall: Fault[] = [undefined, { afterBytes: 1_000_000, fault: 'stall' }]
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

/** Someone whose upload has come to a halt, with a chunk confirmed and another on its way. */
async function beginStalled(): Promise<{
  cli: CommandLine
  line: RoughLine
  running: Running
  id: number
  path: string
}> {
  const line = await startRoughLine(kit.url, [...stall])
  const cli = await openCommandLine({ RUSHES_URL: line.url, RUSHES_TOKEN: kit.admin.options.token ?? '' })
  const path = join(cli.home, 'take.bin')
  await writeFile(path, bytes)
  const before = new Set((await kit.admin.media.listMediaObjects({ prId })).items.map(clip => clip.id))
  const running = cli.begin(['upload', 'take.bin', '-p', String(prId)])
  let id = 0
  await until('a part of the file has come and the line is silent', async () => {
    const { items } = await kit.admin.media.listMediaObjects({ prId })
    id = items.find(clip => !before.has(clip.id))?.id ?? 0
    if (id === 0 || line.faulty === 0) return false
    return (await kit.admin.uploads.getUpload({ prId, id })).received.length > 0
  })
  return { cli, line, running, id, path }
}

const notes = (cli: CommandLine) => readdir(join(cli.home, '.local/state/rushes/uploads'))
const again = (cli: CommandLine) => cli.json('upload', 'take.bin', '-p', String(prId))

test('Ctrl-C ends an upload with 130; the same command goes on with it', async () => {
  const { cli, line, running, id } = await beginStalled()
  running.child.kill('SIGINT')
  const { code, stderr } = await running.ended
  assert.equal(code, 130, stderr)
  assert.match(stderr, /goes on where this one stopped/)
  const [note] = await notes(cli)
  assert.equal((await stat(join(cli.home, '.local/state/rushes/uploads', note!))).mode & 0o777, 0o600)
  const { received } = await kit.admin.uploads.getUpload({ prId, id })
  assert.ok(received.length > 0, 'what was confirmed stays')
  const [sent] = await again(cli)
  assert.deepEqual([sent.mediaObjectId, sent.resumed], [id, true])
  assert.deepEqual(await downloadOriginal(kit.admin, prId, id), new Uint8Array(bytes))
  assert.deepEqual(await notes(cli), [], 'nothing is left to go on with')
  await line.stop()
  await cli.remove()
})

test('so does one that was killed', async () => {
  const { cli, line, running, id } = await beginStalled()
  running.child.kill('SIGKILL')
  await running.ended
  const [sent] = await again(cli)
  assert.deepEqual([sent.mediaObjectId, sent.resumed], [id, true])
  assert.deepEqual(await downloadOriginal(kit.admin, prId, id), new Uint8Array(bytes))
  await line.stop()
  await cli.remove()
})

test('--restart starts over', async () => {
  const { cli, line, running, id } = await beginStalled()
  running.child.kill('SIGINT')
  await running.ended
  const [restarted] = await cli.json('upload', 'take.bin', '-p', String(prId), '--restart')
  assert.notEqual(restarted.mediaObjectId, id)
  assert.equal(restarted.resumed, false)
  await line.stop()
  await cli.remove()
})

test('an upload of a clip that was deleted meanwhile starts over', async () => {
  const { cli, line, running, id } = await beginStalled()
  running.child.kill('SIGINT')
  await running.ended
  await kit.admin.media.deleteMediaObject({ prId, id })
  const [sent] = await again(cli)
  assert.notEqual(sent.mediaObjectId, id)
  await line.stop()
  await cli.remove()
})

test('a file that is changed while it is sent is refused', async () => {
  const { cli, line, running, id, path } = await beginStalled()
  await utimes(path, new Date(), new Date(Date.now() + 5000))
  line.cut()
  const { code, stderr } = await running.ended
  assert.equal(code, 6, stderr)
  assert.match(stderr, /was changed while it was uploaded/)
  const [sent] = await again(cli)
  assert.notEqual(sent.mediaObjectId, id, 'the file has changed, so it starts over')
  await line.stop()
  await cli.remove()
})
