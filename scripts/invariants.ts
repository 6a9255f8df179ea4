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
    name: 'no address of a package registry',
    files: /./,
    forbidden: new RegExp(['registry.npmjs', 'registry.yarnpkg', 'files.pythonhosted', 'repo.maven'].join('|')),
    allowed: /^scripts\/invariants\.ts$/,
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
        .map(file => `scripts/invariants.ts: ${file} is no exception any more (${rule.name}); take it off the list`),
    ]
  })
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
