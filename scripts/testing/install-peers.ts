/** Installs what a suite of `npm run test:all` needs, where that can be done. What is still missing fails its tests. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { usedStore } from '../../apps/server/test/peers/object-store.ts'
import type { Suite } from './lanes.ts'

let isListed = false

export function installPeers({ packages, peers, store = usedStore }: Omit<Suite, 'files'>): void {
  const missing = packages.filter(name => !isInstalled(name))
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (!isListed) run('apt-get', ['update', '-qq'])
    isListed = true
    for (const name of missing) {
      if (!run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]))
        console.log(`${name} could not be installed`)
    }
  }
  for (const name of peers) run(process.execPath, ['scripts/build-peers.ts', name === 'solr' ? name : store])
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--status', name], { encoding: 'utf8' })
  return stdout?.includes('install ok installed') === true
}

function run(program: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) console.log(`${program} ${args.join(' ')}:\n${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}
