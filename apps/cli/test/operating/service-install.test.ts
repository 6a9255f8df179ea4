/** `rushes service install`: the unit that it writes, and what it refuses. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CommandError } from '../../src/errors/errors.ts'
import { type Installation, installUnit } from '../../src/installing/machine.ts'
import { formatUnit } from '../../src/installing/unit.ts'
import { type CommandLine, openCommandLine } from '../command-line.ts'

let cli: CommandLine
let folder: string
before(async () => {
  cli = await openCommandLine()
  folder = await mkdtemp(join(tmpdir(), 'rushes-install-'))
  await chmod(folder, 0o755)
})
after(async () => {
  await cli.remove()
  await rm(folder, { recursive: true, force: true })
})

const noSystemd = spawnSync('systemd-analyze', ['--version']).error ? 'no systemd-analyze here' : false
const notRoot = process.getuid?.() === 0 ? false : 'only root may install a service'

test('--print writes a unit of this checkout that systemd takes', { skip: noSystemd }, async () => {
  const { code, stdout, stderr } = await cli.run(
    ...['service', 'install', '--print', '--user', 'daemon', '--data', '/srv/media of all'],
  )
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^User=daemon$/m)
  assert.match(stdout, /^Environment="RUSHES_DATA=\/srv\/media of all"$/m)
  assert.ok(stdout.includes(`WorkingDirectory=${process.cwd()}\n`))
  await verify(stdout)
})

test('a unit names paths with spaces and signs of systemd as they are', { skip: noSystemd }, async () => {
  const project = join(folder, 'a (b) 100% $HOME')
  await mkdir(join(project, 'bin'), { recursive: true })
  const node = join(project, 'bin', 'node %h')
  await writeFile(node, '#!/bin/sh\n', { mode: 0o755 })
  const paths = { node, project, user: 'daemon', dataDir: join(project, 'data') }
  const unit = formatUnit({ ...paths, settingsFile: join(project, 'rushes.env') })
  await verify(unit)
  const launcher = join(project, 'scripts', 'run.mjs').replaceAll('$', '$$$$')
  assert.ok(unit.includes(`ExecStart="${node}" "${launcher}" scripts/start.ts\n`.replaceAll('%', '%%')), unit)
  assert.match(unit, /^ProtectHome=yes$/m)
  assert.doesNotMatch(formatUnit({ ...paths, dataDir: '/home/anna/rushes', settingsFile: '/etc/x' }), /^ProtectHome/m)
})

async function verify(unit: string): Promise<void> {
  const path = join(folder, 'rushes.service')
  await writeFile(path, unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
}

test('an installation has unit, settings and data, and what is there is not overwritten', {
  skip: notRoot,
}, async () => {
  const etc = join(folder, 'etc')
  const project = join(folder, 'project')
  await mkdir(join(project, 'scripts'), { recursive: true })
  await writeFile(join(project, 'scripts', 'run.mjs'), '')
  await writeFile(join(folder, 'node'), '#!/bin/sh\ntest -r "$2"\n', { mode: 0o755 })
  const installation: Installation = {
    ...{ etc, project, node: join(folder, 'node'), user: 'daemon', dataDir: join(folder, 'var', 'data') },
    settings: { RUSHES_PUBLIC_URL: 'https://media.example.org', RUSHES_ADMIN_PASSWORD: 'a "$b" `c` \\d' },
    isForced: false,
  }
  const installed = installUnit(installation)
  assert.equal(installed.hasNewSettings, true)
  const settings = await readFile(installed.settingsFile, 'utf8')
  assert.equal((await stat(installed.settingsFile)).mode & 0o777, 0o600)
  const shown = spawnSync('sh', ['-c', `. "$0"; printf %s "$RUSHES_ADMIN_PASSWORD"`, installed.settingsFile])
  assert.equal(shown.stdout.toString(), 'a "$b" `c` \\d')
  const data = await stat(installation.dataDir)
  assert.deepEqual([data.mode & 0o777, data.uid], [0o700, (await idOf('daemon')).uid])
  assert.equal(
    await readFile(installed.unitFile, 'utf8'),
    formatUnit({ ...installation, settingsFile: installed.settingsFile }),
  )

  const again = installUnit({ ...installation, settings: { RUSHES_PORT: '1' } })
  assert.equal(again.hasNewSettings, false)
  assert.equal(await readFile(installed.settingsFile, 'utf8'), settings)

  const refusals: [Partial<Installation>, RegExp][] = [
    [{ dataDir: join(folder, 'var', 'other') }, /rushes\.service is there, with another content/],
    [{ isForced: true, user: 'no-such-user' }, /no user no-such-user/],
    [{ isForced: true, dataDir: etc }, /not owned by daemon/],
    [{ isForced: true, project: join(folder, 'closed') }, /cannot run what is in/],
  ]
  const before = await readFile(installed.unitFile, 'utf8')
  for (const [change, message] of refusals) {
    assert.throws(
      () => installUnit({ ...installation, ...change }),
      (error: unknown) => {
        assert.ok(error instanceof CommandError)
        assert.match(error.message, message)
        return true
      },
    )
    assert.equal(await readFile(installed.unitFile, 'utf8'), before)
  }
})

async function idOf(user: string): Promise<{ uid: number }> {
  return { uid: Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout) }
}

test('a user or a setting that cannot be is refused before anything is written', async () => {
  const wrongUser = await cli.run('service', 'install', '--print', '--user', 'anna\nExecStart=/bin/sh')
  assert.equal(wrongUser.code, 2)
  const wrongPath = await cli.run('service', 'install', '--print', '--data', '/srv/"media"')
  assert.equal(wrongPath.code, 2)
  const wrongSetting = await cli.runWith({ env: { RUSHES_PORT: 'eighty' } }, 'service', 'install', '--print')
  assert.deepEqual([wrongSetting.code, wrongSetting.stdout], [2, ''])
})
