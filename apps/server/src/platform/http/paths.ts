import type { Endpoint } from '@rushes/contract'

/** `{name}` as the router writes it; a parameter of few words is matched by them alone, so that it hides no neighbour. */
export function toRoute(path: string, endpoint: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = listWords(endpoint, name)
    return words ? `:${name}(^(?:${words.join('|')})$)` : `:${name}`
  })
}

/** Whether the router would find the endpoint at an address, were it called with its method. */
export function isAddressOf(endpoint: Endpoint, pathname: string): boolean {
  return [endpoint.path, ...endpoint.aliases].some(path => toPattern(path, endpoint).test(pathname))
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
