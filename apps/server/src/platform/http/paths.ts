import type { Endpoint } from '@rushes/contract'

/** `{name}` as the router writes it; a parameter of few words is matched by them alone, so that it hides no neighbour. */
export function toRoute(path: string, endpoint: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = listWords(endpoint, name)
    return words ? `:${name}(^(?:${words.join('|')})$)` : `:${name}`
  })
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

/** Finds the methods that the service knows at an address (`/production/7?x=y`), as `Allow` lists them; none where there is nothing. */
export function createMethodFinder(endpoints: readonly Endpoint[]): (address: string) => string[] {
  const known = endpoints.map(endpoint => ({
    method: endpoint.method,
    patterns: [endpoint.path, ...endpoint.aliases].map(path => toPattern(path, endpoint)),
  }))
  return address => {
    const pathname = address.split('?', 1)[0]!
    const found = known.filter(({ patterns }) => patterns.some(pattern => pattern.test(pathname)))
    if (found.length === 0) return []
    const methods = new Set<string>(found.map(({ method }) => method))
    return [...methods, ...(methods.has('GET') && !methods.has('HEAD') ? ['HEAD'] : []), 'OPTIONS']
  }
}
