/** The invariants of ARCHITECTURE.md that can be read from the text of a file. */

export interface Invariant {
  readonly name: string
  /** Where it holds. */
  readonly files: RegExp
  /** Part of a line that breaks it, or what finds such lines. */
  readonly forbidden: RegExp | ((lines: readonly string[]) => number)
  /** Files that may. */
  readonly allowed: RegExp
  /** Files that still do; one that no longer does has to be taken off. */
  readonly exceptions: readonly string[]
  readonly advice: string
}

const serverSource = /^apps\/server\/src\/(?!.*(?:\.test\.ts$|\/test(?:ing)?\/)).*\.ts$/
export const invariants: readonly Invariant[] = [
  {
    name: 'SQL only in stores',
    files: serverSource,
    forbidden: /\bsql(?:<.*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
    // The engine of the search writes its statements from queries.
    allowed: /store\.ts$|^apps\/server\/src\/(?:platform|modules\/search)\//,
    exceptions: [],
    advice: 'move the statement to a *store.ts of the module',
  },
  {
    name: 'time only from the clock',
    files: serverSource,
    forbidden: /\bDate\.now\(|\bnew Date\(\)/,
    allowed: /\/platform\/clock\.ts$/,
    exceptions: [],
    advice: 'use ctx.platform.clock',
  },
  {
    name: 'settings only from the configuration',
    files: serverSource,
    forbidden: /\bprocess\.env\b/,
    allowed: /\/platform\/config\/[^/]*\.ts$|\/(?:main|reindex)\.ts$/,
    exceptions: [],
    advice: 'add a setting to platform/config.ts',
  },
  {
    name: 'repeated work only by startBackground',
    files: serverSource,
    forbidden: /\bsetInterval\(/,
    allowed: /^apps\/server\/src\/platform\/background\/repeat\.ts$/,
    exceptions: [],
    advice: 'use startBackground of platform/background.ts, or a timeout that ends',
  },
  {
    name: 'no state in variables of modules',
    files: serverSource,
    forbidden: findModuleState,
    // What a program does with its signals is its own.
    allowed: /\/main\.ts$/,
    exceptions: [
      // Of the process rather than of the service: memory that is to be collected.
      'apps/server/src/platform/flow/passing-bytes.ts',
    ],
    advice: 'create it in `services` of the module, so that it is in platform.services',
  },
  {
    name: 'paths of the store only in the store',
    files: serverSource,
    forbidden: /\bdataDir, 'media'|'media', '(?:blobs|staging)'/,
    allowed: /^apps\/server\/src\/platform\/blobs\//,
    exceptions: [],
    advice: 'ask platform.blobs for bytes, or for a local file while it is used',
  },
  {
    name: 'directions of lines in style sheets, except in timelines and pictures',
    files: /^apps\/web\/src\/.*\.css$/,
    forbidden: findPhysicalDirection,
    allowed: /^$/,
    exceptions: [],
    advice: 'use inline-start and inline-end: in some languages lines begin at the right',
  },
  {
    name: 'no address of a package registry',
    files: /./,
    forbidden: new RegExp(['registry.npmjs', 'registry.yarnpkg', 'files.pythonhosted', 'repo.maven'].join('|')),
    allowed: /^scripts\/checks\/invariants\.ts$/,
    exceptions: [],
    advice: 'leave the address out: everyone has a registry of their own',
  },
]

/** One line for each violation, and for each exception that is not needed any more. */
export function findViolations(texts: ReadonlyMap<string, string>, rules = invariants): string[] {
  return rules.flatMap(rule => {
    const broken = [...texts].filter(
      ([file, text]) => rule.files.test(file) && !rule.allowed.test(file) && breaks(rule, text),
    )
    const places = broken.map(([file]) => file)
    return [
      ...broken.flatMap(([file, text]) =>
        rule.exceptions.includes(file) ? [] : [`${file}:${findLine(rule, text)}: ${rule.name}; ${rule.advice}`],
      ),
      ...rule.exceptions
        .filter(file => !places.includes(file))
        .map(
          file => `scripts/checks/invariants.ts: ${file} is no exception any more (${rule.name}); take it off the list`,
        ),
    ]
  })
}

/** Rules of what follows time, a picture or the pointer, which go to the right in every language. */
const physicalRule = /\.(?:time-line|spotting|scrub|rectangle|drag-badge|preset-text|drawing)\b/
const physicalName = /^(?:.*-)?(?:left|right)(?:-(?:width|style|color|radius))?$/
const sidedName = /^(?:text-align|float|clear)$/
const fourSidedName = /^(?:inset|margin|padding|border-radius|border-width|scroll-margin|scroll-padding)$/

/** The line of a declaration that says left or right; -1 where there is none. */
function findPhysicalDirection(lines: readonly string[]): number {
  const text = lines.join('\n')
  for (const { 1: selectors = '', 2: body = '', index } of text.matchAll(/([^{};]*)\{([^{}]*)\}/g)) {
    if (physicalRule.test(selectors)) continue
    let at = index + selectors.length + 1
    for (const declaration of body.split(';')) {
      const [, name = '', value = ''] = /([\w-]+)\s*:\s*(.*)/s.exec(declaration) ?? []
      if (saysSide(name, value)) return text.slice(0, at + declaration.indexOf(name)).split('\n').length - 1
      at += declaration.length + 1
    }
  }
  return -1
}

function saysSide(name: string, value: string): boolean {
  if (name.startsWith('--')) return false
  if (physicalName.test(name) || (sidedName.test(name) && /^(?:left|right)$/.test(value.trim()))) return true
  if (!fourSidedName.test(name)) return false
  // A space in brackets is within a length.
  const [, second, , fourth] = value.trim().match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
  return fourth !== undefined && second !== fourth
}

const stateDeclaration =
  /^(?:export )?(?:let\b|const (\w+)(?:: .+)? = (?:new (?:Weak)?(?:Map|Set)\b|\[|\{|Object\.create\())/

/** The line of a variable that files are loaded with and that changes afterwards; -1 where there is none. */
function findModuleState(lines: readonly string[]): number {
  const text = lines.join('\n')
  return lines.findIndex(line => {
    const found = stateDeclaration.exec(line)
    if (!found) return false
    const [, name] = found
    return name === undefined || /new Weak(?:Map|Set)\b/.test(line) || isChanged(name, text)
  })
}

function isChanged(name: string, text: string): boolean {
  const call = `\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice)\\(`
  const assignment = '(?:\\.\\w+|\\[[^\\]]+\\]) (?:[-+*|&?]{0,2}=) '
  return new RegExp(`(?<![\\w.])${name}(?:${call}|${assignment})`).test(text)
}

function breaks(rule: Invariant, text: string): boolean {
  return findLine(rule, text) > 0
}

/** Counted from 1; 0 where no line breaks the rule. */
function findLine({ forbidden }: Invariant, text: string): number {
  const lines = text.split('\n')
  const index = typeof forbidden === 'function' ? forbidden(lines) : lines.findIndex(line => forbidden.test(line))
  return index + 1
}
