/** nginx before a service, set up by the file that `deploy/` has for it, with a certificate of its own. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endProcess } from '../service-process.ts'
import { whyNoPeer } from './wanted.ts'

export interface Nginx {
  /** The certificate that clients have to trust. */
  readonly certificate: string
  stop(): Promise<void>
}

const settings = fileURLToPath(new URL('../../../../deploy/nginx.conf', import.meta.url))
/** Debian has it where only root looks for programs. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` }

/** Why tests behind nginx are left out: false where nginx and openssl are wanted and there. */
export function whyNoNginx(): string | false {
  const isPresent = () => ['nginx', 'openssl'].every(program => !spawnSync(program, ['-v'], { env }).error)
  return whyNoPeer(isPresent, 'no nginx to test with; install nginx-light and openssl')
}

/** Starts one at these ports of this machine, for a service at `target` with its media in a folder. */
export async function startNginx(
  ports: { http: number; https: number },
  target: string,
  mediaFolder: string,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-nginx-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const site = (await readFile(settings, 'utf8'))
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('https://$host$', `https://$host:${ports.https}$`)
    .replaceAll('media.example.org;', 'localhost;')
    .replace('/var/lib/rushes/media/blobs/', `${join(mediaFolder, 'blobs')}/`)
    .replace('server 127.0.0.1:8080;', `server ${new URL(target).host};`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  await writeFile(join(folder, 'site.conf'), site)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  // As the guide has it: it reads what the service has stored.
  const configuration = `user ${userInfo().username}; daemon off; pid ${join(folder, 'pid')}; error_log stderr; worker_processes 1;
events {}
http { access_log off; ${paths.join(' ')} include ${join(folder, 'site.conf')}; }
`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    certificate: await readFile(certificate, 'utf8'),
    async stop() {
      await endProcess(nginx, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
