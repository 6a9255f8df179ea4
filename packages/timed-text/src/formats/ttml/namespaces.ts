import { type Attributes, createAttributes, type Tag } from '../xml/read-tag.ts'

/*
 * Names as the rest of this folder knows them: with one prefix for each namespace, whatever prefix a file has. The
 * drafts of TTML from 2004 and 2006 had other namespaces for the same names, and files with those are still about.
 */

const prefixes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://www.w3.org/2000/xmlns/', 'xmlns'],
  ['urn:ebu:tt:style', 'ebutts'],
  ['urn:ebu:tt:metadata', 'ebuttm'],
  ['http://www.w3.org/ns/ttml/profile/imsc1#styling', 'itts'],
  ['http://www.w3.org/ns/ttml/profile/imsc1#parameter', 'ittp'],
  ['http://www.w3.org/ns/ttml/profile/imsc1#metadata', 'ittm'],
  ['http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt', 'smpte'],
  ['http://www.smpte-ra.org/schemas/2052-1/2013/smpte-tt', 'smpte'],
])
const knownPrefixes: ReadonlySet<string> = new Set(['tt', 'ttp', 'tts', 'ttm', ...prefixes.values()])
const ttmlPattern =
  /^http:\/\/www\.w3\.org\/(?:ns\/ttml|(?:2004\/11|2006\/(?:04|10))\/ttaf1)(?:#(param|sty|meta)[a-z]*(?:-attribute)?)?$/

/** The names of one element and of what is inside it, until something declares more namespaces. */
export interface Scope {
  readonly parent: Scope | undefined
  readonly elementNames: Map<string, string>
  /** What a prefix stands for; `''` is the default namespace. */
  readonly bindings: ReadonlyMap<string, string>
  /** The names of these namespaces as the file has them. */
  readonly uris: ReadonlyMap<string, string>
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
  uris: new Map(),
  hasOurPrefixes: true,
}

export type { Attributes } from '../xml/read-tag.ts'

/** What tells `xmlns` from almost every other name at once. */
const letterS = 's'.charCodeAt(0)

/** The scope of an element with these attributes; the one around it where they declare nothing. */
export function openScope(parent: Scope, attributes: Attributes): Scope {
  let bindings: Map<string, string> | undefined
  let uris: Map<string, string> | undefined
  for (const name in attributes) {
    if (name.charCodeAt(4) !== letterS || !/^xmlns(?::|$)/.test(name)) continue
    const uri = attributes[name]!.trim()
    bindings ??= new Map(parent.bindings)
    bindings.set(name.slice(6), toPrefix(uri))
    uris ??= new Map(parent.uris)
    uris.set(name.slice(6), uri)
  }
  if (!bindings || !uris) return parent
  const hasOurPrefixes = [...bindings].every(([name, prefix]) =>
    name === '' ? true : name === prefix || (prefix.startsWith('{') && !knownPrefixes.has(name)),
  )
  return { parent, elementNames: new Map(), bindings, uris, hasOurPrefixes }
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
  const resolved = internalise(resolve(scope, name, scope.bindings.get('') ?? 'tt'))
  // Names are as many as a file makes up.
  if (scope.elementNames.size < 200) scope.elementNames.set(name, resolved)
  return resolved
}

/** The engine's own copy of a name, which is distinguished from others without looking at its letters. */
function internalise(name: string): string {
  return Object.keys({ [name]: true })[0]!
}

/** Attributes with our prefixes; those without a prefix have none. */
export function toAttributes(scope: Scope, attributes: Attributes): Attributes {
  if (scope.hasOurPrefixes) return attributes
  const resolved = createAttributes()
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

/** An element as a document of its own: with the namespaces that are declared around it. */
export function toStandalone(xml: string, { name, attributes }: Tag, { uris }: Scope): string {
  const used = new Set(Array.from(xml.matchAll(/[<\s]([^\s<>/=:"']+):/g), ([, prefix = '']) => prefix))
  if (/<[^\s<>/=:"'!?]+[\s/>]/.test(xml)) used.add('')
  let declarations = ''
  for (const [prefix, uri] of uris) {
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
    if (!used.has(prefix)) continue
    if (attributes[declaration] === undefined) declarations += ` ${declaration}="${uri.replace(/[&<"]/g, toReference)}"`
  }
  return `<${name}${declarations}${xml.slice(name.length + 1)}`
}

function toReference(mark: string): string {
  return `&#${mark.charCodeAt(0)};`
}
