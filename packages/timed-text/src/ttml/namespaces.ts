/*
 * Names as the rest of this folder knows them: with one prefix for each namespace, whatever prefix a file has. The
 * drafts of TTML from 2006 had other namespaces for the same names, and files with those are still about.
 */

const prefixes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://www.w3.org/2000/xmlns/', 'xmlns'],
  ['urn:ebu:tt:style', 'ebutts'],
  ['urn:ebu:tt:metadata', 'ebuttm'],
  ['http://www.w3.org/ns/ttml/profile/imsc1#styling', 'itts'],
  ['http://www.w3.org/ns/ttml/profile/imsc1#parameter', 'ittp'],
  ['http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt', 'smpte'],
  ['http://www.smpte-ra.org/schemas/2052-1/2013/smpte-tt', 'smpte'],
])
const knownPrefixes: ReadonlySet<string> = new Set(['tt', 'ttp', 'tts', 'ttm', ...prefixes.values()])
const ttmlPattern =
  /^http:\/\/www\.w3\.org\/(?:ns\/ttml|2006\/(?:04|10)\/ttaf1)(?:#(param|sty|meta)[a-z]*(?:-attribute)?)?$/

/** The names of one element and of what is inside it, until something declares more namespaces. */
export interface Scope {
  readonly parent: Scope | undefined
  readonly elementNames: Map<string, string>
  /** What a prefix stands for; `''` is the default namespace. */
  readonly bindings: ReadonlyMap<string, string>
  /** Whether every prefix is the one that we use, so that attributes can stay as they are. */
  readonly hasOurPrefixes: boolean
}

/** What files mean that declare nothing. */
export const rootScope: Scope = {
  parent: undefined,
  elementNames: new Map(),
  bindings: new Map([
    ['', 'tt'],
    ['xml', 'xml'],
  ]),
  hasOurPrefixes: true,
}

export type Attributes = Readonly<Record<string, string | undefined>>

/** What tells `xmlns` from almost every other name at once. */
const letterS = 's'.charCodeAt(0)

/** The scope of an element with these attributes; the one around it where they declare nothing. */
export function openScope(parent: Scope, attributes: Attributes): Scope {
  let bindings: Map<string, string> | undefined
  for (const name in attributes) {
    if (name.charCodeAt(4) !== letterS || !/^xmlns(?::|$)/.test(name)) continue
    bindings ??= new Map(parent.bindings)
    bindings.set(name.slice(6), toPrefix(attributes[name]!.trim()))
  }
  if (!bindings) return parent
  const hasOurPrefixes = [...bindings].every(([name, prefix]) =>
    name === '' ? true : name === prefix || (prefix.startsWith('{') && !knownPrefixes.has(name)),
  )
  return { parent, elementNames: new Map(), bindings, hasOurPrefixes }
}

function toPrefix(uri: string): string {
  const ttml = ttmlPattern.exec(uri)
  if (ttml) return ttml[1] ? { param: 'ttp', sty: 'tts', meta: 'ttm' }[ttml[1]]! : 'tt'
  return prefixes.get(uri) ?? (uri === '' ? 'tt' : `{${uri.slice(0, 200)}}`)
}

/** The name of an element with our prefix; those of unknown namespaces keep theirs in braces. */
export function toElementName(scope: Scope, name: string): string {
  const known = scope.elementNames.get(name)
  if (known !== undefined) return known
  const resolved = resolve(scope, name, scope.bindings.get('') ?? 'tt')
  // Names are as many as a file makes up.
  if (scope.elementNames.size < 200) scope.elementNames.set(name, resolved)
  return resolved
}

/** Attributes with our prefixes; those without a prefix have none. */
export function toAttributes(scope: Scope, attributes: Attributes): Attributes {
  if (scope.hasOurPrefixes) return attributes
  const resolved: Record<string, string | undefined> = Object.create(null)
  for (const name in attributes) resolved[resolve(scope, name, '')] = attributes[name]
  return resolved
}

function resolve(scope: Scope, name: string, fallback: string): string {
  const colon = name.indexOf(':')
  if (colon < 0) return fallback === '' ? name : `${fallback}:${name}`
  const prefix = name.slice(0, colon)
  // A prefix that nothing declares is taken for what it is usually used for.
  return `${scope.bindings.get(prefix) ?? prefix}:${name.slice(colon + 1)}`
}
