import type { Platform } from '../context.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * The address of a page for people. Secrets are after the `#`: that part stays in the browser, is sent to no
 * server and is in no log.
 *
 *     <public address>/app/share/12/34?comment=56#token=…
 */
export function toWebLink(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  path: readonly (string | number)[],
  { query = {}, secret = {} }: { query?: Values; secret?: Values } = {},
): string {
  const place = path.map(part => encodeURIComponent(part)).join('/')
  return `${publicUrl}/app/${place}${join('?', query)}${join('#', secret)}`
}

function join(sign: string, values: Values): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
  return texts.length === 0 ? '' : `${sign}${new URLSearchParams(texts)}`
}
