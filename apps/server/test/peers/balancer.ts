/** Caddy as a load balancer, set up by the file that `deploy/` has for it. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { endProcess, findFreePort } from '../service-process.ts'
import { until } from '../until.ts'
import { whyNoRequiredPeer } from './wanted.ts'

export interface Balancer {
  readonly url: string
  /** Whether a node is answering a request at this moment. */
  isServing(node: string): Promise<boolean>
  kill(): Promise<void>
  /** Starts it again after that; resolves when it passes requests on. */
  start(): Promise<void>
  stop(): Promise<void>
}

const settings = fileURLToPath(new URL('../../../../deploy/Caddyfile', import.meta.url))

/** Why tests behind a balancer are left out: false where Caddy is wanted and there. */
export function whyNoBalancer(): string | false {
  const isPresent = () => spawnSync('caddy', ['version']).status === 0
  return whyNoRequiredPeer(isPresent, 'no load balancer to test with; install Caddy')
}

/** Has this process trust another certificate. */
export function trustCertificate(certificate: string): void {
  setDefaultCACertificates([...getCACertificates(), certificate])
}

/**
 * Starts one at this address for these nodes. With https it makes its own certificate, which this process trusts then,
 * and sends clients of `httpPort` there.
 */
export async function startBalancer(url: string, nodes: readonly string[], httpPort?: number): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-balancer-'))
  const administration = `127.0.0.1:${await findFreePort()}`
  const configuration = join(folder, 'Caddyfile')
  const own = httpPort === undefined ? '' : `\thttp_port ${httpPort}\n\tskip_install_trust\n`
  await writeFile(configuration, `{\n\tadmin ${administration}\n${own}}\nimport "${settings}"\n`)
  let caddy: ChildProcess | undefined
  async function start(): Promise<void> {
    caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', configuration], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        RUSHES_PUBLIC_URL: url,
        RUSHES_NODES: nodes.map(node => new URL(node).host).join(' '),
      },
    })
    const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
    await until('the balancer passes requests on', async () => {
      if (url.startsWith('https:')) trustCertificate(await readFile(authority, 'utf8').catch(() => ''))
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      await answer?.body?.cancel()
      return answer?.ok === true
    })
  }
  const kill = () => endProcess(caddy, 'SIGKILL')
  await start()
  return {
    start,
    kill,
    url,
    async isServing(node) {
      const answer = await fetch(`http://${administration}/reverse_proxy/upstreams`)
      const upstreams = (await answer.json()) as { address: string; num_requests: number }[]
      const { host } = new URL(node)
      return upstreams.some(({ address, num_requests: requests }) => address === host && requests > 0)
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
