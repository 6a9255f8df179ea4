import { join } from 'node:path'
import type { Platform } from '../../platform/context.ts'
import type { Api } from '../../platform/http/index.ts'
import { readWebFiles, type WebFile } from './files.ts'
import { toContentPolicy } from './policy.ts'

/** What was built. */
const folder = join(import.meta.dirname, '../../../../web/dist')

/** Addresses of pages, which the app reads in the browser, and the file that is served there. */
const pages = [
  ['/', '/index.html'],
  ['/app', '/index.html'],
  ['/app/*', '/index.html'],
  ['/app/share/*', '/share.html'],
] as const

const missing =
  'The pages of the web app are not built. `npm start` builds them; so does `npm run build --workspace @rushes/web`.\n'

/** Serves what was built, and at every address of a page the one that is meant. */
export async function addWebApp({ fastify, platform }: Api): Promise<void> {
  const files = await readWebFiles(folder)
  for (const [path, name] of pages) {
    const page = files.get(name)
    fastify.get(path, async (request, reply) => {
      if (!page) return reply.code(503).type('text/plain; charset=utf-8').send(missing)
      return reply
        .headers(toPageHeaders(platform))
        .headers(toHeaders(page))
        .send(choose(page, request.headers, reply))
    })
  }
  for (const [path, file] of files) {
    if (pages.some(([, name]) => name === path)) continue
    // The name changes with the content, so that browsers that have the file never ask again.
    const isHashed = path.startsWith('/assets/')
    const kept = { 'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' }
    fastify.get(path, async (request, reply) =>
      reply
        .headers(kept)
        .headers(toHeaders(file))
        .send(choose(file, request.headers, reply)),
    )
  }
}

function toPageHeaders({ publicUrl, blobs }: Platform): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': toContentPolicy(new URL(publicUrl).origin, blobs.addressOrigin),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}

function toHeaders({ type, entityTag }: WebFile): Record<string, string> {
  return { 'content-type': type, etag: entityTag, vary: 'accept-encoding' }
}

interface Answer {
  code(status: number): unknown
  header(name: string, value: string): unknown
}

/** The bytes to send: none to a browser that has them, compressed to one that can read that. */
function choose(
  { bytes, brotli, gzip, entityTag }: WebFile,
  headers: { 'accept-encoding'?: unknown; 'if-none-match'?: string | undefined },
  answer: Answer,
): Buffer | undefined {
  if (headers['if-none-match'] === entityTag) {
    answer.code(304)
    return undefined
  }
  const accepted = String(headers['accept-encoding'] ?? '')
  for (const [name, pattern, compressed] of [
    ['br', /\bbr\b(?!;q=0(?:\.0*)?(?:,|$))/, brotli],
    ['gzip', /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/, gzip],
  ] as const) {
    if (!compressed || !pattern.test(accepted)) continue
    answer.header('content-encoding', name)
    return compressed
  }
  return bytes
}
