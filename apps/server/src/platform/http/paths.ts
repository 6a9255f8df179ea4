import type { Endpoint } from '@rushes/contract'

/** `{name}` as the router writes it; a parameter of few words is matched by them alone, so that it hides no neighbour. */
export function toRoute(path: string, endpoint: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = listWords(endpoint, name)
    return words ? `:${name}(^(?:${words.join('|')})$)` : `:${name}`
  })
}

const patterns = new WeakMap<Endpoint, RegExp[]>()

/** Whether the router would find the endpoint at an address, were it called with its method. */
function isAddressOf(endpoint: Endpoint, pathname: string): boolean {
  const known = patterns.get(endpoint) ?? [endpoint.path, ...endpoint.aliases].map(path => toPattern(path, endpoint))
  patterns.set(endpoint, known)
  return known.some(pattern => pattern.test(pathname))
}

function toPattern(path: string, endpoint: Endpoint): RegExp {
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_match, name: string) => `(?:${listWords(endpoint, name)?.join('|') ?? '[^/]+'})`)
  return new RegExp(`^${pattern}$`)
}

function listWords(endpoint: Endpoint, name: string): string[] | undefined {
  return (endpoint.params[name] as { enum?: string[] } | undefined)?.enum
}

/** The methods that the service knows at an address (`/production/7?x=y`), as `Allow` lists them; none where there is nothing. */
export function findMethods(endpoints: readonly Endpoint[], address: string): string[] {
  const pathname = address.split('?', 1)[0]!
  const known = endpoints.filter(endpoint => isAddressOf(endpoint, pathname)).map(endpoint => endpoint.method)
  if (known.length === 0) return []
  return [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
}
